/// The scalars that represent a person's characters in the line editor.
///
/// libedit treats each scalar as a character. A grapheme cluster of several scalars is therefore represented by one
/// scalar from a script that has been out of use for two thousand years. If such a scalar is typed, it is represented
/// by another one too, so each of the editor's scalars has one meaning.
///
/// A value, which grows with each new cluster.
struct CharacterSubstitutes {
    private var substitutes: [[Unicode.Scalar]: Unicode.Scalar] = [:]
    private var texts: [Unicode.Scalar: String] = [:]
    private var used = [0, 0]

    /// Cuneiform and hieroglyphs represent letters, so that words remain words. Private-use scalars represent the rest.
    private static let pools: [[ClosedRange<UInt32>]] = [
        [0x12000...0x12399, 0x13000...0x1342E], [0xF0000...0xFFFFD, 0x100000...0x10FFFD],
    ]

    // MARK: To the editor

    /// The editor's scalars for a text, one per grapheme cluster.
    mutating func scalars(for text: String) -> [Unicode.Scalar] { text.map { scalar(for: $0) } }

    /// The editor's scalar for a grapheme cluster.
    mutating func scalar(for character: Character) -> Unicode.Scalar {
        let scalars = Array(character.unicodeScalars)
        if let known = substitutes[scalars] { return known }
        if scalars.count == 1, scalars[0].value >= 0x20, !CharacterSubstitutes.isReserved(scalars[0]) {
            return scalars[0]
        }
        guard let substitute = next(isLetter: character.isLetter) else { return "\u{FFFD}" }
        substitutes[scalars] = substitute
        texts[substitute] = String(character)
        return substitute
    }

    // MARK: From the editor

    /// The text that one of the editor's scalars represents.
    func text(of scalar: Unicode.Scalar) -> String { texts[scalar] ?? String(Character(scalar)) }

    /// The text that the editor's scalars represent.
    func text(of scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars { text.append(contentsOf: self.text(of: scalar).unicodeScalars) }
        return String(text)
    }

    // MARK: Pieces

    private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x12000 && pools.contains { $0.contains { $0.contains(scalar.value) } }
    }

    /// The next unused scalar, or nil once all 130,000 are in use.
    private mutating func next(isLetter: Bool) -> Unicode.Scalar? {
        for pool in isLetter ? [0, 1] : [1] {
            var index = UInt32(used[pool])
            for range in CharacterSubstitutes.pools[pool] {
                if index < range.count {
                    used[pool] += 1
                    return Unicode.Scalar(range.lowerBound + index)
                }
                index -= UInt32(range.count)
            }
        }
        return nil
    }
}

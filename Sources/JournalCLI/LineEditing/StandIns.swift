/// The characters that the line editor holds for those of a person.
///
/// libedit counts scalars and believes that each has at least one column. So a grapheme cluster of several scalars, or one
/// that the C library knows no width of, is held as one scalar that has the cluster's width: a stand-in, out of scripts
/// that nobody has written for two thousand years. Where somebody does, a stand-in holds that too, so that each
/// scalar of the editor's means one text. Lines and what goes to the screen are turned back.
///
/// A value; it grows with the clusters that it met.
struct StandIns {
    /// What a stand-in means.
    private struct Meaning {
        /// The text, as it was typed.
        var text: String
        /// What the terminal shows, safe to show.
        var glyph: String
    }

    /// The columns of a scalar as the C library has them; less than 1 where it cannot show it.
    private let measure: (Unicode.Scalar) -> Int
    private var standIns: [[Unicode.Scalar]: Unicode.Scalar] = [:]
    private var meanings: [Unicode.Scalar: Meaning] = [:]
    private var used: [Int] = [0, 0, 0]

    /// Letters, so that words are words: cuneiform and hieroglyphs for narrow ones, Tangut for wide ones.
    private static let narrowLetters: [ClosedRange<UInt32>] = [0x12000...0x12399, 0x13000...0x1342E]
    private static let wide: [ClosedRange<UInt32>] = [0x17000...0x187F7]
    /// Private use.
    private static let narrow: [ClosedRange<UInt32>] = [0xF0000...0xFFFFD]
    private static let pools = [narrowLetters, wide, narrow]

    init(measure: @escaping (Unicode.Scalar) -> Int) { self.measure = measure }

    // MARK: To the editor

    /// The editor's scalars for a text, one for every grapheme cluster.
    mutating func scalars(for text: String) -> [Unicode.Scalar] { text.map { scalar(for: $0) } }

    /// The editor's scalar for a grapheme cluster.
    mutating func scalar(for character: Character) -> Unicode.Scalar {
        let scalars = Array(character.unicodeScalars)
        if let known = standIns[scalars] { return known }
        let text = String(character)
        let glyph = StandIns.glyph(text)
        let width = DisplayWidth.of(glyph)
        if scalars.count == 1, glyph == text, measure(scalars[0]) == width, !StandIns.isReserved(scalars[0]) {
            return scalars[0]
        }
        let standIn = free(width: width, isLetter: character.isLetter)
        standIns[scalars] = standIn
        meanings[standIn] = Meaning(text: text, glyph: glyph)
        return standIn
    }

    // MARK: From the editor

    /// The text that the editor's scalars mean.
    func text(of scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars {
            if let meaning = meanings[scalar] {
                text.append(contentsOf: meaning.text.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// What the terminal shows for the editor's scalar.
    func glyph(of scalar: Unicode.Scalar) -> String { meanings[scalar]?.glyph ?? String(Character(scalar)) }

    /// Whether the scalar means something else than itself.
    func isStandIn(_ scalar: Unicode.Scalar) -> Bool { meanings[scalar] != nil }

    // MARK: Pieces

    /// A newline is an arrow, a mark without a letter stands on a circle, and what has no form at all is a sign for that.
    private static func glyph(_ text: String) -> String {
        if text == "\n" { return "↵" }
        let glyph = Harmless.text(text)
        if DisplayWidth.of(glyph) > 0 { return glyph }
        return glyph.unicodeScalars.allSatisfy(\.isMark) ? "◌" + glyph : "\u{FFFD}"
    }

    private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x12000 && pools.contains { $0.contains { $0.contains(scalar.value) } }
    }

    /// The next stand-in that has the width; a narrow one where the wide ones are used up.
    private mutating func free(width: Int, isLetter: Bool) -> Unicode.Scalar {
        let order = width > 1 ? [1, 2] : isLetter ? [0, 2] : [2]
        for pool in order {
            if let scalar = next(in: pool, width: pool == 1 ? 2 : 1) { return scalar }
        }
        return "\u{FFFD}"
    }

    private mutating func next(in pool: Int, width: Int) -> Unicode.Scalar? {
        var index = used[pool]
        for range in StandIns.pools[pool] {
            while index < range.count {
                let scalar = Unicode.Scalar(range.lowerBound + UInt32(index))
                index += 1
                used[pool] += 1
                if let scalar, measure(scalar) == width { return scalar }
            }
            index -= range.count
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is drawn onto the one before it.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}

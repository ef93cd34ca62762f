/// Parses the numbers in the text of a height, period or wind.
///
/// The text is stored as the surfer typed it. Its number is derived and never stored. Numbers without a unit are in
/// feet, seconds and knots. A height typed without a unit gets the unit of `--units`. Words such as `glassy` and
/// `offshore` have no number, because their meaning differs from report to report.
package enum MeasureText {
    /// The numbers of `text` in the base unit of `kind`, or nil if it has none.
    ///
    /// `4-6ft` is 4...6 and `4ft` is 4...4. The first number with a unit of the kind is used, else the first without a
    /// unit. Numbers with another unit are ignored. Complexity: linear in the text. Only heights with words allocate.
    package static func range(
        _ kind: MeasureKind, in text: String, units: LengthUnit = .feet
    ) -> ClosedRange<Double>? {
        var text = text
        return text.withUTF8 { range(kind, in: $0, units: units) }
    }

    /// The numbers of a text in UTF-8.
    package static func range(
        _ kind: MeasureKind, in text: UnsafeBufferPointer<UInt8>, units: LengthUnit = .feet
    ) -> ClosedRange<Double>? {
        let found = quantity(kind, in: text, units)
        guard kind == .height, found?.hasUnit != true || text.count > 10 else { return found?.range(kind, bare: units) }
        return height(found, in: text, units)
    }

    /// A height that may be in words: relative to the body, or as the height of the wave's back, which is half its
    /// face.
    private static func height(
        _ found: Quantity?, in text: UnsafeBufferPointer<UInt8>, _ units: LengthUnit
    ) -> ClosedRange<Double>? {
        let range = found?.range(.height, bare: units)
        guard text.contains(where: \.isLetter) else { return range }
        let words = String(decoding: text.prefix(longestHeight), as: UTF8.self)
        if let range, found?.hasUnit == true {
            return words.folded.contains("hawaiian") ? (range.lowerBound * 2)...(range.upperBound * 2) : range
        }
        return Grammar(line: TokenLine(plain: words), units: nil, order: nil).spokenFeet() ?? range
    }

    private static let longestHeight = 200

    /// The text of a height with a unit added to its number if it has none: `2-3` becomes `2-3ft`. Texts of other
    /// measures are unchanged.
    package static func text(_ text: String, of kind: MeasureKind, in unit: LengthUnit) -> String {
        kind == .height ? self.text(text, of: kind, unit: unit.rawValue) : text
    }

    /// The text of a measure with a unit added to its number if it has none.
    static func text(_ text: String, of kind: MeasureKind, unit: String) -> String {
        if SlashedNumbers.isIn(text), SlashedNumbers.range(text) == nil { return text }
        var copy = SlashedNumbers.range(text) ?? text
        let end = copy.withUTF8 { bytes -> Int? in
            let found = quantity(kind, in: bytes, .feet)
            return found.flatMap { $0.hasUnit ? nil : $0.bytes.upperBound }
        }
        guard let end else { return copy }
        copy.insert(contentsOf: unit, at: copy.utf8.index(copy.startIndex, offsetBy: end))
        return copy
    }

    /// The quantity that is used as the measure's number: the first with a unit of the kind, else the first with none. A
    /// number before a word that nobody understands has no unit that could be assumed, so it is none.
    private static func quantity(
        _ kind: MeasureKind, in text: UnsafeBufferPointer<UInt8>, _ units: LengthUnit
    ) -> Quantity? {
        var scanner = QuantityScanner(text)
        var bare: Quantity?
        while let quantity = scanner.next() {
            guard quantity.range(kind, bare: units) != nil else { continue }
            if quantity.hasUnit { return quantity }
            if bare == nil, !touchesLetter(text, before: quantity.bytes.lowerBound), isAlone(quantity, kind, text),
                kind != .wind || !isForce(text, before: quantity.bytes.lowerBound)
            {
                bare = quantity
            }
        }
        return bare
    }

    /// Whether nothing follows a number, or a word that is not its unit.
    private static func isAlone(
        _ quantity: Quantity, _ kind: MeasureKind, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard case .word(let start, let isGlued) = quantity.highUnit else { return true }
        if isGlued { return false }
        if kind == .people { return true }
        let word = String(decoding: text[start...].prefix(longestHeight), as: UTF8.self).prefix {
            $0.isLetter || $0 == "-"
        }
        return !Lexicon.surfers.terms(of: word.folded).isEmpty
    }

    /// Whether `bft` or `Beaufort` precedes the number, which is then not a speed.
    private static func isForce(_ text: UnsafeBufferPointer<UInt8>, before index: Int) -> Bool {
        var end = index
        while end > 0, text[end - 1].isBlank { end -= 1 }
        return ["bft", "beaufort"].contains { name in
            end >= name.utf8.count
                && text[(end - name.utf8.count)..<end].lazy.map(\.lowercased).elementsEqual(name.utf8)
        }
    }

    private static func touchesLetter(_ text: UnsafeBufferPointer<UInt8>, before index: Int) -> Bool {
        index > 0 && text[index - 1].isLetter
    }

    /// The range of a text that is entirely a measure, in the base unit of `kind`: one quantity, or a text that a
    /// sentence accepts. Nil for other texts.
    package static func wholeRange(_ kind: MeasureKind, _ text: String, units: LengthUnit) -> ClosedRange<Double>? {
        if let whole = whole(text) { return whole.range(kind, bare: units) }
        guard text.utf8.count <= longestHeight else { return nil }
        let grammar = Grammar(line: TokenLine(plain: text), units: units, order: nil)
        return grammar.isWhole(kind) ? range(kind, in: text, units: units) : nil
    }

    /// The quantity of a text without other content, or nil. Blanks around it are ignored.
    package static func whole(_ text: String) -> Quantity? {
        var trimmed = text.trimmingBlanks()
        return trimmed.withUTF8 { bytes in
            var scanner = QuantityScanner(bytes)
            guard let quantity = scanner.next(), quantity.bytes == 0..<bytes.count else { return nil }
            return quantity
        }
    }
}

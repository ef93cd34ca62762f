import SurfLanguage

/// The apostrophe that keeps a spreadsheet from evaluating text as a formula.
package enum FormulaGuard {
    /// Whether a text cell needs an apostrophe: it matches `^'*[=+\-@|\t\r\n＝＋－＠]` and is not a number.
    package static func isNeeded(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, first == apostrophe || mayBeStart(first) else { return false }
        return isFormula(text) && !isNumber(text)
    }

    /// Whether import removes an apostrophe from a cell: it matches `^'+[=+\-@|\t\r\n＝＋－＠]`.
    package static func isPresent(_ text: some Collection<UInt8>) -> Bool {
        text.first == apostrophe && isFormula(text)
    }

    /// Whether a spreadsheet may read the text after the apostrophes as a formula.
    private static func isFormula(_ text: some Collection<UInt8>) -> Bool {
        let rest = text.drop { $0 == apostrophe }
        guard let first = rest.first, mayBeStart(first) else { return false }
        return first != fullWidth || fullWidthStarts.contains { rest.starts(with: $0) }
    }

    /// The text of an imported cell, with exactly one apostrophe removed if the guard is present.
    package static func removed(from cell: String) -> String {
        isPresent(cell.utf8) ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    static let apostrophe = UInt8(ascii: "'")

    /// The first byte of a full-width sign in UTF-8.
    private static let fullWidth: UInt8 = 0xEF
    private static let fullWidthStarts = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }

    private static func mayBeStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "|"): true
        case 0x09, 0x0A, 0x0D, fullWidth: true
        default: false
        }
    }

    /// Whether a text matches `^[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$`.
    private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        var rest = text[...]
        skipSign(&rest)
        guard skipDigits(&rest) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard skipDigits(&rest) else { return false }
        }
        guard rest.first?.lowercased == UInt8(ascii: "e") else { return rest.isEmpty }
        rest.removeFirst()
        skipSign(&rest)
        return skipDigits(&rest) && rest.isEmpty
    }

    private static func skipSign<Bytes: Collection<UInt8>>(_ rest: inout Bytes) where Bytes.SubSequence == Bytes {
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    }

    private static func skipDigits<Bytes: Collection<UInt8>>(_ rest: inout Bytes) -> Bool
    where Bytes.SubSequence == Bytes {
        let count = rest.count
        rest = rest.drop(while: \.isDigit)
        return rest.count < count
    }
}

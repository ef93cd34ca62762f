/// Writes CSV cells. A cell is quoted only where RFC 4180 requires it.
package enum CSVQuoting {
    /// Appends a text cell.
    /// - Parameter guards: Whether a spreadsheet that reads text as a formula is kept from it.
    package static func append(text: String, guarding guards: Bool = false, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(utf8: $0, guarding: guards, to: &bytes) }
    }

    /// Appends the UTF-8 bytes of a text cell. Without the guard, only a text that looks guarded gets another
    /// apostrophe, because import removes one.
    package static func append(
        utf8 text: UnsafeBufferPointer<UInt8>, guarding guards: Bool = false, to bytes: inout [UInt8]
    ) {
        let isGuarded = guards ? FormulaGuard.isNeeded(text) : FormulaGuard.isPresent(text)
        if needsQuotes(text) { return append(quoted: text, isGuarded: isGuarded, to: &bytes) }
        if isGuarded { bytes.append(FormulaGuard.apostrophe) }
        bytes.append(contentsOf: text)
    }

    /// Appends a line of text cells.
    package static func append(line cells: [String], to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(comma) }
            append(text: cell, to: &bytes)
        }
        bytes.append(newline)
    }

    /// Appends a line of cells as they were read.
    static func append(rawLine cells: [String], separator: UInt8, to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(separator) }
            append(raw: cell, separator: separator, to: &bytes)
        }
        bytes.append(newline)
    }

    /// Appends a cell as it was read, without a guard.
    static func append(raw text: String, separator: UInt8, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            if needsQuotes(text) || text.contains(separator) {
                append(quoted: text, to: &bytes)
            } else {
                bytes.append(contentsOf: text)
            }
        }
    }

    /// Appends bytes as one quoted cell, whatever they contain.
    static func append(quoted text: some Sequence<UInt8>, isGuarded: Bool = false, to bytes: inout [UInt8]) {
        bytes.append(quote)
        if isGuarded { bytes.append(FormulaGuard.apostrophe) }
        for byte in text {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    static let quote = UInt8(ascii: "\"")
    package static let comma = UInt8(ascii: ",")
    private static let newline: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// Complexity: linear, eight bytes at a time. The last eight bytes may overlap the ones before them.
    private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 8 else { return text.contains(where: isSpecial) }
        let raw = UnsafeRawBufferPointer(text)
        let last = text.count &- 8
        var index = 0
        while index < last {
            if hasSpecial(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return true }
            index &+= 8
        }
        return hasSpecial(raw.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    }

    @inline(__always)
    private static func hasSpecial(_ word: UInt64) -> Bool {
        has(comma, in: word) || has(quote, in: word) || has(newline, in: word) || has(carriageReturn, in: word)
    }

    /// Whether a byte ends a cell, or must be quoted inside one.
    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte == comma || byte == quote || byte == newline || byte == carriageReturn
    }

    /// Whether one of a word's bytes equals `byte`. Subtracting 1 sets the high bit of a byte that is zero.
    @inline(__always)
    private static func has(_ byte: UInt8, in word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let differences = word ^ (ones &* UInt64(byte))
        return (differences &- ones) & ~differences & 0x8080_8080_8080_8080 != 0
    }
}

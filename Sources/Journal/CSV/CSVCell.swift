/// Writes cells of a CSV file: quoted only where RFC 4180 needs it, texts guarded against formulas.
package enum CSVCell {
    /// Appends a text cell, with the guard where it is needed.
    package static func append(text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(utf8: $0, to: &bytes) }
    }

    /// Appends the UTF-8 bytes of a text cell, with the guard where it is needed.
    package static func append(utf8 text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        append(utf8: text, isGuarded: FormulaGuard.isNeeded(text), to: &bytes)
    }

    /// Appends a cell as it is, without a guard, as for a rejected row.
    package static func append(raw text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(utf8: $0, isGuarded: false, to: &bytes) }
    }

    private static func append(utf8 text: UnsafeBufferPointer<UInt8>, isGuarded: Bool, to bytes: inout [UInt8]) {
        guard text.contains(where: needsQuotes) else {
            if isGuarded { bytes.append(FormulaGuard.apostrophe) }
            return bytes.append(contentsOf: text)
        }
        bytes.append(quote)
        if isGuarded { bytes.append(FormulaGuard.apostrophe) }
        for byte in text {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte <= comma && (byte == comma || byte == quote || byte == 0x0A || byte == 0x0D)
    }
}

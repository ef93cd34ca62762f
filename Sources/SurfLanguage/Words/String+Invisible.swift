extension String {
    /// The text without characters that nobody sees: byte-order marks, soft hyphens, zero-width blanks and marks of
    /// direction. They would make a second place out of one name. The joiner within pictures stays.
    package func withoutInvisibles() -> String {
        if utf8.allSatisfy({ $0 < 0xC2 }) || !unicodeScalars.contains(where: String.isInvisible) { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !String.isInvisible($0) }))
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}

extension ScriptWord {
    /// The text as a single word of a command line, in quotes only if necessary.
    static func quoted(_ text: String) -> String {
        needsQuotes(text) ? doubleQuoted(text) : text
    }

    /// The text in double quotes.
    static func doubleQuoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// The text as it is written between double quotes.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    private static func needsQuotes(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        return [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "~")].contains(first)
            || text == "&" || text.utf8.contains(where: \.isScriptBlank)
    }
}

extension ScriptWord {
    /// A text written so that it is read back as one word: bare where that will do.
    static func quoted(_ text: String) -> String {
        needsQuotes(text) ? doubleQuoted(text) : text
    }

    /// A text in double quotes.
    static func doubleQuoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    /// A text as it stands between double quotes.
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

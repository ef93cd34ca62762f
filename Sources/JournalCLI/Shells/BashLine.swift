/// A command line up to the cursor, parsed with bash's quoting rules.
///
/// Bash replaces only part of the current word: the part after the last break character outside quotes, or after the
/// open quote.
struct BashLine: Equatable, Sendable {
    /// The words before the current one, without quotes. The first is the program's name.
    private(set) var words: [String] = []
    /// The word being typed, without quotes.
    private(set) var current = ""
    /// The open quote at the cursor.
    private(set) var quote: Character?
    /// The number of characters of `current` that bash keeps.
    private(set) var kept = 0

    /// - Parameters:
    ///   - line: The line up to the cursor, `COMP_LINE`.
    ///   - breaks: The characters other than blanks that break words, `COMP_WORDBREAKS`.
    init(_ line: String, breaks: String) {
        let blanks: Set<Character> = [" ", "\t", "\n"]
        let breaks = Set(breaks).subtracting(blanks).subtracting(["\"", "'"])
        var hasWord = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                let isLiteral = quote == nil || "\"\\$`".contains(character)
                current += isLiteral ? String(character) : "\\" + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                (isEscaped, hasWord) = (true, true)
            } else if let open = quote {
                if character == open { quote = nil } else { current.append(character) }
            } else if blanks.contains(character) {
                if hasWord { words.append(current) }
                (current, kept, hasWord) = ("", 0, false)
            } else if character == "\"" || character == "'" {
                (quote, kept, hasWord) = (character, current.count, true)
            } else {
                current.append(character)
                hasWord = true
                if breaks.contains(character) { kept = current.count }
            }
        }
    }

    /// The replacement for the current word by a complete word. Bash closes an open quote itself, unless the word's
    /// last character is the same as the quote.
    func spelledWhole(_ word: String) -> String {
        let text = spelled(word)
        guard let quote, text.last == quote else { return text }
        return text + String(quote)
    }

    /// The replacement for the current word by a word that may continue.
    func spelled(_ word: String) -> String {
        let text = String(word.dropFirst(kept))
        switch quote {
        case "'": return text.replacing("'", with: #"'\''"#)
        case "\"": return BashLine.escaped(text) { "\"\\$`".contains($0) }
        default: return BashLine.escaped(text) { !($0.isLetter || $0.isNumber || "_-./:=,+@%".contains($0)) }
        }
    }

    private static func escaped(_ text: String, _ needsEscape: (Character) -> Bool) -> String {
        String(text.flatMap { needsEscape($0) ? ["\\", $0] : [$0] })
    }
}

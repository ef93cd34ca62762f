import SurfLanguage

/// A command line as bash has it before the cursor, in bash's quoting.
///
/// Bash puts what it is given in the place of a part of the word alone: behind its last break character outside quotes, or
/// behind the quote that is open.
struct BashLine: Equatable, Sendable {
    /// The words before the one that is typed, without their quotes; the program's name first.
    private(set) var words: [String] = []
    /// The word that is typed, without its quotes.
    private(set) var current = ""
    /// The quote that is open at the cursor.
    private(set) var quote: Character?
    /// How many characters of `current` stay as they are.
    private(set) var kept = 0

    /// - Parameters:
    ///   - line: the line up to the cursor, `COMP_LINE`.
    ///   - breaks: what cuts words beside blanks, `COMP_WORDBREAKS`.
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

    /// A word as bash puts it in the place of the one that is typed, whole: bash closes the quote that is open, but not where
    /// the word's last character looks like it.
    func spelledWhole(_ word: String) -> String {
        let text = spelled(word)
        guard let quote, text.last == quote else { return text }
        return text + String(quote)
    }

    /// A word as bash puts it in the place of the one that is typed, where it may go on.
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

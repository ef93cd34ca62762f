/// A word of a sentence as the shell or the prompt hands it over.
package enum SentenceWord: Equatable, Sendable {
    /// A word whose commas, colons and double quotes count.
    case plain(String)
    /// A word that was quoted at the prompt, which is not cut, and what follows its closing quote, which is.
    case quoted(String, then: String = "")
}

/// A line of which some runs are quoted: what stands in quotes is neither cut nor read.
struct MarkedText {
    struct Run {
        /// Without its quotes.
        var text: String
        var isQuoted: Bool
        /// Where it stands in the whole text's UTF-8, with its quotes.
        var outer: Range<Int>
    }

    private(set) var text = ""
    private(set) var runs: [Run] = []
    private var opening: (start: Int, content: String)?

    /// The words joined by blanks; a double quote opens where a word begins. A line that is one quoted text is that text.
    /// - Throws: `unclosedQuote` or `containsNUL`.
    init(_ words: [SentenceWord]) throws(SentenceError) {
        for (index, word) in words.enumerated() {
            if index > 0 { read(" ") }
            switch word {
            case .plain(let text): read(text)
            case .quoted(let text, let rest) where rest.hasPrefix(":"):
                // Quoted for its blanks, as `'2014-10-05 8am': Rincon`.
                read(text + rest)
            case .quoted(let text, let rest):
                append(quoted: text)
                read(rest)
            }
        }
        if text.utf8.contains(0) { throw SentenceError(.containsNUL) }
        if let opening {
            let part = String(decoding: Array(text.utf8)[opening.start...], as: UTF8.self)
            throw SentenceError(.unclosedQuote(part), lines: [text + "\"", text.replacing("\"", with: "")])
        }
        if runs.count == 1, runs[0].isQuoted, !runs[0].text.isEmpty { self = MarkedText(plain: runs[0].text) }
    }

    init(plain text: String) {
        self.text = text
        runs = [Run(text: text, isQuoted: false, outer: 0..<text.utf8.count)]
    }

    private mutating func read(_ plain: String) {
        for character in plain {
            let start = text.utf8.count
            if let open = opening {
                text.append(character)
                guard Self.quotes.contains(character) else {
                    opening?.content.append(character)
                    continue
                }
                opening = nil
                runs.append(Run(text: open.content, isQuoted: true, outer: open.start..<text.utf8.count))
            } else if Self.quotes.contains(character), beginsWord {
                text.append(character)
                opening = (start, "")
            } else {
                append(plain: character, at: start)
            }
        }
    }

    private mutating func append(quoted word: String) {
        if opening != nil {
            opening?.content += word
            text += word
            return
        }
        let start = text.utf8.count
        text += "\"" + word + "\""
        runs.append(Run(text: word, isQuoted: true, outer: start..<text.utf8.count))
    }

    private mutating func append(plain character: Character, at start: Int) {
        text.append(character)
        if let last = runs.indices.last, !runs[last].isQuoted {
            runs[last].text.append(character)
            runs[last].outer = runs[last].outer.lowerBound..<text.utf8.count
        } else {
            runs.append(Run(text: String(character), isQuoted: false, outer: start..<text.utf8.count))
        }
    }

    private var beginsWord: Bool { text.last.map { $0.isWhitespace || ",;:(".contains($0) } ?? true }

    private static let quotes: Set<Character> = ["\"", "“", "”", "„"]
}

/// A word of a sentence from the shell or the prompt.
package enum SentenceWord: Equatable, Sendable {
    /// A word in which commas, colons and double quotes have their meaning.
    case plain(String)
    /// A word quoted at the prompt, which is not split, and the text after its closing quote, which is.
    case quoted(String, then: String = "")
}

/// A line with quoted runs, whose text is neither split nor parsed.
struct MarkedText {
    struct Run {
        /// The text without quotes.
        var text: String
        var isQuoted: Bool
        /// The position in the whole text's UTF-8, including quotes.
        var outer: Range<Int>
    }

    private(set) var text = ""
    private(set) var runs: [Run] = []
    private var opening: (start: Int, closing: [Character], content: String)?

    /// Joins the words by blanks. A double quote opens at the start of a word; doubled inside quotes, it stands for
    /// itself. A line that is a single quoted text is replaced by that text.
    /// - Throws: `unclosedQuote` or `containsNUL`.
    init(_ words: [SentenceWord]) throws(SentenceError) {
        for (index, word) in words.enumerated() {
            if index > 0 { read(" ") }
            switch word {
            case .plain(let text): read(text)
            case .quoted(let text, let rest) where rest.hasPrefix(":"):
                // Quoted because of its blanks, such as `'2014-10-05 8am': Rincon`.
                read(text + rest)
            case .quoted(let text, let rest):
                append(quoted: text)
                read(rest)
            }
        }
        if text.utf8.contains(0) { throw SentenceError(.containsNUL) }
        if let opening {
            let part = String(decoding: Array(text.utf8)[opening.start...], as: UTF8.self)
            let bare = text.filter { MarkedText.closing[$0] == nil }
            throw SentenceError(.unclosedQuote(part), lines: [text + String(opening.closing[0]), bare])
        }
        if runs.count == 1, runs[0].isQuoted, !runs[0].text.isEmpty { self = MarkedText(plain: runs[0].text) }
    }

    init(plain text: String) {
        self.text = text
        runs = [Run(text: text, isQuoted: false, outer: 0..<text.utf8.count)]
    }

    private mutating func read(_ plain: String) {
        if opening == nil, !plain.unicodeScalars.contains(where: MarkedText.isQuote) { return append(plain: plain) }
        var rest = plain[...]
        while let character = rest.popFirst() {
            if opening != nil {
                readQuoted(character, &rest)
            } else if let closing = MarkedText.closing[character], beginsWord {
                opening = (text.utf8.count, closing, "")
                text.append(character)
            } else {
                append(plain: String(character))
            }
        }
    }

    private mutating func readQuoted(_ character: Character, _ rest: inout Substring) {
        text.append(character)
        guard let open = opening, open.closing.contains(character) else {
            opening?.content.append(character)
            return
        }
        if rest.first == character {
            text.append(rest.removeFirst())
            opening?.content.append(character)
        } else {
            runs.append(Run(text: open.content, isQuoted: true, outer: open.start..<text.utf8.count))
            opening = nil
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

    private mutating func append(plain: String) {
        let start = text.utf8.count
        text += plain
        if let last = runs.indices.last, !runs[last].isQuoted {
            runs[last].text += plain
            runs[last].outer = runs[last].outer.lowerBound..<text.utf8.count
        } else if !plain.isEmpty {
            runs.append(Run(text: plain, isQuoted: false, outer: start..<text.utf8.count))
        }
    }

    private var beginsWord: Bool { text.last.map { $0.isWhitespace || ",;:(".contains($0) } ?? true }

    /// The closing quotes for each opening quote.
    private static let closing: [Character: [Character]] = [
        "\"": ["\""], "“": ["”"], "„": ["“", "”"], "”": ["”"],
    ]

    private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "“" || scalar == "”" || scalar == "„"
    }
}

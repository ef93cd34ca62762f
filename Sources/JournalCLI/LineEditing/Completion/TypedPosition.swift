/// The part of a command line before the cursor: complete words, and the one being typed.
struct TypedPosition: Equatable {
    /// The words before the one being typed.
    var words: [ScriptWord]
    /// The word being typed, without its quotes. It is empty after a blank.
    var current: ScriptWord
    /// Whether the current word's closing quote has been typed, so that the word cannot be completed.
    var isClosed: Bool

    /// Parses a line's part before the cursor.
    init(_ line: String) {
        var reader = ScriptWordReader(line, home: nil)
        words = []
        while let word = reader.next() { words.append(word) }
        let end = line.utf8.count
        isClosed = false
        if let open = reader.unclosed {
            current = open
        } else if let last = words.last, last.range.upperBound == end {
            current = words.removeLast()
            isClosed = current.quoting != .none
        } else {
            current = ScriptWord(text: "", range: end..<end)
        }
    }
}

extension ScriptWord {
    /// The candidate as it would be typed in place of this word. Quotes are kept or added, and closed if the candidate
    /// is complete.
    func spelled(_ text: String, isWhole: Bool) -> String {
        let wanted: Quoting = quoting == .none && ScriptWord.quoted(text) == text ? .none : .double
        switch quoting == .single && !text.contains("'") ? .single : wanted {
        case .none: return text
        case .single: return "'" + text + (isWhole ? "'" : "")
        case .double: return "\"" + ScriptWord.escaped(text) + (isWhole ? "\"" : "")
        }
    }
}

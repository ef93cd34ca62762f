/// What stands before the cursor of a command line: whole words, and the one that is being typed.
struct TypedPosition: Equatable {
    /// The words before the one that is typed.
    var words: [ScriptWord]
    /// The word that is typed, without its quotes; empty behind a blank.
    var current: ScriptWord
    /// Whether the current word's closing quote is typed already: nothing completes it.
    var isClosed: Bool

    /// Reads a line's part before the cursor.
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
    /// A candidate as it is typed in the place of this word: its quotes are kept or added, and closed behind a whole one.
    func spelled(_ text: String, isWhole: Bool) -> String {
        let wanted: Quoting = quoting == .none && ScriptWord.quoted(text) == text ? .none : .double
        switch quoting == .single && !text.contains("'") ? .single : wanted {
        case .none: return text
        case .single: return "'" + text + (isWhole ? "'" : "")
        case .double: return "\"" + ScriptWord.escaped(text) + (isWhole ? "\"" : "")
        }
    }
}

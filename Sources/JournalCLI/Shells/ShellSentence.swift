import Journal

/// The part of a sentence that is being typed in a shell, which has already split words and removed quotes.
struct ShellSentence: Equatable, Sendable {
    /// The current word.
    let current: String
    /// The typed text of the part, from its first word.
    let typed: String
    /// The text of the current word before the part.
    private let head: String
    /// The number of words of the part before the current one.
    private let wordsBefore: Int

    /// - Parameter operands: The words of the sentence before the current one.
    init(_ operands: [String], current: String) {
        self.current = current
        let before = operands.map { $0 + " " }.joined()
        let sentence = before + current
        let start = ShellSentence.partStart(sentence)
        let currentStart = sentence.utf8.index(sentence.startIndex, offsetBy: before.utf8.count)
        typed = String(sentence[start...])
        head = start >= currentStart ? String(sentence[currentStart..<start]) : ""
        wordsBefore = start >= currentStart ? 0 : sentence[start..<currentStart].count { $0 == " " }
    }

    /// The current word if the part is completed to a place. Nil if the place would need quotes.
    func word(for place: String) -> String? {
        guard Prefix.matches(place, typed), SentencePosition.isPlain(place, isWhole: true) else { return nil }
        let words = place.split(separator: " ", omittingEmptySubsequences: false).dropFirst(wordsBefore)
        return words.isEmpty ? nil : head + words.joined(separator: " ")
    }

    /// The current word with its text from `start` on, in UTF-8 bytes, completed to a tag or person.
    func word(endingWith name: String, from start: Int) -> String? {
        guard let kept = String(current.utf8.prefix(start)), let typed = String(current.utf8.dropFirst(start)),
            Prefix.matches(name, typed)
        else { return nil }
        return kept + name
    }

    /// The start of the last part, after the last comma or the colon after a day and time.
    private static func partStart(_ sentence: String) -> String.Index {
        var start = sentence.startIndex
        for index in sentence.indices {
            let next = sentence.index(after: index)
            let isColon = sentence[index] == ":" && next < sentence.endIndex && sentence[next] == " "
            if sentence[index] == "," || isColon { start = next }
        }
        return sentence[start...].firstIndex { $0 != " " } ?? sentence.endIndex
    }
}

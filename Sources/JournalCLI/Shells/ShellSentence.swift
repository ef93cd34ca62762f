import Journal

/// Which part of a sentence is being typed in a shell, where words are cut at blanks and quotes are gone already.
struct ShellSentence: Equatable, Sendable {
    /// What is typed of the part, from its first word on.
    let typed: String
    /// What of the current word stands before the part.
    private let head: String
    /// How many words of the part stand before the current one.
    private let wordsBefore: Int

    /// - Parameter operands: the words of the sentence before the current one.
    init(_ operands: [String], current: String) {
        let before = operands.map { $0 + " " }.joined()
        let sentence = before + current
        let start = ShellSentence.partStart(sentence)
        let currentStart = sentence.utf8.index(sentence.startIndex, offsetBy: before.utf8.count)
        typed = String(sentence[start...])
        head = start >= currentStart ? String(sentence[currentStart..<start]) : ""
        wordsBefore = start >= currentStart ? 0 : sentence[start..<currentStart].count { $0 == " " }
    }

    /// What the current word becomes where the part is a place; nil for a place that is no part without quotes of its own.
    func word(for place: String) -> String? {
        guard Prefix.matches(place, typed), SentencePosition.isPlain(place, isWhole: true) else { return nil }
        let words = place.split(separator: " ", omittingEmptySubsequences: false).dropFirst(wordsBefore)
        return words.isEmpty ? nil : head + words.joined(separator: " ")
    }

    /// Where the last part begins: behind the last comma, or the colon of WHEN.
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

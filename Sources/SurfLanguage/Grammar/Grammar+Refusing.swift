// What readings of all fields share.

extension Grammar {
    /// The index after a label's colon, `was` or `is`.
    func afterLabel(_ start: Int, _ end: Int) -> Int {
        var index = start
        if isSymbol(index, end, ":") { index += 1 }
        while isWord(index, end, "was", "is", "of", "were") { index += 1 }
        return index
    }

    func unclear(_ start: Int, _ end: Int, _ fields: [EntryField]) -> Reading {
        Reading(
            end: end,
            meaning: .refusal(
                SentenceError(.unclear(text(start..<end), couldBe: fields), at: start..<end, isQuestion: true)))
    }

    func refused(_ start: Int, _ end: Int, _ field: EntryField) -> Reading {
        Reading(end: end, meaning: .refusal(SentenceError(.outOfRange(field, text(start..<end)), at: start..<end)))
    }

    /// A converted number without rounding noise in its last digits.
    func rounded(_ number: Double) -> Double { NumberText.rounded(number) }
}

// What readings of all fields share.

extension Grammar {
    /// The index after a label's colon, `was`, `était à`.
    func afterLabel(_ start: Int, _ end: Int) -> Int {
        var index = isSymbol(start, end, ":") ? start + 1 : start
        while let next = skip(index, end, .copula, .about) ?? (isWord(index, end, "of") ? index + 1 : nil) {
            index = next
        }
        return index > start && isArticle(index) && index < end
            && decimal(index + 1, end) ?? numberWords(index + 1, end) != nil
            ? index + 1 : index
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

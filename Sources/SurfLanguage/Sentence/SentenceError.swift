/// The reason why a sentence is refused or needs a question. It carries facts; the message is written elsewhere.
package struct SentenceError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// A double quote without its end. The value is the text from the quote on.
        case unclosedQuote(String)
        /// The line contains a NUL character, which a store cannot keep.
        case containsNUL
        /// The sentence has no place.
        case noPlace
        /// Several parts or words could be the place.
        case severalPlaces([String])
        /// A number without its unit, or with several possible meanings.
        case unclear(String, couldBe: [EntryField])
        /// Two values for one field.
        case twice(EntryField, String, String)
        /// The text has the form of a field's value but is out of range.
        case outOfRange(EntryField, String)
        /// The date is not valid.
        case date(DateError)
        /// A date's word without a date: `ago`, `last`, `next`, `before`.
        case strayWord(String)
        /// A field that both the sentence and an option set.
        case besideOption(EntryField, String)
        /// Notes for a journal without that field.
        case missingField(EntryField, String)
    }

    package let reason: Reason
    /// Similar lines that can be parsed, the most likely first.
    package var lines: [String]
    /// Whether the intended meaning may be among `lines`.
    package var isQuestion: Bool

    /// The tokens that caused the error.
    let tokens: Range<Int>?

    init(_ reason: Reason, at tokens: Range<Int>? = nil, lines: [String] = [], isQuestion: Bool = false) {
        (self.reason, self.tokens, self.lines, self.isQuestion) = (reason, tokens, lines, isQuestion)
    }
}

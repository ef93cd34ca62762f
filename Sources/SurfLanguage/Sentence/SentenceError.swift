/// Why a sentence is refused, or what has to be asked about it: facts; the words for a person are the command line's.
package struct SentenceError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// A double quote that is never closed, with the text from it on.
        case unclosedQuote(String)
        /// A NUL character, which a store cannot keep.
        case containsNUL
        /// Nothing in it is a place.
        case noPlace
        /// Parts or words that could each be the place.
        case severalPlaces([String])
        /// A number that needs a unit, or could be several things.
        case unclear(String, couldBe: [EntryField])
        /// Two values for one field.
        case twice(EntryField, String, String)
        /// Written like a value of a field, and none that the field can have.
        case outOfRange(EntryField, String)
        /// A date that is refused.
        case date(DateError)
        /// A word that belongs to a date and to none here: `ago`, `last`, `next`, `before`.
        case strayWord(String)
        /// A field that the sentence and an option both give.
        case besideOption(EntryField, String)
        /// Notes in a journal that has none.
        case missingField(EntryField, String)
    }

    package let reason: Reason
    /// Lines like it that are understood, the likeliest first.
    package var lines: [String]
    /// Whether what was meant can be chosen among `lines`.
    package var isQuestion: Bool

    /// The tokens that it is about.
    let tokens: Range<Int>?

    init(_ reason: Reason, at tokens: Range<Int>? = nil, lines: [String] = [], isQuestion: Bool = false) {
        (self.reason, self.tokens, self.lines, self.isQuestion) = (reason, tokens, lines, isQuestion)
    }
}

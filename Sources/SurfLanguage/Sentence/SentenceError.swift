/// Why a sentence is refused; it carries the facts, the sentence for a person is the command line's.
package enum SentenceError: Error, Equatable, Sendable {
    /// What stands before the first colon is no date, or one that is refused.
    case when(DateError)
    /// A double quote that is never closed, with the text from it on.
    case unclosedQuote(String)
    /// A NUL character, which a store cannot keep.
    case containsNUL
    /// A number without a unit, which could be any of the fields.
    case bareNumber(part: String, couldBe: [EntryField])
    /// A part that says more than one field.
    case severalFields(part: String, fields: [EntryField])
    /// A part written like a rating that is none from 1 to 5.
    case notARating(part: String)
    /// A field that another part, or its flag, gave already.
    case givenTwice(part: String, field: EntryField, byFlag: Bool)
    /// A part that could only be notes, in a store that has none.
    case noNotes(part: String)

    /// The fields whose flags the message names.
    package var fields: [EntryField] {
        switch self {
        case .when: [.date]
        case .unclosedQuote, .containsNUL: []
        case .bareNumber(_, let fields), .severalFields(_, let fields): fields
        case .notARating: [.rating]
        case .givenTwice(_, let field, _): [field]
        case .noNotes: [.location]
        }
    }

    /// The part that the message quotes.
    package var part: String? {
        switch self {
        case .when(let error): error.text
        case .unclosedQuote(let text): text
        case .containsNUL: nil
        case .bareNumber(let part, _), .severalFields(let part, _), .notARating(let part): part
        case .givenTwice(let part, _, _), .noNotes(let part): part
        }
    }
}

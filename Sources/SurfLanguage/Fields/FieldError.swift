/// The reason why a typed value cannot be set or filtered by. The message is written elsewhere.
package enum FieldError: Error, Equatable, Sendable {
    /// The value is empty. Clearing a field has its own option.
    case empty(EntryField)
    /// The text contains a NUL character, which a store cannot keep.
    case containsNUL(EntryField)
    /// The rating is not a whole number from 1 to 5.
    case notARating(String)
    /// The value of a count or number field is not a number, or is out of the field's range.
    case notAValue(EntryField, String)
    /// The time zone is unknown.
    case notAZone(String)
    /// In a filter of a number field, the value or an end of the range is not a number, or has another kind of unit.
    case notANumber(EntryField, String)
    /// A range without ends.
    case rangeWithoutEnds(EntryField)
    /// The range's first end is above its second.
    case reversedRange(EntryField, String)
    /// The value of `--last` is not a number followed by d, w, m or y.
    case notALength(String)
    /// The date is not valid.
    case date(DateError)

    /// The field whose option the message names.
    package var field: EntryField {
        switch self {
        case .empty(let field), .containsNUL(let field), .rangeWithoutEnds(let field): field
        case .notANumber(let field, _), .notAValue(let field, _), .reversedRange(let field, _): field
        case .notARating: .rating
        case .notAZone: .timeZone
        case .notALength, .date: .date
        }
    }
}

/// Why a typed value cannot be set or filtered by; it carries the facts, the sentence is the command line's.
package enum FieldError: Error, Equatable, Sendable {
    /// An empty value; clearing a field has its own option.
    case empty(EntryField)
    /// A text with a NUL character, which a store cannot keep.
    case containsNUL(EntryField)
    /// A rating that is no whole number from 1 to 5.
    case notARating(String)
    /// A filter of a number field whose value or range end is no number, or has a unit of something else.
    case notANumber(EntryField, String)
    /// A range without ends.
    case rangeWithoutEnds(EntryField)
    /// A range whose first end lies behind its second.
    case reversedRange(EntryField, String)
    /// A `--last` that is no number with one of d, w, m, y.
    case notALength(String)
    /// A date that is refused.
    case date(DateError)

    /// The field whose flag the message names.
    package var field: EntryField {
        switch self {
        case .empty(let field), .containsNUL(let field), .rangeWithoutEnds(let field): field
        case .notANumber(let field, _), .reversedRange(let field, _): field
        case .notARating: .rating
        case .notALength, .date: .date
        }
    }
}

/// Reads the value of a flag that sets a field.
package struct FieldReader: Sendable {
    /// How dates are read.
    package var dates: DateParser

    package init(dates: DateParser) {
        self.dates = dates
    }

    /// The value that `text` gives to `field`: text exactly as given, a rating 1...5, a date not in the future.
    package func value(of field: EntryField, _ text: String) throws(FieldError) -> FieldValue {
        if text.isEmpty { throw .empty(field) }
        if text.utf8.contains(0) { throw .containsNUL(field) }
        switch field.kind {
        case .text, .measure: return .text(text)
        case .rating: return .rating(try Rating.stars(text))
        case .date: return .date(try date(text))
        }
    }

    private func date(_ text: String) throws(FieldError) -> Double {
        do throws(DateError) { return try dates.date(text) } catch { throw .date(error) }
    }
}

/// How many stars a text gives.
enum Rating {
    /// The stars of a text that is one digit from 1 to 5.
    static func stars(_ text: String) throws(FieldError) -> Int16 {
        guard text.utf8.count == 1, let stars = Int16(text), (1...5).contains(stars) else {
            throw .notARating(text)
        }
        return stars
    }
}

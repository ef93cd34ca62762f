import Persistence

/// The value of one field.
package enum FieldValue: Equatable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z, for `date`.
    case date(Double)
    /// 1...5, for `rating`.
    case rating(Int16)
    /// A whole number that is at least 0, for `waves`.
    case count(Int16)
    /// A number in the unit of the field's kind.
    case number(Double)
    /// Text exactly as typed, for every other field.
    case text(String)
}

extension FieldValue {
    /// A field's value for one of the engine; nil for null.
    init?(_ value: PropertyValue, of field: EntryField) {
        switch value {
        case .date(let seconds): self = .date(seconds)
        case .integer(let number):
            self = field.kind == .rating ? .rating(Int16(clamping: number)) : .count(Int16(clamping: number))
        case .double(let number): self = .number(number)
        case .string(let text): self = .text(text)
        default: return nil
        }
    }

    /// The engine's value.
    var propertyValue: PropertyValue {
        switch self {
        case .date(let seconds): .date(seconds)
        case .rating(let number), .count(let number): .integer(Int64(number))
        case .number(let number): .double(number)
        case .text(let text): .string(text)
        }
    }
}

import Persistence
import SurfLanguage

extension FieldValue {
    /// A field's value from one of the engine; nil for null.
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
    package var propertyValue: PropertyValue {
        switch self {
        case .date(let seconds): .date(seconds)
        case .rating(let number), .count(let number): .integer(Int64(number))
        case .number(let number): .double(number)
        case .text(let text): .string(text)
        }
    }
}

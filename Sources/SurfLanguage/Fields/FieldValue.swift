/// The value of one field.
package enum FieldValue: Equatable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z, for `date`.
    case date(Double)
    /// A whole number in the range of the field's kind, for `rating` and `waves`.
    case integer(Int16)
    /// A number in the unit of the field's kind.
    case number(Double)
    /// Text exactly as typed, for every other field.
    case text(String)
}

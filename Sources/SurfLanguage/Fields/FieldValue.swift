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

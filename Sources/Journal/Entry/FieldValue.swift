/// The value of one field.
package enum FieldValue: Equatable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z, for `date`.
    case date(Double)
    /// 1...5, for `rating`.
    case rating(Int16)
    /// Text exactly as typed, for every other field.
    case text(String)
}

import Foundation

/// The reason why a date is not valid, with the typed text. The message is written elsewhere.
package enum DateError: Error, Equatable, Sendable {
    /// The text is not a date.
    case unreadable(String)
    /// `03/04`: day and month are ambiguous. `--date-order` determines their order.
    case orderUnknown(String)
    /// `4`: the hour may be am or pm.
    case halfUnknown(String)
    /// The text names different days, such as a weekday and another date, or two dates.
    case severalDays(String)
    /// The day is not in the calendar.
    case noSuchDay(String)
    /// The zone skips this clock time on that day.
    case noSuchTime(String)
    /// A month or a year was given where an instant is needed.
    case notOneDay(String)
    /// The date is after now. `understood` is the instant in seconds since 2001-01-01T00:00:00Z.
    case future(TypedDate, understood: Double)

    /// The typed text.
    package var text: String {
        switch self {
        case .unreadable(let text), .orderUnknown(let text), .noSuchDay(let text), .halfUnknown(let text): text
        case .noSuchTime(let text), .notOneDay(let text), .severalDays(let text): text
        case .future(let typed, _): typed.text
        }
    }
}

/// The typed text of a date and the zone it was parsed in.
package struct TypedDate: Equatable, Sendable {
    package let text: String
    package let zone: TimeZone

    package init(_ text: String, in zone: TimeZone) { (self.text, self.zone) = (text, zone) }
}

/// The order of day, month and year in numeric dates such as `03/04/2025`.
package enum DateOrder: String, CaseIterable, Sendable {
    case mdy, dmy, ymd
}

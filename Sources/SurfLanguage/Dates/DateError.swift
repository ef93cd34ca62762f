import Foundation

/// Why a date is refused; it carries what was typed, the sentence is the command line's.
package enum DateError: Error, Equatable, Sendable {
    /// It is written like no date.
    case unreadable(String)
    /// `03/04`: the day and the month cannot be told apart; `--date-order` says which.
    case orderUnknown(String)
    /// `4`: of the morning or of the afternoon.
    case halfUnknown(String)
    /// Two days that are not one: a weekday and a date, or two dates.
    case severalDays(String)
    /// A day that the calendar does not have.
    case noSuchDay(String)
    /// A clock time that the zone skips on that day.
    case noSuchTime(String)
    /// A month or a year where one moment is needed.
    case notOneDay(String)
    /// A date after now, with the instant understood in seconds since 2001-01-01T00:00:00Z.
    case future(TypedDate, understood: Double)

    /// What was typed.
    package var text: String {
        switch self {
        case .unreadable(let text), .orderUnknown(let text), .noSuchDay(let text), .halfUnknown(let text): text
        case .noSuchTime(let text), .notOneDay(let text), .severalDays(let text): text
        case .future(let typed, _): typed.text
        }
    }
}

/// What was typed for a date, and the zone that it was read in.
package struct TypedDate: Equatable, Sendable {
    package let text: String
    package let zone: TimeZone

    package init(_ text: String, in zone: TimeZone) { (self.text, self.zone) = (text, zone) }
}

/// Which of day, month and year comes first in `03/04/2025`.
package enum DateOrder: String, CaseIterable, Sendable {
    case mdy, dmy, ymd
}

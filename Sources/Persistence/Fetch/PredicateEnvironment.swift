import Foundation

/// The clock and the time zone that a predicate is bound with.
package struct PredicateEnvironment: Sendable {
    /// What `now()` is.
    package var now: Date
    /// The zone of dates that are written as text without an offset.
    package var timeZone: TimeZone

    package init(now: Date, timeZone: TimeZone) {
        self.now = now
        self.timeZone = timeZone
    }

    /// The system's clock and zone at this moment.
    package static var current: PredicateEnvironment {
        PredicateEnvironment(now: Date(), timeZone: .current)
    }
}

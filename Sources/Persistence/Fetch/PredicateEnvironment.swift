import Foundation

/// The clock and the time zone that a predicate is bound with.
package struct PredicateEnvironment: Sendable {
    /// What `now()` is.
    package let now: Date
    private let zone: @Sendable () -> TimeZone

    /// - Parameter timeZone: asked only if a predicate has a date without an offset; loading zones takes a while.
    package init(now: Date, timeZone: @autoclosure @escaping @Sendable () -> TimeZone) {
        self.now = now
        self.zone = timeZone
    }

    /// The zone of dates that are written as text without an offset.
    package var timeZone: TimeZone { zone() }

    /// The system's clock and zone at this moment.
    package static var current: PredicateEnvironment {
        PredicateEnvironment(now: Date(), timeZone: .current)
    }
}

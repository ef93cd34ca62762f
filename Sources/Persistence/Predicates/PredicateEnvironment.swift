import Foundation

/// The clock and the time zone for binding a predicate.
package struct PredicateEnvironment: Sendable {
    /// The value of `now()`.
    package let now: Date
    private let zone: @Sendable () -> TimeZone

    /// - Parameter timeZone: evaluated only if a predicate has a date without an offset, because loading a zone is
    ///   slow.
    package init(now: Date, timeZone: @autoclosure @escaping @Sendable () -> TimeZone) {
        self.now = now
        self.zone = timeZone
    }

    /// The zone of date strings without an offset.
    package var timeZone: TimeZone { zone() }

    /// The system's current time and zone.
    package static var current: PredicateEnvironment {
        PredicateEnvironment(now: Date(), timeZone: .current)
    }
}

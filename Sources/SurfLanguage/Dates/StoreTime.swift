import Foundation

/// The store's time scale: seconds since 2001-01-01T00:00:00Z.
package enum StoreTime {
    /// The start of the scale, in seconds since 1970-01-01T00:00:00Z.
    package static let reference = 978_307_200

    /// The limit of whole seconds in both directions, counted from the scale's start. Dates beyond it are clamped.
    static let farthest = 30_000_000_000_000

    /// The whole second of a store date, counted from 1970. The fraction is rounded down.
    package static func unixSecond(_ date: Double) -> Int {
        let limit = Double(farthest)
        guard !date.isNaN else { return reference }
        return Int(min(max(date.rounded(.down), -limit), limit)) + reference
    }

    /// The store date as a `Date`.
    package static func foundationDate(_ date: Double) -> Date { Date(timeIntervalSinceReferenceDate: date) }

    /// The store date of a second counted from 1970.
    package static func date(unixSecond: Int) -> Double { Double(unixSecond - reference) }
}

/// A high or a low water.
package struct TideExtreme: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case high, low
    }

    /// Seconds since 1970-01-01, UTC.
    package let time: Double
    package let kind: Kind
    /// Metres above the datum.
    package let height: Double
}

/// The moon's phase at an instant: the nearest full or new moon, and how long ago it was.
package struct MoonPhase: Equatable, Sendable {
    package enum Name: String, Sendable {
        case new, full
    }

    package let name: Name
    /// The time of that full or new moon, in seconds since 1970-01-01, UTC.
    package let time: Double
    /// The days since then; negative if it is still to come. At most 8 in either direction.
    package let days: Double

    /// - Parameter instant: Seconds since 1970-01-01, UTC.
    package init(at instant: Double) {
        let half = Lunation.half(at: instant)
        let near = (half - 1...half + 1).map { (number: $0, time: Lunation.time(half: $0)) }
            .min { abs($0.time - instant) < abs($1.time - instant) }
        // `min` returns nil only for an empty array, and this one has three elements.
        let (number, time) = near ?? (half, Lunation.time(half: half))
        name = number % 2 == 0 ? .new : .full
        self.time = time
        days = (instant - time) / 86_400
    }
}

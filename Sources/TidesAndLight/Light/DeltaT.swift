/// How much the clock of the planets is ahead of UTC, because the earth turns more slowly than it did.
enum DeltaT {
    /// Between two of these years it changes evenly, to a few seconds. Those to come are estimates.
    ///
    /// Source: the tables of the International Earth Rotation Service.
    private static let known: [(year: Double, seconds: Double)] = [
        (1900, -3), (1910, 10), (1920, 21), (1940, 24), (1950, 29), (1960, 33), (1970, 40), (1980, 51), (1990, 57),
        (2000, 64), (2010, 66), (2020, 69), (2030, 71), (2100, 95),
    ]

    /// In seconds.
    /// - Parameter time: Seconds since 1970-01-01, UTC.
    static func seconds(at time: Double) -> Double {
        let year = min(max(1970 + time / 31_556_952, known[0].year), known[known.count - 1].year)
        let place = max(1, known.firstIndex { $0.year >= year } ?? known.count - 1)
        let (before, after) = (known[place - 1], known[place])
        return before.seconds
            + (year - before.year) / (after.year - before.year) * (after.seconds - before.seconds)
    }
}

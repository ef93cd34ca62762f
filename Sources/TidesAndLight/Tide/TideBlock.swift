/// Four days of a year, the unit in which high and low waters are computed and kept. The last block of a year is shorter.
struct TideBlock: Hashable, Sendable {
    let year: Int
    /// From 0.
    let number: Int

    private static let length = 4 * 86_400.0
    private static let maxInYear = 91.0

    /// The block of an instant.
    init(at time: Double) {
        year = UTCYear.year(at: time)
        number = Int(min(max(0, (time - UTCYear.start(year)) / TideBlock.length), TideBlock.maxInYear))
    }

    private init(year: Int, number: Int) {
        (self.year, self.number) = (year, number)
    }

    /// When it begins and ends, in seconds since 1970-01-01, UTC.
    var start: Double { UTCYear.start(year) + Double(number) * TideBlock.length }
    var end: Double { min(start + TideBlock.length, UTCYear.start(year + 1)) }

    var next: TideBlock { TideBlock(at: end) }
    var previous: TideBlock { TideBlock(at: start - 1) }
}

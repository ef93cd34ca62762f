/// Heights, and high and low waters, at one station.
///
/// It keeps the years and the blocks of days that it has computed, so that asking about a million instants of some years
/// computes each of those days once, and a height allocates nothing. A value; use one on one thread at a time.
///
/// A subordinate station's high and low waters are those of its reference station, moved by its offsets. Between two of
/// them its height follows the reference station's, stretched in time and height, as in XTide.
package struct TidePredictor: Sendable {
    package let station: TideStation
    /// The years, in UTC, for which there are heights.
    package let years: ClosedRange<Int>

    private let table: TideTable
    /// How much later than the reference station, on average, in seconds.
    private let delay: Double
    private var kept: [Int: TideYear] = [:]
    private var blocks: [TideBlock: [TideEvent]] = [:]
    private var ranges: [Double: ClosedRange<Double>] = [:]

    /// More than 40 years. All are forgotten when this is reached, so that memory is bounded.
    private static let maxKept = 4_000
    /// The most blocks without an extreme that are searched for the next. The slowest tides have one a day.
    private static let farthest = 4

    package init(_ station: TideStation, in table: TideTable) {
        (self.station, self.table, years) = (station, table, table.years)
        delay = station.offsets.map { ($0.high.seconds + $0.low.seconds) / 2 } ?? 0
    }

    /// Whether there are heights at an instant.
    /// - Parameter time: In seconds since 1970-01-01, UTC. So are all times here.
    package func covers(_ time: Double) -> Bool { covered.contains(time) }

    private var covered: Range<Double> { UTCYear.start(years.lowerBound)..<UTCYear.start(years.upperBound + 1) }

    // MARK: Heights

    /// The height, in metres above the datum; nil outside the table's years.
    /// - Complexity: Linear in the constituents, and for the first instant of a block of days 100 microseconds.
    package mutating func height(at time: Double) -> Double? {
        guard covers(time) else { return nil }
        guard station.offsets != nil else { return year(at: time).height(at: time) }
        let (last, next) = events(around: time)
        guard let last, let next else { return nil }
        let part = (time - last.extreme.time) / (next.extreme.time - last.extreme.time)
        let moved = last.reference.time + part * (next.reference.time - last.reference.time)
        guard covers(moved) else { return nil }
        let height = year(at: moved).height(at: moved)
        let (low, high) = (last.reference.height, next.reference.height)
        if abs(high - low) < 1e-6 { return last.extreme.height }
        return last.extreme.height + (height - low) / (high - low) * (next.extreme.height - last.extreme.height)
    }

    /// The last extreme up to an instant, and the next one after it. Nil where the table does not reach, or where the
    /// water is still.
    package mutating func extremes(around time: Double) -> (last: TideExtreme?, next: TideExtreme?) {
        let (last, next) = events(around: time)
        return (last?.extreme, next?.extreme)
    }

    /// The high and low waters in a span of time, ascending. The span's end is not part of it.
    /// - Complexity: Linear in the days, and 25 microseconds for each that was not asked for before.
    package mutating func extremes(in span: Range<Double>) -> [TideExtreme] {
        var found: [TideExtreme] = []
        let span = span.clamped(to: covered)
        var block = TideBlock(at: span.lowerBound - delay).previous
        let last = TideBlock(at: span.upperBound - delay).next
        while block.start <= last.start {
            found += events(of: block).map(\.extreme).filter { span.contains($0.time) }
            block = block.next
        }
        return found.sorted { $0.time < $1.time }
    }

    /// The lowest and the highest water of a day, its beginning and end included; nil outside the table's years.
    /// - Parameter day: From its midnight to the next, as the place's clocks show it.
    package mutating func range(of day: Range<Double>) -> ClosedRange<Double>? {
        if let range = ranges[day.lowerBound] { return range }
        guard let start = height(at: day.lowerBound), let end = height(at: day.upperBound.nextDown) else { return nil }
        let heights = extremes(in: day).map(\.height) + [start, end]
        guard let low = heights.min(), let high = heights.max() else { return nil }
        if ranges.count >= TidePredictor.maxKept { ranges.removeAll() }
        ranges[day.lowerBound] = low...high
        return low...high
    }

    // MARK: Events

    private mutating func events(around time: Double) -> (last: TideEvent?, next: TideEvent?) {
        let middle = TideBlock(at: time - delay)
        var (last, next): (TideEvent?, TideEvent?)
        // The offsets of high and low water differ by hours, so that a neighbouring block may have the nearest event.
        for block in [middle.previous, middle, middle.next] { narrow(&last, &next, to: time, block) }
        var (before, after) = (middle.previous, middle.next)
        for _ in 0..<TidePredictor.farthest where last == nil || next == nil {
            (before, after) = (before.previous, after.next)
            if last == nil { narrow(&last, &next, to: time, before) }
            if next == nil { narrow(&last, &next, to: time, after) }
        }
        return (last, next)
    }

    private mutating func narrow(
        _ last: inout TideEvent?, _ next: inout TideEvent?, to time: Double, _ block: TideBlock
    ) {
        for event in events(of: block) {
            let moment = event.extreme.time
            if moment <= time {
                if moment >= last?.extreme.time ?? -.infinity { last = event }
            } else if moment < next?.extreme.time ?? .infinity {
                next = event
            }
        }
    }

    private mutating func events(of block: TideBlock) -> [TideEvent] {
        if let events = blocks[block] { return events }
        guard years.contains(block.year) else { return [] }
        var extremes = year(block.year).extremes(from: block.start, to: block.end)
        if block.number == 0 { joinYears(&extremes, at: block.start, block.year) }
        if blocks.count >= TidePredictor.maxKept { blocks.removeAll() }
        let events = extremes.map { TideEvent($0, station.offsets) }
        blocks[block] = events
        return events
    }

    /// High and low waters take turns across the turn of a year too, at which the slope jumps: an extreme that both years
    /// have is kept once, and one that neither has is at midnight.
    private mutating func joinYears(_ extremes: inout [TideExtreme], at midnight: Double, _ number: Int) {
        guard years.contains(number - 1) else { return }
        let roseBefore = year(number - 1).slope(at: midnight).first > 0
        let year = year(number)
        if roseBefore == (year.slope(at: midnight).first > 0) { return }
        if let first = extremes.first, first.time - midnight < TidePredictor.sameExtreme {
            extremes.removeFirst()
        } else {
            let kind: TideExtreme.Kind = roseBefore ? .high : .low
            extremes.insert(TideExtreme(time: midnight, kind: kind, height: year.height(at: midnight)), at: 0)
        }
    }

    /// An hour.
    private static let sameExtreme = 3_600.0

    private mutating func year(at time: Double) -> TideYear { year(UTCYear.year(at: time)) }

    private mutating func year(_ number: Int) -> TideYear {
        if let year = kept[number] { return year }
        if kept.count >= TidePredictor.maxKept { kept.removeAll() }
        let year = TideYear(station.constants, number, in: table)
        kept[number] = year
        return year
    }
}

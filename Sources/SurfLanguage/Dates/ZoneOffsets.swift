import Foundation

/// The offsets of a time zone, in whole minutes, remembered day by day.
///
/// Offsets of local mean time have seconds, which ISO 8601 cannot write; they are cut to minutes wherever a date is read
/// or written, so that both agree on the instant. Asking again for a remembered day costs no call of Foundation.
package struct ZoneOffsets: Sendable {
    private struct Day {
        var number = Int.min
        var before: Int32 = 0
        var after: Int32 = 0
        /// The second from which `after` holds.
        var change = Int.max
    }

    private static let fewest = 64
    private static let most = 8192
    private let zone: TimeZone
    /// A power of two of slots, each for the days whose numbers end in its own; more when more days are asked for.
    private var days = Array(repeating: Day(), count: fewest)
    private var lookUps = 0

    package init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// Seconds east of UTC at a second counted from 1970.
    package mutating func offset(at second: Int) -> Int {
        let number = second.flooredQuotient(86_400)
        var slot = number & (days.count - 1)
        if days[slot].number != number {
            makeRoom()
            slot = number & (days.count - 1)
            days[slot] = look(up: number)
        }
        return Int(second < days[slot].change ? days[slot].before : days[slot].after)
    }

    /// So few slots as most commands need are made at once; the first days that find them taken make them many.
    private mutating func makeRoom() {
        lookUps += 1
        if lookUps > Self.fewest, days.count < Self.most { days = Array(repeating: Day(), count: Self.most) }
    }

    private func look(up number: Int) -> Day {
        let first = number * 86_400
        let before = Self.offset(of: zone, at: first)
        let after = Self.offset(of: zone, at: first + 86_399)
        var day = Day(number: number, before: Int32(before), after: Int32(after))
        guard before != after else { return day }
        day.change = first + Self.firstIndex(below: 86_399) { Self.offset(of: zone, at: first + $0) != before }
        return day
    }

    /// Seconds east of UTC, asked of Foundation.
    static func offset(of zone: TimeZone, at second: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))).flooredQuotient(60) * 60
    }

    /// The first of 0..<count for which `isBeyond` holds, else `count`; it holds from some index on.
    static func firstIndex(below count: Int, where isBeyond: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

import Foundation

/// The offsets of a time zone in whole minutes, cached by day.
///
/// Offsets of local mean time have seconds, which ISO 8601 cannot express. They are rounded down to minutes both when
/// dates are parsed and when they are written, so both agree on the instant. Looking up a cached day does not call
/// Foundation.
package struct ZoneOffsets: Sendable {
    private struct Day {
        var number = Int.min
        var before: Int32 = 0
        var after: Int32 = 0
        /// The second from which `after` applies.
        var change = Int.max
    }

    private static let fewest = 64
    private static let most = 8192
    private let zone: TimeZone
    /// A cache with a power of two of slots, indexed by the low bits of a day's number. It grows when more days are
    /// needed.
    private var days = Array(repeating: Day(), count: fewest)
    private var lookUps = 0

    package init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// The offset in seconds east of UTC at a second counted from 1970.
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

    /// Starts with the few slots that most commands need, and grows to the maximum after as many misses.
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
        day.change = first + (0..<86_399).partitioningIndex { Self.offset(of: zone, at: first + $0) != before }
        return day
    }

    /// The offset in seconds east of UTC, from Foundation.
    static func offset(of zone: TimeZone, at second: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))).flooredQuotient(60) * 60
    }
}

import Foundation
import SurfLanguage

/// A time zone in the form of POSIX, such as `UTC+8` (eight hours west of Greenwich), `JST-9` or `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2017, Base Definitions, 8.3, "TZ".
struct PosixZone {
    /// When summer time begins or ends: the `week`th `weekday` of a month, the last if it is 5, at a second of that day.
    private struct Change {
        var month, week, weekday: Int
        var second = 7200

        /// The second since 1970 on the clock of that time.
        func local(_ year: Int) -> Int? {
            guard let first = CivilDay(year: year, month: month, day: 1) else { return nil }
            var day = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            while day > CivilDay.days(inMonth: month, of: year) { day -= 7 }
            return (first.number + day - 1) * 86_400 + second
        }
    }

    /// Seconds east of Greenwich, in winter and in summer.
    private let standard: Int
    private let summer: Int?
    /// The beginning and the end of summer time. Without a rule they are those of the United States, as in the C library,
    /// or, if no zone there has these offsets, those of a zone that has them: `CET-1CEST`.
    private var hasRule = false
    private var begin = Change(month: 3, week: 2, weekday: 0)
    private var end = Change(month: 11, week: 1, weekday: 0)

    /// Nil if the text has another form.
    init?(_ text: String) {
        var rest = text[...]
        guard PosixZone.skipName(&rest), let west = PosixZone.seconds(&rest) else { return nil }
        standard = -west
        if rest.isEmpty {
            summer = nil
            return
        }
        guard PosixZone.skipName(&rest) else { return nil }
        summer = PosixZone.seconds(&rest).map { -$0 } ?? standard + 3600
        if rest.isEmpty { return }
        guard rest.popFirst() == ",", let begin = PosixZone.change(&rest), rest.popFirst() == ",",
            let end = PosixZone.change(&rest), rest.isEmpty
        else { return nil }
        (self.begin, self.end, hasRule) = (begin, end, true)
    }

    /// A zone with the same clock in a year and the next; nil if there is none.
    /// - Complexity: O(1) without summer time, otherwise a search of all zones.
    func zone(in year: Int) -> TimeZone? {
        guard summer != nil else { return TimeZone(secondsFromGMT: standard) }
        guard let first = CivilDay(year: year, month: 1, day: 1) else { return nil }
        return zone(on: stride(from: first.number, to: first.number + 730, by: 6))
            ?? (hasRule ? nil : zone(on: stride(from: first.number + 14, to: first.number + 365, by: 181)))
    }

    /// The best known zone with the same clock at noon of those days since 1970.
    private func zone(on days: StrideTo<Int>) -> TimeZone? {
        let probes = days.map { $0 * 86_400 + 43_200 }
        let offsets = probes.map(offset)
        let known = TimeZone.knownTimeZoneIdentifiers.sorted { PosixZone.rank($0) < PosixZone.rank($1) }
        return known.lazy.compactMap(TimeZone.init(identifier:)).first { zone in
            zip(probes, offsets).allSatisfy { probe, offset in
                zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(probe))) == offset
            }
        }
    }

    /// The zones of continents are better known than those of islands.
    private static func rank(_ name: String) -> Int {
        ["Europe/", "America/", "Australia/", "Pacific/"].firstIndex(where: name.hasPrefix) ?? 9
    }

    /// The offset in seconds east of Greenwich at a second since 1970.
    private func offset(_ second: Int) -> Int {
        let year = CivilDay(number: second.flooredQuotient(86_400)).year
        guard let summer, let start = begin.local(year), let stop = end.local(year) else { return standard }
        let (from, to) = (start - standard, stop - summer)
        let isSummer = from < to ? (from..<to).contains(second) : !(to..<from).contains(second)
        return isSummer ? summer : standard
    }

    // MARK: Parts

    /// Three letters and more, or any name in angle brackets.
    private static func skipName(_ text: inout Substring) -> Bool {
        if text.first == "<" {
            guard let end = text.firstIndex(of: ">") else { return false }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { $0.isASCII && $0.isLetter }
        text = text[name.endIndex...]
        return name.count >= 3
    }

    /// `8`, `+8`, `-9:30`, `5:00:00`, in seconds.
    private static func seconds(_ text: inout Substring) -> Int? {
        let sign = text.first.map { $0 == "-" ? -1 : 1 } ?? 1
        if text.first == "-" || text.first == "+" { text.removeFirst() }
        guard var total = number(&text, 0...167).map({ $0 * 3600 }) else { return nil }
        for size in [60, 1] where text.first == ":" {
            text.removeFirst()
            guard let part = number(&text, 0...59) else { return nil }
            total += part * size
        }
        return sign * total
    }

    /// `M3.5.0/2`.
    private static func change(_ text: inout Substring) -> Change? {
        guard text.popFirst() == "M", let month = number(&text, 1...12), text.popFirst() == ".",
            let week = number(&text, 1...5), text.popFirst() == ".", let weekday = number(&text, 0...6)
        else { return nil }
        var change = Change(month: month, week: week, weekday: weekday)
        if text.first == "/" {
            text.removeFirst()
            guard let second = seconds(&text) else { return nil }
            change.second = second
        }
        return change
    }

    private static func number(_ text: inout Substring, _ range: ClosedRange<Int>) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }.prefix(3)
        guard let number = Int(digits), range.contains(number) else { return nil }
        text = text[digits.endIndex...]
        return number
    }
}

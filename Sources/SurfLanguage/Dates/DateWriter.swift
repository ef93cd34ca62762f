import Foundation

/// Formats dates for people: `2026-09-12 07:00`.
package struct DateWriter: Sendable {
    private var writer: ISODateWriter

    package init(zone: TimeZone) {
        writer = ISODateWriter(zone: zone)
    }

    /// The day and the minute.
    package mutating func minute(_ date: Double) -> String {
        let parts = writer.string(date).split(separator: "T", maxSplits: 1)
        guard parts.count == 2 else { return "" }
        return "\(parts[0]) \(parts[1].prefix(5))"
    }

    /// The weekday, the day and the minute, as used to echo input.
    package func understood(_ date: Double) -> String {
        var copy = self
        let text = copy.minute(date)
        return DateWriter.weekday(of: text).map { "\($0) \(text)" } ?? text
    }

    /// The weekday, the day, the second and the offset from UTC.
    package func exact(_ date: Double) -> String {
        var writer = writer
        let text = writer.string(date).replacingOccurrences(of: "T", with: " ")
        return DateWriter.weekday(of: text).map { "\($0) \(text)" } ?? text
    }

    /// The weekday of a day in years 0 and later.
    private static func weekday(of text: String) -> String? {
        guard text.first?.isNumber == true else { return nil }
        let numbers = text.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3, let day = CivilDay(year: numbers[0], month: numbers[1], day: numbers[2]) else {
            return nil
        }
        return ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][day.weekday]
    }
}

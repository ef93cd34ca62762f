import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

struct ISODateWriterTests {
    static let zones = [
        "UTC", "America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
        "America/St_Johns", "Europe/London", "Africa/Monrovia",
    ]

    /// The date by a calendar, field by field; calculated 2,000 years later, where the calendar is certainly Gregorian.
    static func obvious(_ date: Double, _ zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        let second = date.rounded(.down)
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: second))
        let minutes = Int((Double(offset) / 60).rounded(.down))
        let local = Date(timeIntervalSinceReferenceDate: second + Double(minutes * 60 + 5 * 146_097 * 86_400))
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: local)
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        let day = padded(parts.year! - 2000, 4) + "-" + padded(parts.month!, 2) + "-" + padded(parts.day!, 2)
        let time = padded(parts.hour!, 2) + ":" + padded(parts.minute!, 2) + ":" + padded(parts.second!, 2)
        let sign = minutes < 0 ? "-" : "+"
        return day + "T" + time
            + (minutes == 0 ? "Z" : sign + padded(abs(minutes) / 60, 2) + ":" + padded(abs(minutes) % 60, 2))
    }

    @Test(arguments: zones)
    func `dates are written as a calendar shows them`(name: String) {
        let zone = TimeZone(identifier: name)!
        var writer = ISODateWriter(zone: zone)
        var random = SplitMix(state: 7)
        for index in 0..<3000 {
            let year = index % 2 == 0 ? 1900 + Double(random.next() % 200) : 1 + Double(random.next() % 9998)
            let date =
                (year - 2001) * 31_556_952 + Double(random.next() % 31_556_952) + Double(random.next() % 1000) / 1000
            #expect(writer.string(date) == Self.obvious(date, zone))
        }
    }

    @Test(arguments: zones)
    func `times around a clock change are written as a calendar shows them`(name: String) {
        let zone = TimeZone(identifier: name)!
        var writer = ISODateWriter(zone: zone)
        var day = 0.0
        var changes = 0
        while day < 800_000_000, changes < 6 {
            let end = Date(timeIntervalSinceReferenceDate: day + 86_400)
            if zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: day)) != zone.secondsFromGMT(for: end) {
                changes += 1
                for second in stride(from: day, to: day + 86_400, by: 599.5) {
                    #expect(writer.string(second) == Self.obvious(second, zone))
                }
            }
            day += 86_400
        }
    }

    @Test(arguments: [
        (0.0, "2001-01-01T00:00:00Z"), (0.999, "2001-01-01T00:00:00Z"), (-0.001, "2000-12-31T23:59:59Z"),
        (-978_307_200.5, "1969-12-31T23:59:59Z"), (363_215_648.859691, "2012-07-05T21:14:08Z"),
        (-63_113_904_000, "0001-01-01T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
        (252_423_993_600, "+010000-01-01T00:00:00Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
        (-63_145_526_401, "-000001-12-31T23:59:59Z"),
    ])
    func `fractions of a second are rounded towards the past in every year`(date: Double, text: String) {
        var writer = ISODateWriter(zone: TimeZone(identifier: "UTC")!)
        #expect(writer.string(date) == text)
        _ = writer.string(-63_145_526_401)
        #expect(writer.string(date) == text)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `a date beyond all calendars is written as some date`(date: Double) {
        var writer = ISODateWriter(zone: TimeZone(identifier: "America/Los_Angeles")!)
        #expect(writer.string(date).contains("T"))
    }

    @Test(arguments: zones)
    func `a written date is read back as the same second`(name: String) throws {
        let zone = TimeZone(identifier: name)!
        var writer = ISODateWriter(zone: zone)
        let parser = DateReader(now: 1e12, zone: TimeZone(identifier: "Asia/Tokyo")!)
        var random = SplitMix(state: 3)
        for _ in 0..<500 {
            let date = Double(random.next() % 400_000_000_000) - 100_000_000_000
            #expect(try parser.date(writer.string(date)) == date)
        }
    }
}

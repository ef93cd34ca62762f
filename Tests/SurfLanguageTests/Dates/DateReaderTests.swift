import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

private func written(_ date: Double, _ zone: TimeZone) -> String {
    var writer = ISODateWriter(zone: zone)
    return writer.string(date)
}

struct DateReaderTests {
    @Test(arguments: [
        ("2014-08-01", "2014-08-01T12:00:00-07:00"), ("20140801", "2014-08-01T12:00:00-07:00"),
        ("2014-8-1", "2014-08-01T12:00:00-07:00"),
        ("2014-08-01T07:30", "2014-08-01T07:30:00-07:00"), ("2014-08-01 07:30:15", "2014-08-01T07:30:15-07:00"),
        ("2014-08-01T07:30:15.75Z", "2014-08-01T00:30:15-07:00"),
        ("2014-08-01T07:30:15,75Z", "2014-08-01T00:30:15-07:00"),
        ("20140801T073015+0200", "2014-07-31T22:30:15-07:00"), ("2014-08-01t07:30+02", "2014-07-31T22:30:00-07:00"),
        ("2014-08-01 07:30 +02:00", "2014-07-31T22:30:00-07:00"), ("20140801T07Z", "2014-08-01T00:00:00-07:00"),
        ("today", "2026-09-12T12:00:00-07:00"), ("2026-09-12", "2026-09-12T12:00:00-07:00"),
        ("yesterday", "2026-09-11T12:00:00-07:00"), ("Yesterday 7am", "2026-09-11T07:00:00-07:00"),
        ("7am yesterday", "2026-09-11T07:00:00-07:00"), ("yesterday at 7:30 pm", "2026-09-11T19:30:00-07:00"),
        ("sat", "2026-09-12T12:00:00-07:00"), ("sat 07:00", "2026-09-12T07:00:00-07:00"),
        ("sunday", "2026-09-06T12:00:00-07:00"), ("Fri 19:30", "2026-09-11T19:30:00-07:00"),
        ("3 days ago", "2026-09-09T12:00:00-07:00"), ("2 weeks ago", "2026-08-29T12:00:00-07:00"),
        ("1 month ago 6am", "2026-08-12T06:00:00-07:00"), ("1 year ago", "2025-09-12T12:00:00-07:00"),
        ("0 days ago", "2026-09-12T12:00:00-07:00"), ("7am", "2026-09-12T07:00:00-07:00"),
        ("12am", "2026-09-12T00:00:00-07:00"), ("12pm", "2026-09-12T12:00:00-07:00"),
        ("12:35", "2026-09-11T12:35:00-07:00"),
        ("19:30", "2026-09-11T19:30:00-07:00"), ("7:30pm", "2026-09-11T19:30:00-07:00"),
        ("noon", "2026-09-12T12:00:00-07:00"),
        ("06:00Z", "2026-09-11T23:00:00-07:00"), ("20:00Z", "2026-09-11T13:00:00-07:00"),
        ("12 Sep", "2026-09-12T12:00:00-07:00"), ("13 Sep", "2025-09-13T12:00:00-07:00"),
        ("Sep 12 2025", "2025-09-12T12:00:00-07:00"), ("Sep 12, 2025", "2025-09-12T12:00:00-07:00"),
        ("12 Sep 2025 7am", "2025-09-12T07:00:00-07:00"), ("september 1st", "2026-09-01T12:00:00-07:00"),
        ("29 Feb", "2024-02-29T12:00:00-08:00"), ("2025/04/03", "2025-04-03T12:00:00-07:00"),
        ("-000001-12-31T23:59:59Z", "-000001-12-31T16:06:59-07:53"),
    ])
    func `a typed date is understood`(text: String, expected: String) throws {
        let parser = losAngeles()
        #expect(written(try parser.date(text), parser.zone) == expected)
    }

    @Test(arguments: [
        ("2014-08-01T07:30-03:00", "2014-08-01T03:30:00-07:00"),
        ("2014-08-01T07:30\u{2212}03:00", "2014-08-01T03:30:00-07:00"),
        ("2014-08-01 07:30:15.75\u{2212}0930", "2014-08-01T10:00:15-07:00"),
        ("20140801T0730\u{2212}03", "2014-08-01T03:30:00-07:00"),
        ("2014-08-01T07:30+23:59", "2014-07-31T00:31:00-07:00"),
        ("1 Aug 2014 07:30+2359", "2014-07-31T00:31:00-07:00"), ("1 Aug 2014 07:30+23", "2014-07-31T01:30:00-07:00"),
        ("1 Aug 2014 07:30 \u{2212}0300", "2014-08-01T03:30:00-07:00"),
        ("1 Aug 2014 07:30\u{2212}0300", "2014-08-01T03:30:00-07:00"),
    ])
    func `an offset from UTC has a plus, a hyphen or a minus sign`(text: String, expected: String) throws {
        let parser = losAngeles()
        #expect(written(try parser.date(text), parser.zone) == expected)
    }

    @Test(arguments: [
        "2014-08-01T07:30\u{2212}24:00", "2014-08-01T07:30+24:00", "2014-08-01T07:30+01:60",
        "yesterday 07:30+24:00", "yesterday 07:30+2400", "yesterday 07:30+24", "yesterday 07:30+01:60",
        "yesterday 07:30+0160", "2014-08-01T07:30+130", "yesterday 07:30 +02",
    ])
    func `an offset of a day or of sixty minutes, or in another form, is refused`(text: String) {
        #expect(throws: DateError.unreadable(text)) { try losAngeles().date(text) }
    }

    @Test(arguments: [
        ("2104-02-28T12:00:00-08:00", "2096-02-29"), ("2103-06-01T12:00:00-07:00", "2096-02-29"),
        ("1904-02-28T12:00:00-08:00", "1896-02-29"), ("2004-02-28T12:00:00-08:00", "2000-02-29"),
        ("2104-02-29T12:00:00-08:00", "2104-02-29"),
    ])
    func `29 February without a year is the latest one, also across a century without it`(now: String, day: String)
        throws
    {
        let parser = losAngeles(now: now)
        for text in ["29 Feb", "29/2"] {
            #expect(written(try parser.date(text), parser.zone).hasPrefix(day))
        }
    }

    @Test(arguments: ["now", "2026-09-12T12:34:56", "today 12:34:56", "12:34:56"])
    func `the present moment is not in the future`(text: String) throws {
        let parser = losAngeles(now: "2026-09-12T12:34:56-07:00")
        #expect(try parser.date(text) == parser.now)
    }

    @Test func `today without a time means noon, or now if it is before noon`() throws {
        #expect(try losAngeles().date("today") == losAngeles().date("12:00"))
        let morning = losAngeles(now: "2026-09-12T10:15:00-07:00")
        #expect(try morning.date("today") == morning.now)
    }

    @Test func `a fraction of a second is kept`() throws {
        let parser = losAngeles()
        #expect(try parser.date("2014-08-01T07:30:15.75Z").truncatingRemainder(dividingBy: 1) == 0.75)
    }

    @Test(arguments: [
        "", " ", "Malibu", "2014-8", "25:00", "7", "13pm", "0am", "7:5", "12:60", "12 12 2025", "3 days", "days ago",
        "2014-08-01T", "2014-08-01T7:30:", "Z", "+02:00", "12 Foo", "20260912T0700x",
        "999999999999 days ago", "07:00Z Z", "123/4/25", "3/4/256", "3/4/5", "１２ Sep", "2014-08-01T07:30+25:00",
    ])
    func `a text that is not a date is refused`(text: String) {
        #expect(throws: DateError.unreadable(text)) { try losAngeles().date(text) }
    }

    @Test(arguments: ["2025-02-29", "31 Sep", "Feb 30 2024", "2025-13-01", "2025-00-10"])
    func `a day that does not exist is refused`(text: String) {
        #expect(throws: DateError.noSuchDay(text)) { try losAngeles().date(text) }
    }

    @Test(arguments: ["2014-08", "2014", "Aug 2014", "last week", "october", "2014-08 07:00"])
    func `a month or a year is not a moment`(text: String) {
        #expect(throws: DateError.notOneDay(text)) { try losAngeles().date(text) }
    }

    @Test(arguments: ["2026-09-13", "today 13:00", "sat 19:30", "2027-01-01T00:00Z", "2026-09-12T12:34:57"])
    func `a date in the future is refused`(text: String) {
        #expect { try losAngeles().date(text) } throws: { error in
            guard case .future(let typed, let date)? = error as? DateError else { return false }
            return typed.text == text && date > losAngeles().now
        }
    }

    @Test(arguments: ["03/04", "03/04/2025", "03-04-2025", "3/4/25"])
    func `a numeric date in an unknown order is refused`(text: String) {
        #expect(throws: DateError.orderUnknown(text)) { try losAngeles().date(text) }
    }

    @Test(arguments: [
        ("25/12/2025", "2025-12-25T12:00:00-08:00"), ("3.4.2025", "2025-04-03T12:00:00-07:00"),
        ("31/8", "2026-08-31T12:00:00-07:00"), ("8/31", "2026-08-31T12:00:00-07:00"),
        ("Fri 4/3/2026", "2026-04-03T12:00:00-07:00"), ("Wed 4/3/2026", "2026-03-04T12:00:00-08:00"),
    ])
    func `a numeric date with only one reading needs no order`(text: String, expected: String) throws {
        let parser = losAngeles()
        #expect(written(try parser.date(text), parser.zone) == expected)
    }

    @Test(arguments: ["2014-08-01 7am 8am", "Mon 2026-09-12", "yesterday today"])
    func `two days or two times are refused`(text: String) {
        #expect(throws: DateError.severalDays(text)) { try losAngeles().date(text) }
    }

    @Test(arguments: ["at 3", "yesterday at 4"])
    func `an hour that may be morning or afternoon is refused`(text: String) {
        #expect(throws: DateError.halfUnknown(text)) { try losAngeles().date(text) }
    }

    @Test(arguments: [
        (DateOrder.mdy, "03/04", "2026-03-04T12:00:00-08:00"), (.dmy, "03/04", "2026-04-03T12:00:00-07:00"),
        (.ymd, "03/04", "2026-03-04T12:00:00-08:00"), (.dmy, "25/12/2025 7am", "2025-12-25T07:00:00-08:00"),
        (.dmy, "31/12", "2025-12-31T12:00:00-08:00"),
    ])
    func `the date order decides between day and month`(order: DateOrder, text: String, expected: String) throws {
        let parser = losAngeles(order: order)
        #expect(written(try parser.date(text), parser.zone) == expected)
    }

    @Test(arguments: [
        (DateOrder.mdy, "3/4/25", "2025-03-04"), (.dmy, "3/4/25", "2025-04-03"), (.ymd, "25/4/3", "2025-04-03"),
        (.dmy, "03.04.69", "1969-04-03"), (.mdy, "03-04-00", "2000-03-04"), (.dmy, "3/4/69", "1969-04-03"),
        (.mdy, "3-4-69", "1969-03-04"), (.dmy, "03.04.99", "1999-04-03"), (.ymd, "69/4/3", "1969-04-03"),
    ])
    func `with a known order, a two-digit year lies between 1969 and 2068`(
        order: DateOrder, text: String, expected: String
    ) throws {
        let parser = losAngeles(order: order)
        #expect(written(try parser.date(text), parser.zone).hasPrefix(expected + "T12:00:00"))
    }

    @Test(arguments: [
        (DateOrder.mdy, "3/4/68", "2068-03-04"), (.dmy, "3/4/68", "2068-04-03"), (.ymd, "68/4/3", "2068-04-03"),
        (.dmy, "3.4.68", "2068-04-03"),
    ])
    func `68 is the last two-digit year of this century`(order: DateOrder, text: String, day: String) throws {
        let parser = losAngeles(order: order)
        #expect(try parser.span(text) == parser.span(day))
    }

    @Test func `an hour from five on is in the morning`() throws {
        #expect(try losAngeles().date("yesterday at 5") == losAngeles().date("2026-09-11 05:00"))
    }

    @Test func `a time that occurs twice means the first`() throws {
        #expect(written(try losAngeles().date("2025-11-02 01:30"), losAngeles().zone) == "2025-11-02T01:30:00-07:00")
    }

    @Test func `a time that does not exist is refused`() {
        #expect(throws: DateError.noSuchTime("2026-03-08 02:30")) { try losAngeles().date("2026-03-08 02:30") }
    }

    @Test func `a day that the zone skipped has no noon`() {
        let apia = DateReader(now: 1e9, zone: TimeZone(identifier: "Pacific/Apia")!)
        #expect(throws: DateError.noSuchTime("2011-12-30")) { try apia.date("2011-12-30") }
        #expect(throws: Never.self) { try apia.date("2011-12-31") }
    }
}

struct DateSpanTests {
    @Test(arguments: [
        ("2014-08", "2014-08-01T00:00:00-07:00", "2014-09-01T00:00:00-07:00"),
        ("Dec 2014", "2014-12-01T00:00:00-08:00", "2015-01-01T00:00:00-08:00"),
        ("2014", "2014-01-01T00:00:00-08:00", "2015-01-01T00:00:00-08:00"),
        ("2026-03-08", "2026-03-08T00:00:00-08:00", "2026-03-09T00:00:00-07:00"),
        ("today", "2026-09-12T00:00:00-07:00", "2026-09-13T00:00:00-07:00"),
        ("2030-01-01", "2030-01-01T00:00:00-08:00", "2030-01-02T00:00:00-08:00"),
        ("2014-08-01T07:00:05.5", "2014-08-01T07:00:05-07:00", "2014-08-01T07:00:06-07:00"),
    ])
    func `a date in a filter covers the whole day, month or year`(text: String, start: String, end: String) throws {
        let parser = losAngeles()
        let span = try parser.span(text)
        #expect(written(span.lowerBound, parser.zone) == start)
        #expect(written(span.upperBound, parser.zone) == end)
    }

    /// Each day from Friday 11 to Monday 14 September 2026.
    @Test(arguments: [
        (11, "2026-09-05", "2026-09-05"), (12, "2026-09-12", "2026-09-05"), (13, "2026-09-12", "2026-09-05"),
        (14, "2026-09-12", "2026-09-12"),
    ])
    func `on Saturday and Sunday the last weekend is the one before`(day: Int, latest: String, last: String) throws {
        let parser = losAngeles(now: "2026-09-\(day)T09:00:00-07:00")
        for (text, start) in [("the weekend", latest), ("last weekend", last)] {
            let span = try parser.span(text)
            #expect(written(span.lowerBound, parser.zone) == start + "T00:00:00-07:00")
            #expect(span.upperBound - span.lowerBound == 2 * 86_400)
        }
    }

    @Test(arguments: [
        (6, "2026-08-24", "2026-08-31"), (7, "2026-08-31", "2026-09-07"), (12, "2026-08-31", "2026-09-07"),
        (13, "2026-08-31", "2026-09-07"), (14, "2026-09-07", "2026-09-14"),
    ])
    func `a week begins on Monday and ends on Sunday`(day: Int, last: String, this: String) throws {
        let parser = losAngeles(now: String(format: "2026-09-%02dT09:00:00-07:00", day))
        for (text, start) in [("last week", last), ("this week", this)] {
            let span = try parser.span(text)
            #expect(written(span.lowerBound, parser.zone) == start + "T00:00:00-07:00")
            #expect(span.upperBound - span.lowerBound == 7 * 86_400)
        }
    }

    @Test func `a weekday with “last” is before today, also on that weekday`() throws {
        let parser = losAngeles()
        for (text, day) in [
            ("saturday", 12), ("last saturday", 5), ("last sunday", 6), ("last friday", 11),
        ] {
            #expect(
                written(try parser.span(text).lowerBound, parser.zone).hasPrefix(String(format: "2026-09-%02d", day)))
        }
    }

    @Test func `a day without midnight begins when the clock is set forward`() throws {
        let brazil = DateReader(now: 1e9, zone: TimeZone(identifier: "America/Sao_Paulo")!)
        let span = try brazil.span("2018-11-04")
        #expect(written(span.lowerBound, brazil.zone) == "2018-11-04T01:00:00-02:00")
        #expect(span.upperBound - span.lowerBound == 23 * 3600)
    }

    @Test func `a day that the zone skipped is empty`() throws {
        let apia = DateReader(now: 1e9, zone: TimeZone(identifier: "Pacific/Apia")!)
        #expect(try apia.span("2011-12-30").isEmpty)
    }

    @Test(arguments: [
        ("30d", "2026-08-13T00:00:00-07:00"), ("2w", "2026-08-29T00:00:00-07:00"), ("6m", "2026-03-12T00:00:00-07:00"),
        ("1y", "2025-09-12T00:00:00-07:00"), ("0d", "2026-09-12T00:00:00-07:00"),
    ])
    func `a duration goes back days, weeks, months and years`(text: String, start: String) throws {
        let parser = losAngeles()
        #expect(written(try #require(parser.start(ofLast: text)), parser.zone) == start)
    }

    @Test(arguments: ["", "d", "30", "-1d", "30h", "3 d", "99999999999999999999d", "1.5y"])
    func `an invalid duration is refused`(text: String) {
        #expect(losAngeles().start(ofLast: text) == nil)
    }

    @Test(arguments: [
        ("04-Mar", true), ("12.9.", true), ("20250801", true), ("2025-08-01", true), ("3-4-2025", true),
        ("3-VIII", true),
        ("4", false), ("3-4", false), ("1.5", false), ("3/4", false), ("4-6+", false), ("3-4ft", false), ("", false),
    ])
    func `what a spreadsheet made of a height is told from a height`(text: String, isDate: Bool) {
        #expect(DateReader(now: 0, zone: .gmt).isWholeDate(text) == isDate)
    }
}

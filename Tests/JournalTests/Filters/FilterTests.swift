import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import SurfLanguage

private func matches(
    _ field: EntryField, _ filter: String, _ values: EntryValues, units: MeasureUnits = .feet
) throws -> Bool {
    let term = try FilterReader(dates: losAngeles(), units: units).term(field, filter)
    return [term].matches(EntryRecord(id: 1, values: values))
}

struct FilterTests {
    @Test(arguments: [
        ("4ft", "4-6ft", true), ("5", "4-6ft", true), ("6..", "4-6ft", true), ("6.1..", "4-6ft", false),
        ("..4", "4-6ft", true), ("..3.9", "4-6ft", false), ("3..6", "4ft", true), ("1m..2m", "4ft", true),
        ("1..2m", "4ft", true), ("1m", "1m", true), ("3..", "head high", true), ("..4", "head high", false),
        ("head high", "5ft", true), ("waist..overhead", "4ft", true), ("waist..chest", "head high", false),
        ("4+", "5ft", true), ("4ft+", "3ft", false), ("overhead+", "double overhead", true), ("3..", "big", false),
        ("7-9", "4-6ft", false), ("5-9ft", "4-6ft", true), ("0.4", "0.4", true), ("3ft .. 6ft", "4", true),
    ])
    func `a height matches a range that it overlaps`(filter: String, height: String, expected: Bool) throws {
        #expect(try matches(.height, filter, EntryValues(height: height)) == expected)
    }

    @Test(arguments: [
        (EntryField.height, "1,5m", EntryValues(height: "1.5m")),
        (.height, "waist to chest", EntryValues(height: "3ft")),
        (.height, "8ft Hawaiian", EntryValues(height: "16ft")), (.height, "4 to 6 ft", EntryValues(height: "5")),
        (.height, "2x overhead", EntryValues(height: "11ft")), (.height, "head high+", EntryValues(height: "8ft")),
        (.period, "@ 14", EntryValues(period: "14s")), (.period, "at 14s", EntryValues(period: "14 sec")),
        (.period, "14 seconds", EntryValues(period: "14s")), (.rating, "★★★★☆", EntryValues(rating: 4)),
        (.rating, "4 out of 5", EntryValues(rating: 4)), (.rating, "3 stars..4/5", EntryValues(rating: 4)),
    ])
    func `a filter accepts the same words for a value as a sentence`(
        field: EntryField, filter: String, values: EntryValues
    )
        throws
    {
        #expect(try matches(field, filter, values))
    }

    @Test func `a filter accepts the same words for a number as a sentence`() throws {
        var values = EntryValues()
        (values.waves, values.duration, values.waterTemperature) = (12, 90, 17)
        (values.swellDirection, values.swellHeight) = (180, 1.524)
        #expect(try matches(.waves, "12 waves", values))
        #expect(try matches(.duration, "1 hour..2 hours", values))
        #expect(try matches(.duration, "1 hour 30 minutes", values))
        #expect(try matches(.waterTemperature, "water 17C", values))
        #expect(try matches(.waterTemperature, "17°C (63°F)", values))
        #expect(try matches(.swellDirection, "S 180°", values))
        #expect(try matches(.swellHeight, "5ft swell", values))
    }

    @Test func `a number without a unit is in metres if the units say so`() throws {
        #expect(try matches(.height, "1..2", EntryValues(height: "4ft"), units: .metres))
        #expect(try !matches(.height, "1..2", EntryValues(height: "1.5"), units: .metres))
        #expect(try matches(.height, "1..2", EntryValues(height: "4.5"), units: .metres))
        #expect(try !matches(.height, "1..2", EntryValues(height: "4ft")))
    }

    @Test(arguments: [("..8", "7s", true), ("..8", "9s", false), ("10..12", "11", true), ("12s", "10-12s", true)])
    func `a period matches by its seconds`(filter: String, period: String, expected: Bool) throws {
        #expect(try matches(.period, filter, EntryValues(period: period)) == expected)
    }

    @Test(arguments: [
        ("offshore", "Offshore 5kts", true), ("5", "offshore 15kts", true), ("5..", "offshore 15kts", true),
        ("..5", "offshore 15kts", false), ("10..20kts", "NW 15mph", true), ("5..", "glassy", false),
    ])
    func `a wind matches as text, and with a range in knots`(filter: String, wind: String, expected: Bool) throws {
        #expect(try matches(.wind, filter, EntryValues(wind: wind)) == expected)
    }

    @Test(arguments: [
        ("4..", Int16(4), true), ("4..", 3, false), ("2..3", 3, true), ("..2", 3, false), ("3", 3, true),
        ("3", 4, false), ("4+", 5, true), ("4+", 3, false), ("****", 4, true), ("4/5", 4, true), ("4 stars+", 5, true),
    ])
    func `a rating range includes both ends`(filter: String, rating: Int16, expected: Bool) throws {
        #expect(try matches(.rating, filter, EntryValues(rating: rating)) == expected)
    }

    @Test(arguments: [
        ("malibu", "MALIBU", true), ("teahupoo", "Teahupo'o", false), ("uluwatu", "Úluwatu", true), ("é", "Cafe", true),
        ("hossegor", "Hossegör", true), ("x..y", "ax..yb", true), ("北", "北京", true), ("京北", "北京", false),
    ])
    func `a place matches a substring regardless of case and accents`(filter: String, place: String, expected: Bool)
        throws
    {
        #expect(try matches(.location, filter, EntryValues(location: place)) == expected)
    }

    @Test(arguments: [
        ("low", "low, rising", true), ("2..3ft", "2.4ft", true), ("..0ft", "-0.3ft", true), ("..1m", "low", false),
        ("0.5m..1m", "2.4ft", true),
    ])
    func `a tide matches as text, and with a range in feet`(filter: String, tide: String, expected: Bool) throws {
        var values = EntryValues()
        values.tide = tide
        #expect(try matches(.tide, filter, values) == expected)
    }

    @Test(arguments: [
        ("packed", "Packed", true), ("..10", "8 out", true), ("..10", "packed", false), ("10..", "5-12", true),
    ])
    func `a crowd matches as text, and with a range of people`(filter: String, crowd: String, expected: Bool) throws {
        var values = EntryValues()
        values.crowd = crowd
        #expect(try matches(.crowd, filter, values) == expected)
    }

    @Test(arguments: [
        (EntryField.waves, "10..", true), (.waves, "..9", false), (.waves, "14", true), (.duration, "1h..1h30", true),
        (.duration, "1h31..", false), (.duration, "90", true), (.swellHeight, "4.9ft..5.1ft", true),
        (.swellHeight, "5", true), (.swellHeight, "1m..1.5m", false), (.swellPeriod, "..14s", true),
        (.swellDirection, "NW", false), (.swellDirection, "N", true), (.swellDirection, "350..10", true),
        (.swellDirection, "10..350", false), (.swellDirection, "NW..NE", true), (.swellDirection, "NNW", false),
        (.waterTemperature, "62F..64F", true), (.waterTemperature, "..17", false), (.waterTemperature, "17.5", true),
        (.waterTemperature, "62..64F", true), (.waterTemperature, "62F..64", true),
        (.waterTemperature, "64..70F", false),
        (.waterTemperature, "62 .. 64 °F", true), (.duration, "1..2h", true), (.duration, "2..3h", false),
        (.duration, "45..2h", true), (.duration, "45..1h", false), (.duration, "45..1h30", true),
        (.duration, "1h..100", true), (.swellHeight, "4..6ft", true), (.swellHeight, "4ft..6", true),
        (.swellPeriod, "13..15s", true), (.swellDirection, "350..10°", true),
    ])
    func `a number matches a range in any unit, and a direction also across north`(
        field: EntryField, filter: String, expected: Bool
    ) throws {
        var values = EntryValues()
        (values.waves, values.duration, values.swellHeight) = (14, 90, 1.524)
        (values.swellPeriod, values.swellDirection, values.waterTemperature) = (14, 3, 17.5)
        #expect(try matches(field, filter, values) == expected)
        #expect(try !matches(field, filter, EntryValues()))
    }

    @Test func `a reversed range of numbers is refused`() {
        #expect(throws: FieldError.reversedRange(.duration, "2h..1h")) {
            try FilterReader(dates: losAngeles()).term(.duration, "2h..1h")
        }
        #expect(throws: FieldError.notANumber(.duration, "long")) {
            try FilterReader(dates: losAngeles()).term(.duration, "long")
        }
    }

    @Test(arguments: [EntryField.location, .height, .period, .wind, .rating, .date])
    func `an absent field matches nothing`(field: EntryField) throws {
        let filter = field == .date ? "2014" : field == .rating ? "1.." : field == .location ? "a" : "0.."
        #expect(try !matches(field, filter, EntryValues()))
    }

    @Test(arguments: [
        ("2014-08-01", "2014-08-01T23:59:59.9", true), ("2014-08-01", "2014-08-02T00:00:00", false),
        ("2014-08", "2014-08-31T23:59:59.9", true), ("2014..", "2014-01-01T00:00", true),
        ("..2014-08", "2014-08-31T12:00", true), ("..2014-08", "2014-09-01T00:00", false),
        ("2014-07..2014-08-02", "2014-08-02T20:00", true), ("2014-08-01T07:00:05", "2014-08-01T07:00:05.9", true),
    ])
    func `a date filter covers the whole day, month or year`(filter: String, date: String, expected: Bool) throws {
        #expect(try matches(.date, filter, EntryValues(date: losAngeles().date(date))) == expected)
    }

    @Test func `from, to, on and last filter by date`() throws {
        let reader = FilterReader(dates: losAngeles())
        #expect(try reader.from("2014-08") == .date(from: losAngeles().span("2014-08").lowerBound, before: nil))
        #expect(try reader.to("2014-08") == .date(from: nil, before: losAngeles().span("2014-08").upperBound))
        #expect(try reader.on("2014-08") == reader.term(.date, "2014-08"))
        #expect(try reader.last("30d") == reader.term(.date, "30 days ago..today"))
    }

    @Test func `words are searched for in place, wind and notes`() {
        let filter = [FilterReader(dates: losAngeles()).anyText("GLASS")]
        #expect(filter.matches(EntryRecord(id: 1, values: EntryValues(wind: "glassy"))))
        #expect(filter.matches(EntryRecord(id: 1, values: EntryValues(notes: "like glass"))))
        #expect(!filter.matches(EntryRecord(id: 1, values: EntryValues(height: "glass"))))
    }

    @Test func `several terms must all match`() {
        let filter: [FilterTerm] = [.number(.rating, low: 4, high: nil), .text(.wind, TextMatch("off"))]
        #expect(filter.matches(EntryRecord(id: 1, values: EntryValues(wind: "offshore", rating: 5))))
        #expect(!filter.matches(EntryRecord(id: 1, values: EntryValues(wind: "glassy", rating: 5))))
        #expect(!filter.matches(EntryRecord(id: 1, values: EntryValues(wind: "offshore", rating: 3))))
    }

    @Test(arguments: [
        (EntryField.height, "big", FieldError.notANumber(.height, "big")),
        (.height, "12s", .notANumber(.height, "12s")), (.height, "3..x", .notANumber(.height, "3..x")),
        (.height, "x..", .notANumber(.height, "x")), (.wind, "a..b", .notANumber(.wind, "a..b")),
        (.height, "6..3", .reversedRange(.height, "6..3")), (.rating, "4..2", .reversedRange(.rating, "4..2")),
        (.date, "2015..2014", .reversedRange(.date, "2015..2014")), (.rating, "..", .rangeWithoutEnds(.rating)),
        (.height, "..", .rangeWithoutEnds(.height)), (.rating, "7", .notARating("7")),
        (.rating, "0..", .notARating("0")),
        (.location, "", .empty(.location)), (.date, "x", .date(.unreadable("x"))),
        (.location, "a\0", .containsNUL(.location)),
    ])
    func `an invalid or empty filter is refused`(field: EntryField, text: String, error: FieldError) {
        #expect(throws: error) { try FilterReader(dates: losAngeles()).term(field, text) }
    }
}

struct TextMatchTests {
    @Test(arguments: [
        ("Café", "cafe", true), ("Cafe", "CAFÉ", true), ("Cafe\u{301}", "é", true), ("Malibu", "", true),
        ("", "a", false), ("Malibu", "malibu beach", false), ("aab", "AB", true),
    ])
    func `a text is found regardless of case and accents`(haystack: String, needle: String, expected: Bool) {
        #expect(TextMatch(needle).occurs(in: haystack) == expected)
    }
}

import TestSupport
import Testing

@testable import SurfLanguage

struct FieldReaderTests {
    private let reader = FieldReader(dates: losAngeles())

    @Test(arguments: [" Malibu ", "Cafe\u{301}", "=1+1", "a\nb", "\u{1B}[31m"])
    func `text is kept exactly as given`(text: String) throws {
        guard case .text(let kept) = try reader.value(of: .location, text) else { throw FieldError.empty(.location) }
        #expect(Array(kept.utf8) == Array(text.utf8))
    }

    @Test(arguments: ["1", "2", "3", "4", "5"])
    func `a rating is one of five`(text: String) throws {
        #expect(try reader.value(of: .rating, text) == .rating(Int16(text)!))
    }

    @Test(arguments: [
        ("****", Int16(4)), ("★★★☆☆", 3), ("4/5", 4), ("8/10", 4), ("4 stars", 4), ("2 out of 5", 2), ("5*", 5),
    ])
    func `a rating is said as in a sentence`(text: String, stars: Int16) throws {
        #expect(try reader.value(of: .rating, text) == .rating(stars))
    }

    @Test(arguments: [
        (EntryField.duration, "1 hour 20 minutes", 80.0), (.duration, "1:30h", 90), (.duration, "half an hour", 30),
        (.waterTemperature, "17,5C", 17.5), (.swellDirection, "south swell", 180),
    ])
    func `a number is said as in a sentence`(field: EntryField, text: String, number: Double) throws {
        #expect(try reader.value(of: field, text) == .number(number))
    }

    @Test(arguments: ["0", "6", "five", "-1", "******", "3.5", "7/10", "٤"])
    func `any other rating is refused`(text: String) {
        #expect(throws: FieldError.notARating(text)) { try reader.value(of: .rating, text) }
    }

    @Test(arguments: EntryField.allCases)
    func `an empty value and one with NUL are refused`(field: EntryField) {
        #expect(throws: FieldError.empty(field)) { try reader.value(of: field, "") }
        #expect(throws: FieldError.containsNUL(field)) { try reader.value(of: field, "a\0b") }
    }

    @Test(arguments: ["0", "14", "32767"])
    func `waves are counted`(text: String) throws {
        #expect(try reader.value(of: .waves, text) == .count(Int16(text)!))
    }

    @Test(arguments: ["-1", "1.5", "32768", "many", " 4"])
    func `what counts no waves is refused`(text: String) {
        #expect(throws: FieldError.notAValue(.waves, text)) { try reader.value(of: .waves, text) }
    }

    @Test func `a number field is a number in its own unit, whatever it was typed in`() throws {
        #expect(try reader.value(of: .swellHeight, "5ft") == .number(1.524))
        #expect(try reader.value(of: .swellHeight, "5") == .number(1.524))
        #expect(try FieldReader(dates: losAngeles(), length: .metres).value(of: .swellHeight, "5") == .number(5))
        #expect(try reader.value(of: .swellDirection, "WNW") == .number(292.5))
        #expect(throws: FieldError.notAValue(.waterTemperature, "70")) {
            try reader.value(of: .waterTemperature, "70")
        }
    }

    @Test func `a time zone is one of the list of zones`() throws {
        #expect(try reader.value(of: .timeZone, "Europe/Lisbon") == .text("Europe/Lisbon"))
        #expect(throws: FieldError.notAZone("Malibu")) { try reader.value(of: .timeZone, "Malibu") }
    }

    @Test func `a date is read, and its refusal kept`() throws {
        #expect(try reader.value(of: .date, "yesterday") == .date(losAngeles().date("yesterday")))
        #expect(throws: FieldError.date(.orderUnknown("03/04"))) { try reader.value(of: .date, "03/04") }
    }

    @Test func `names and aliases tell fields`() {
        #expect(EntryField(name: "spot") == .location)
        #expect(EntryField.height.flag == "--height")
        #expect(EntryField.swellHeight.flag == "--swell-height")
        #expect(EntryField.swellHeight.words == "swell height")
        #expect(EntryField(name: "swell-height") == .swellHeight)
        #expect(EntryField(name: "swellHeight") == .swellHeight)
    }
}

struct EntryValuesTests {
    @Test(arguments: EntryField.allCases)
    func `a field is set and taken back`(field: EntryField) {
        let value: FieldValue =
            switch field.kind {
            case .date: .date(1)
            case .rating: .rating(3)
            case .count: .count(14)
            case .number: .number(1.5)
            case .text, .zone, .measure: .text("a")
            }
        var values = EntryValues()
        values[field] = value
        #expect(values[field] == value)
        values[field] = nil
        #expect(values == EntryValues())
    }

    @Test func `a row is the same with another fraction of a second and empty for absent`() {
        #expect(EntryValues(date: 1.9, wind: "").isSame(as: EntryValues(date: 1.1)))
        #expect(!EntryValues(date: 1.9).isSame(as: EntryValues(date: 2.0)))
        #expect(!EntryValues(location: "Cafe\u{301}").isSame(as: EntryValues(location: "Café")))
        #expect(!EntryValues(rating: 1).isSame(as: EntryValues()))
    }
}

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
    func `a rating is a number from 1 to 5`(text: String) throws {
        #expect(try reader.value(of: .rating, text) == .integer(Int16(text)!))
    }

    @Test(arguments: [
        ("****", Int16(4)), ("★★★☆☆", 3), ("4/5", 4), ("8/10", 4), ("4 stars", 4), ("2 out of 5", 2), ("5*", 5),
    ])
    func `a rating can be written as in a sentence`(text: String, stars: Int16) throws {
        #expect(try reader.value(of: .rating, text) == .integer(stars))
    }

    @Test(arguments: [
        (EntryField.duration, "1 hour 20 minutes", 80.0), (.duration, "1:30h", 90), (.duration, "half an hour", 30),
        (.waterTemperature, "17,5C", 17.5), (.swellDirection, "south swell", 180),
    ])
    func `a number can be written as in a sentence`(field: EntryField, text: String, number: Double) throws {
        #expect(try reader.value(of: field, text) == .number(number))
    }

    @Test(arguments: ["0", "6", "five", "-1", "******", "3.5", "7/10", "٤"])
    func `any other rating is refused`(text: String) {
        #expect(throws: FieldError.notARating(text)) { try reader.value(of: .rating, text) }
    }

    @Test(arguments: EntryField.allCases)
    func `an empty value or one with NUL is refused`(field: EntryField) {
        #expect(throws: FieldError.empty(field)) { try reader.value(of: field, "") }
        #expect(throws: FieldError.containsNUL(field)) { try reader.value(of: field, "a\0b") }
    }

    @Test(arguments: ["0", "14", "32767"])
    func `the number of waves is a whole number`(text: String) throws {
        #expect(try reader.value(of: .waves, text) == .integer(Int16(text)!))
    }

    @Test(arguments: ["-1", "1.5", "32768", "many", " 4"])
    func `an invalid number of waves is refused`(text: String) {
        #expect(throws: FieldError.notAValue(.waves, text)) { try reader.value(of: .waves, text) }
    }

    @Test func `a number is stored in its field's unit, whatever unit was typed`() throws {
        #expect(try reader.value(of: .swellHeight, "5ft") == .number(1.524))
        #expect(try reader.value(of: .swellHeight, "5") == .number(1.524))
        #expect(try FieldReader(dates: losAngeles(), units: .metres).value(of: .swellHeight, "5") == .number(5))
        #expect(try reader.value(of: .swellDirection, "WNW") == .number(292.5))
        #expect(throws: FieldError.notAValue(.waterTemperature, "70")) {
            try reader.value(of: .waterTemperature, "70")
        }
    }

    @Test func `a time zone must be a known one`() throws {
        #expect(try reader.value(of: .timeZone, "Europe/Lisbon") == .text("Europe/Lisbon"))
        #expect(throws: FieldError.notAZone("Malibu")) { try reader.value(of: .timeZone, "Malibu") }
    }

    @Test func `a date is read, or its error is passed on`() throws {
        #expect(try reader.value(of: .date, "yesterday") == .date(losAngeles().date("yesterday")))
        #expect(throws: FieldError.date(.orderUnknown("03/04"))) { try reader.value(of: .date, "03/04") }
    }

    // MARK: The same grammar as sentences

    /// Texts for a field, to be typed alone or in a sentence after the place.
    static let forms: [(EntryField, [String])] = [
        (
            .height,
            [
                "4ft", "4 feet", "4-6 ft", "4 to 6 ft", "1,5m", "1.2-1.8m", "4ft+", "4-6ft faces", "flat", "knee high",
                "waist to chest", "head high", "slightly overhead", "double overhead", "2x overhead", "8ft Hawaiian",
            ]
        ),
        (.period, ["14s", "14 sec", "14 seconds", "@ 14", "at 14s", "12-14s"]),
        (
            .wind,
            [
                "offshore", "light offshore", "SW 15kts", "15 kts SW", "NW 10 km/h", "5 m/s", "bft 4", "4bft", "glassy",
                "no wind", "calm", "SE trades", "trades 15kts", "cross-shore", "onshore", "wind NW 10kts",
            ]
        ),
        (.rating, ["4*", "****", "4★", "★★★★☆", "⭐⭐⭐⭐", "8/10", "4 stars", "rating 4", "4 out of 5"]),
        (.waves, ["12 waves"]), (.duration, ["90 min", "1h30", "1:30h", "2 hours", "an hour and a half"]),
        (.crowd, ["8 people", "8 people out", "crowded", "packed", "empty", "just us"]),
        (.tide, ["low tide", "tide 2.4ft rising", "mid tide pushing", "tide: high"]),
        (.waterTemperature, ["63F", "water 17C", "water 62.5F"]),
        (.swellHeight, ["swell 5ft"]), (.swellPeriod, ["swell 14s"]), (.swellDirection, ["swell 290", "WNW swell"]),
        (.board, ["on the 5'10 twin", "5'10\" thruster", "my 7'2 egg"]),
        (
            .date,
            [
                "yesterday 6am", "gestern 7 Uhr", "ayer a las 7", "hier à 7h", "ontem às 7", "vor zwei Tagen",
                "last saturday",
                "3d ago", "12 Sep 2014", "September 12, 2014", "lundi dernier", "dawn patrol", "Sep 12th",
            ]
        ),
    ]

    @Test(arguments: forms)
    func `a field is read as in a sentence`(field: EntryField, texts: [String]) throws {
        var reader = reader
        reader.height = .feet
        let sentences = SentenceReader(dates: reader.dates, units: .feet, places: KnownPlaces(["Malibu"]))
        for text in texts {
            let typed = try sentences.read(["Malibu, " + text]).values[field]
            #expect(typed != nil, "\(text)")
            #expect(try reader.value(of: field, text) == typed, "\(text)")
        }
    }

    @Test(arguments: [
        (EntryField.wind, "too much of it"), (.board, "my old friend's board"), (.crowd, "8"), (.tide, "odd"),
        (.period, "long"),
        (.height, "smaller than it looked"), (.location, "Low Tide Bar"), (.notes, "on the 5'10 twin"),
    ])
    func `a text without a recognized value is kept unchanged`(field: EntryField, text: String) throws {
        var reader = reader
        reader.height = .feet
        #expect(try reader.value(of: field, text) == .text(text))
    }

    @Test(arguments: [(EntryField.board, "on the 5'10 twin"), (.period, "@ 14"), (.wind, "wind NW"), (.height, "4")])
    func `a text in the program's own files is kept unchanged`(field: EntryField, text: String) throws {
        #expect(try reader.value(of: field, text) == .text(text))
    }

    @Test func `fields are found by name and alias`() {
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
    func `a field can be set and cleared`(field: EntryField) {
        let value: FieldValue =
            switch field.kind {
            case .date: .date(1)
            case .integer: .integer(3)
            case .number: .number(1.5)
            case .text, .zone, .measure: .text("a")
            }
        var values = EntryValues()
        values[field] = value
        #expect(values[field] == value)
        values[field] = nil
        #expect(values == EntryValues())
    }

    @Test func `rows are equal despite fractions of a second and empty instead of absent texts`() {
        #expect(EntryValues(date: 1.9, wind: "").isSame(as: EntryValues(date: 1.1)))
        #expect(!EntryValues(date: 1.9).isSame(as: EntryValues(date: 2.0)))
        #expect(!EntryValues(location: "Cafe\u{301}").isSame(as: EntryValues(location: "Café")))
        #expect(!EntryValues(rating: 1).isSame(as: EntryValues()))
    }
}

import TestSupport
import Testing

@testable import SurfLanguage

/// A text for a field, and the values that it has in a sentence and as an option.
struct Saying: Sendable {
    let text: String
    let values: [EntryField: FieldValue]

    init(_ text: String, _ values: [EntryField: FieldValue]) { (self.text, self.values) = (text, values) }

    /// Texts that are kept as written, or without the name of the field.
    static func kept(_ field: EntryField, _ texts: String..., as kept: String? = nil) -> [Saying] {
        texts.map { Saying($0, [field: .text(kept ?? $0)]) }
    }

    static func same(_ field: EntryField, _ value: FieldValue, _ texts: String...) -> [Saying] {
        texts.map { Saying($0, [field: value]) }
    }
}

/// The table of fields, written before the code that reads it.
struct UnderstandingTests {
    private static let heights = Saying.kept(
        .height, "4ft", "4 feet", "4-6 ft", "4 to 6 ft", "1,5m", "1.2-1.8m", "4ft+", "4-6ft faces", "flat",
        "ankle high",
        "knee high", "thigh high", "waist high", "stomach high", "chest high", "shoulder high", "head high", "overhead",
        "slightly overhead", "double overhead", "2x overhead", "triple overhead", "knee+", "waist+", "waist-",
        "waist to chest", "chest-shoulder", "head high+", "overhead+", "double overhead +", "8ft Hawaiian",
        "knee to waist high", "4ft - 6ft")
    private static let heightWords = Saying.kept(
        .height, "ankle", "knee", "thigh", "waist", "stomach", "chest", "shoulder")
    private static let periods =
        Saying.kept(.period, "14s", "14 sec", "14 seconds", "13-15s")
        + Saying.kept(.period, "@ 14", "at 14s", "@14s", "@ 14s", as: "14s")
    private static let winds = Saying.kept(
        .wind, "offshore", "light offshore", "SW 15kts", "15 kts SW", "NW 10 km/h", "5 m/s", "bft 4", "4bft", "glassy",
        "no wind", "calm", "SE trades", "trades 15kts", "cross-shore", "onshore", "5-10 kts", "SW 15-20 knots")
    private static let ratings = Saying.same(
        .rating, .integer(4), "4*", "****", "4★", "★★★★☆", "⭐⭐⭐⭐", "4/5", "8/10", "4 stars", "rating 4", "4 out of 5",
        "four stars", "rating: 4", "8 out of 10", "★★★★")
    private static let counts =
        Saying.same(.waves, .integer(12), "12 waves", "twelve waves", "waves: 12")
        + Saying.same(.duration, .number(90), "90 min", "1h30", "1:30h", "1.5 hours", "1,5 h", "90 minutes", "1h30m")
        + Saying.same(.duration, .number(120), "2 hours", "2h", "two hours", "120 min")
    private static let crowds = Saying.kept(
        .crowd, "8 people", "8 people out", "crowded", "packed", "empty", "just us")
    private static let tides =
        Saying.kept(.tide, "low tide", "mid tide pushing") + Saying.kept(.tide, "tide 2.4ft rising", as: "2.4ft rising")
    private static let waters =
        Saying.same(.waterTemperature, .number(17.222222), "63F", "63°F", "water 63 F", "water 63 fahrenheit")
        + Saying.same(.waterTemperature, .number(17), "water 17C", "17C", "17 °C", "water: 17 celsius")
    private static let swells =
        Saying.same(.swellDirection, .number(290), "swell 290", "swell 290°")
        + Saying.same(.swellDirection, .number(180), "south swell", "swell from the south", "S swell")
        + [
            Saying(
                "5ft WNW swell 14s",
                [.swellHeight: .number(1.524), .swellPeriod: .number(14), .swellDirection: .number(292.5)]),
            Saying("WNW 14s", [.swellPeriod: .number(14), .swellDirection: .number(292.5)]),
            Saying("swell 2m 12s", [.swellHeight: .number(2), .swellPeriod: .number(12)]),
        ]
    private static let boards =
        Saying.kept(.board, "on the 5'10 twin", as: "5'10 twin")
        + Saying.kept(.board, "board: 6'2 fish", as: "6'2 fish")

    static let all =
        heights + heightWords + periods + winds + ratings + counts + crowds + tides + waters + swells + boards

    private static func reader(_ places: [String] = ["Malibu"]) -> SentenceReader {
        SentenceReader(dates: losAngeles(), places: KnownPlaces(places))
    }

    @Test(arguments: all)
    func `a value is understood in its own part of a sentence`(saying: Saying) throws {
        var wanted = EntryValues(location: "Malibu")
        for (field, value) in saying.values { wanted[field] = value }
        #expect(try Self.reader().read(["Malibu, \(saying.text)"]).values == wanted)
        if !saying.text.contains("/") || saying.text.contains("/h") || saying.text.contains("/s") {
            #expect(try Self.reader().read(["\(saying.text), Malibu"]).values == wanted)
        }
        #expect(try Self.reader([]).read(["yesterday: Tourmaline, \(saying.text)."]).values.location == "Tourmaline")
        wanted.date = try losAngeles().date("yesterday")
        #expect(try Self.reader().read(["yesterday: Malibu; \(saying.text)."]).values == wanted)
        wanted.notes = "so much fun"
        #expect(try Self.reader().read(["yesterday: Malibu - \(saying.text) - so much fun"]).values == wanted)
    }

    @Test(arguments: all.filter { $0.text != "4/5" && $0.text != "8/10" })
    func `a value is understood among other words`(saying: Saying) throws {
        var wanted = EntryValues(location: "Malibu")
        for (field, value) in saying.values { wanted[field] = value }
        #expect(try Self.reader().read(["Malibu \(saying.text)"]).values == wanted)
        #expect(try Self.reader().read(["\(saying.text) at malibu".uppercased()]).values.location == "Malibu")
    }

    @Test(arguments: all)
    func `a value is understood by its option`(saying: Saying) throws {
        guard saying.values.count == 1, let (field, value) = saying.values.first else { return }
        let read = try FieldReader(dates: losAngeles()).value(of: field, saying.text)
        if case .text = value { #expect(read == .text(saying.text)) } else { #expect(read == value) }
    }

    private static let foot = 0.3048
    private static let knot = 1.852

    private static let feet: [(String, Double, Double)] = [
        ("4ft", 4, 4), ("4-6 ft", 4, 6), ("4 to 6 ft", 4, 6), ("1,5m", 1.5 / foot, 1.5 / foot),
        ("1,2-1,8m", 1.2 / foot, 1.8 / foot), ("1.2-1.8m", 1.2 / foot, 1.8 / foot), ("4-6ft faces", 4, 6),
        ("150cm", 1.5 / foot, 1.5 / foot), ("flat", 0, 0), ("ankle", 0, 1), ("knee", 1, 2), ("waist high", 2, 3),
        ("chest", 3, 4), ("shoulder high", 4, 5), ("head high", 5, 6), ("overhead", 6, 8), ("slightly overhead", 6, 8),
        ("double overhead", 10, 12), ("2x overhead", 10, 12), ("triple overhead", 15, 18), ("waist to chest", 2, 4),
        ("chest-shoulder", 3, 5), ("head high+", 5, 8), ("8ft Hawaiian", 16, 16), ("4 pies", 4, 4),
    ]

    @Test(arguments: feet)
    func `a height has a number of feet`(text: String, low: Double, high: Double) throws {
        let feet = try #require(MeasureText.range(.height, in: text))
        #expect(abs(feet.lowerBound - low) < 1e-9 && abs(feet.upperBound - high) < 1e-9, "\(text): \(feet)")
    }

    private static let knots: [(String, Double)] = [
        ("SW 15kts", 15), ("15 kts SW", 15), ("NW 10 km/h", 10 / knot), ("5 m/s", 18 / knot), ("trades 15kts", 15),
        ("10mph", 16.09344 / knot), ("15 Knoten", 15), ("7,5 kts", 7.5),
    ]

    @Test(arguments: knots)
    func `a wind has a number of knots`(text: String, knots: Double) throws {
        let wind = try #require(MeasureText.range(.wind, in: text))
        #expect(abs(wind.lowerBound - knots) < 1e-9, "\(text): \(wind)")
    }

    @Test(arguments: ["offshore", "bft 4", "4bft", "glassy"])
    func `a wind without a speed has no number of knots`(text: String) {
        #expect(MeasureText.range(.wind, in: text) == nil)
    }

    @Test(arguments: ["14s", "14 sec", "14 seconds", "@ 14", "at 14s", "14 Sekunden"])
    func `a period has a number of seconds`(text: String) {
        #expect(MeasureText.range(.period, in: text) == 14...14)
    }

    // MARK: Dates

    /// On Saturday 2026-09-12 at 12:34:56.5; nil means now.
    private static let dates: [(String, String?)] = [
        ("now", nil), ("today", "2026-09-12 12:00"), ("yesterday", "2026-09-11 12:00"),
        ("this morning", "2026-09-12 07:00"), ("last night", "2026-09-11 21:00"),
        ("yesterday evening", "2026-09-11 18:00"), ("dawn", "2026-09-12 06:00"), ("dawn patrol", "2026-09-12 06:00"),
        ("sunrise", "2026-09-12 06:00"), ("morning", "2026-09-12 07:00"), ("noon", "2026-09-12 12:00"),
        ("midday", "2026-09-12 12:00"), ("arvo", nil), ("afternoon", nil), ("evening", nil), ("sunset", nil),
        ("night", nil), ("saturday", "2026-09-12 12:00"), ("friday", "2026-09-11 12:00"),
        ("tues", "2026-09-08 12:00"), ("thurs", "2026-09-10 12:00"), ("last saturday", "2026-09-05 12:00"),
        ("on the last saturday", "2026-09-05 12:00"), ("saturday last week", "2026-09-05 12:00"),
        ("friday of last week", "2026-09-04 12:00"), ("a week ago", "2026-09-05 12:00"),
        ("two days ago", "2026-09-10 12:00"), ("3d ago", "2026-09-09 12:00"),
        ("12 hours ago", "2026-09-12 00:34:56.5"), ("1 day 2 hours ago", "2026-09-11 10:34:56.5"),
        ("two months ago", "2026-07-12 12:00"), ("a year ago", "2025-09-12 12:00"),
        ("day before yesterday", "2026-09-10 12:00"), ("the day before yesterday", "2026-09-10 12:00"),
        ("12 Sep", "2026-09-12 12:00"), ("Sep 12th", "2026-09-12 12:00"), ("12th of September", "2026-09-12 12:00"),
        ("September 12, 2025", "2025-09-12 12:00"), ("Saturday, September 13, 2025", "2025-09-13 12:00"),
        ("the first of June", "2026-06-01 12:00"), ("twelfth of September", "2026-09-12 12:00"),
        ("12.9.", "2026-09-12 12:00"), ("12.09.2025", "2025-09-12 12:00"), ("12.9.25", "2025-09-12 12:00"),
        ("10/31", "2025-10-31 12:00"), ("31/10", "2025-10-31 12:00"), ("06/Nov/2023", "2023-11-06 12:00"),
        ("2025/09/13", "2025-09-13 12:00"), ("2025.09.13", "2025-09-13 12:00"), ("2025-09-13", "2025-09-13 12:00"),
        ("17.11.2025", "2025-11-17 12:00"), ("Tuesday 11/3/2015", "2015-11-03 12:00"),
        ("12.9.69", "1969-09-12 12:00"), ("12.9.24", "2024-09-12 12:00"),
        ("yesterday 7", "2026-09-11 07:00"), ("7am", "2026-09-12 07:00"), ("7.30am", "2026-09-12 07:30"),
        ("yesterday 7:30", "2026-09-11 07:30"), ("0730", "2026-09-12 07:30"), ("yesterday 07h30", "2026-09-11 07:30"),
        ("yesterday 17h", "2026-09-11 17:00"), ("24 October, 9 p.m.", "2025-10-24 21:00"),
        ("yesterday 6-8am", "2026-09-11 06:00"), ("6:30 yesterday evening", "2026-09-11 18:30"),
        ("at 7 yesterday", "2026-09-11 07:00"), ("yesterday at 7", "2026-09-11 07:00"),
        ("on Thursday at 5pm", "2026-09-10 17:00"), ("about 7am", "2026-09-12 07:00"),
        ("around noon yesterday", "2026-09-11 12:00"), ("about 2014-08-01 07:00", "2014-08-01 07:00"),
        ("2014-08-01 07:00 Australia/Sydney", "2014-07-31 14:00"),
        // Spanish
        ("ayer", "2026-09-11 12:00"), ("hoy", "2026-09-12 12:00"), ("ahora", nil),
        ("el viernes", "2026-09-11 12:00"), ("viernes pasado", "2026-09-11 12:00"),
        ("hace 3 días", "2026-09-09 12:00"), ("ayer a las 7", "2026-09-11 07:00"),
        ("ayer por la tarde", "2026-09-11 15:00"), ("12 de octubre", "2025-10-12 12:00"),
        ("esta mañana", "2026-09-12 07:00"), ("anteayer", "2026-09-10 12:00"),
        // Portuguese
        ("ontem", "2026-09-11 12:00"), ("hoje", "2026-09-12 12:00"), ("agora", nil),
        ("sexta-feira", "2026-09-11 12:00"), ("há 3 dias", "2026-09-09 12:00"), ("3 dias atrás", "2026-09-09 12:00"),
        ("ontem às 7", "2026-09-11 07:00"), ("ontem à noite", "2026-09-11 21:00"),
        ("12 de outubro", "2025-10-12 12:00"),
        // French
        ("hier", "2026-09-11 12:00"), ("aujourd'hui", "2026-09-12 12:00"), ("maintenant", nil),
        ("vendredi dernier", "2026-09-11 12:00"), ("le vendredi", "2026-09-11 12:00"),
        ("il y a 3 jours", "2026-09-09 12:00"), ("hier à 7h30", "2026-09-11 07:30"),
        ("hier soir", "2026-09-11 18:00"), ("12 octobre", "2025-10-12 12:00"), ("ce matin", "2026-09-12 07:00"),
        // German
        ("gestern", "2026-09-11 12:00"), ("heute", "2026-09-12 12:00"), ("jetzt", nil),
        ("letzten Freitag", "2026-09-11 12:00"), ("vor 3 Tagen", "2026-09-09 12:00"),
        ("gestern um 7 Uhr", "2026-09-11 07:00"), ("gestern Abend", "2026-09-11 18:00"),
        ("12. Oktober", "2025-10-12 12:00"), ("heute morgen", "2026-09-12 07:00"), ("vorgestern", "2026-09-10 12:00"),
        ("am Freitag um 7.30 Uhr", "2026-09-11 07:30"),
    ]

    @Test(arguments: dates)
    func `a date is understood by its option and before the colon of a sentence`(text: String, wanted: String?) throws {
        let moment = try wanted.map { try losAngeles().date($0) } ?? losAngeles().now
        #expect(try losAngeles().date(text) == moment)
        #expect(try losAngeles().date(text.uppercased()) == moment)
        let session = try Self.reader().read(["\(text): Malibu, 3ft"]).values
        #expect(session.date == moment)
        #expect(session.location == "Malibu" && session.height == "3ft")
    }

    @Test(arguments: dates.filter { $0.0 != "0730" })
    func `a date is understood anywhere in a sentence`(text: String, wanted: String?) throws {
        let moment = try wanted.map { try losAngeles().date($0) } ?? losAngeles().now
        for line in ["malibu 3ft, \(text)", "\(text) malibu 3ft", "3ft at malibu \(text)", "3ft, malibu, \(text)"] {
            let session = try Self.reader().read([line]).values
            #expect(session.date == moment, "\(line)")
            #expect(session.location == "Malibu" && session.height == "3ft" && session.notes == nil, "\(line)")
        }
    }

    private static let spans: [(String, String, String)] = [
        ("last week", "2026-08-31", "2026-09-07"), ("this month", "2026-09-01", "2026-10-01"),
        ("october", "2025-10-01", "2025-11-01"), ("2025", "2025-01-01", "2026-01-01"),
        ("this week", "2026-09-07", "2026-09-14"), ("last month", "2026-08-01", "2026-09-01"),
        ("this year", "2026-01-01", "2027-01-01"), ("october 2024", "2024-10-01", "2024-11-01"),
        ("2024-10", "2024-10-01", "2024-11-01"), ("last year", "2025-01-01", "2026-01-01"),
        ("yesterday", "2026-09-11", "2026-09-12"), ("last saturday", "2026-09-05", "2026-09-06"),
        ("12.9.", "2026-09-12", "2026-09-13"), ("oktober", "2025-10-01", "2025-11-01"),
        ("letzte Woche", "2026-08-31", "2026-09-07"), ("la semana pasada", "2026-08-31", "2026-09-07"),
        ("semana passada", "2026-08-31", "2026-09-07"), ("la semaine dernière", "2026-08-31", "2026-09-07"),
        ("diesen Monat", "2026-09-01", "2026-10-01"), ("este mes", "2026-09-01", "2026-10-01"),
    ]

    @Test(arguments: spans)
    func `a date in a filter covers the whole period`(text: String, start: String, end: String) throws {
        func day(_ text: String) throws -> Double { try losAngeles(now: "2030-01-01").date(text + " 00:00") }
        #expect(try losAngeles().span(text) == day(start)..<day(end))
    }

    @Test(arguments: ["11/3/2015", "03/04", "Monday 11/3/2015", "2014-02-30", "tomorrow", "2027", "yesterday 3"])
    func `a date that is not a single moment in the past is refused`(text: String) {
        #expect(throws: DateError.self) { try losAngeles().date(text) }
        #expect(throws: SentenceError.self) { try Self.reader().read(["\(text): Malibu, 3ft"]) }
    }
}

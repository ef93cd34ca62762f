import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

/// When a session was and how long, as people write both among other words. It is Saturday, 12 September 2026, after noon.
struct WhenTests {
    private static let reader = SentenceReader(dates: losAngeles(), places: KnownPlaces(["Malibu"]))

    private func values(_ line: String) throws -> EntryValues { try Self.reader.read([line]).values }

    private func date(_ line: String) throws -> String {
        var writer = ISODateWriter(zone: Self.reader.dates.zone)
        return try values(line).date.map { String(writer.string($0).prefix(16)) } ?? "none"
    }

    @Test(arguments: [
        ("samedi 5 matin", "2026-09-05T07:00"), ("martes ocho", "2026-09-08T12:00"), ("sexta 4", "2026-09-04T12:00"),
        ("sábado 5 de septiembre del 87", "1987-09-05T12:00"),
    ])
    func `a number after a weekday is that of the day where an hour has a word of its own`(
        when: String, expected: String
    ) throws {
        #expect(try date("Malibu \(when), 3ft") == expected)
    }

    @Test func `a day and weekday without a month that were longer ago than two months are asked about`() throws {
        #expect(throws: SentenceError.self) { try values("sat 13th Malibu 3ft") }
    }

    @Test(arguments: [
        ("mon 0600 -> 0710", "2026-09-07T06:00", 70.0), ("Sat 6:12a–7:58a", "2026-09-12T06:12", 106),
        ("06.09. 6h31→8h05", "2026-09-06T06:31", 94), ("8:12-9:40", "2026-09-12T08:12", 88),
    ])
    func `a range of times is when the session began and how long it was`(when: String, begin: String, minutes: Double)
        throws
    {
        let line = "Malibu \(when), waves 9"
        #expect(try date(line) == begin)
        #expect(try values(line).duration == minutes)
    }

    @Test(arguments: [
        ("Malibu, Di 18.30, 55 min", "2026-09-08T18:30"), ("Malibu — Sun, Sep 6 — 10:20 — 65 min", "2026-09-06T10:20"),
        ("Malibu, mardi 8h et demie", "2026-09-08T08:30"), ("Malibu, martes 8 y cuarto", "2026-09-08T08:15"),
        ("Malibu: 9h47, 3ft. Jeudi donc.", "2026-09-10T09:47"),
        ("Malibu, 11 août férié, 11h00-12h45", "2026-08-11T11:00"),
        ("dienstag vor zwei wochen Malibu", "2026-08-25T12:00"),
    ])
    func `a day and a time are found beside each other`(line: String, expected: String) throws {
        #expect(try date(line) == expected)
    }

    @Test(arguments: [
        ("nyd", "2026-01-01"), ("tag der deutschen einheit", "2025-10-03"), ("bonfire night", "2025-11-05"),
        ("dia de reyes", "2026-01-06"), ("todos los santos", "2025-11-01"), ("finados", "2025-11-02"),
        ("bastille day", "2026-07-14"), ("anzac", "2026-04-25"),
    ])
    func `a named day is its day`(name: String, day: String) throws {
        #expect(try date("\(name) Malibu 3ft").hasPrefix(day))
    }

    @Test func `a day before something is the day`() throws {
        #expect(try date("Malibu on bonfire night before the fireworks, 4ft").hasPrefix("2025-11-05"))
    }

    @Test(arguments: [
        ("41m 22s", 41.367), ("45:12 min", 45.2), ("58:12", 58.2), ("1 h 5", 65.0), ("1h05", 65.0),
    ])
    func `a watch's length is how long it was`(text: String, minutes: Double) throws {
        let read = try #require(try values("Malibu, yesterday 5 pm, \(text), 3ft").duration)
        #expect(abs(read - minutes) < 0.01)
    }

    @Test(arguments: ["everyone stopped for two minutes", "longest ride 2 min", "1st hr good, 2nd hr bad"])
    func `what took a few minutes is no length of a session`(text: String) throws {
        #expect(try values("Malibu yesterday 3ft, \(text)").duration == nil)
    }

    @Test func `2m 14s is a height and a period`() throws {
        let read = try values("Malibu 2m 14s")
        #expect(read.height == "2m" && read.period == "14s" && read.duration == nil)
    }

    @Test(arguments: [
        ("Malibu, 9 Sept. 1993, 17.45, 3ft", "1993-09-09T17:45"),
        ("Malibu, 9/XI/86, 11,30 hrs., 3ft", "1986-11-09T11:30"),
        ("Malibu, miércoles 9 de septiembre 16 hrs, 3ft", "2026-09-09T16:00"),
        ("vorgestern in der früh um dreiviertel acht, Malibu, 1m", "2026-09-10T07:45"),
        ("Malibu am ersten mai zweitausendvierundzwanzig, 1m", "2024-05-01T12:00"),
        ("Malibu le premier septembre deux mille vingt-cinq, 1m", "2025-09-01T12:00"),
        ("Malibu el 3 de mayo de mil novecientos ochenta y siete, 2m", "1987-05-03T12:00"),
        ("Pfingstmontag 20.5.1991, Malibu, 1m", "1991-05-20T12:00"),
        ("Día 4 del campamento, Malibu, 8 de la mañana hoy, 2 pies", "2026-09-12T08:00"),
    ])
    func `times and years of old logbooks and of dictation are understood`(line: String, expected: String) throws {
        #expect(try date(line) == expected)
    }

    @Test func `a second time with seconds is how long it was`() throws {
        let read = try values("Malibu – 10 de ago. de 2026 07:26 – 1:15:20 – 3ft")
        #expect(try #require(read.duration) > 75 && read.duration ?? 0 < 76)
    }

    @Test(arguments: ["low tide 15:40", "marée basse 15 h 40", "offshore por la mañana"])
    func `a time beside a tide or a wind is its own in a line with a day`(part: String) throws {
        let read = try values("Malibu, 3 August 1981 3 pm, 3ft, \(part)")
        #expect(read.notes?.contains(part) == true || read.tide == part)
        #expect(try date("Malibu, 3 August 1981 3 pm, 3ft, \(part)") == "1981-08-03T15:00")
    }

    @Test(arguments: ["Tag 2/5", "heat 3/5", "class 4 / 5"])
    func `the number of one of several is no rating`(text: String) throws {
        #expect(try values("Malibu, yesterday, \(text), 3ft").rating == nil)
    }

    @Test func `a number behind the name of something else is a note`() throws {
        let read = try values("Malibu yesterday 5 pm. Olas: 9. FC media: 131. Calorías: 655")
        #expect(read.waves == 9)
        #expect(read.notes?.contains("655") == true)
    }

    @Test(arguments: ["20 min heats", "fiquei 30 min a olhar", "me esperó 40 minutos"])
    func `the length of something else is no length of a session`(text: String) throws {
        #expect(try values("Malibu yesterday 3ft, \(text)").duration == nil)
    }

    @Test func `German has one word for tens and ones`() throws {
        let read = try values("Malibu gestern eine stunde zwanzig sechs wellen")
        #expect(read.waves == 6 && read.duration == 80)
    }

    @Test(arguments: ["4/3", "3/2", "5/4"])
    func `the thickness of a wetsuit beside a day is a note`(suit: String) throws {
        let line = "Malibu, 8 September, 3ft, \(suit)"
        #expect(try date(line).hasPrefix("2026-09-08"))
        #expect(try values(line).notes == suit)
    }
}

import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

/// What stands twice in a line, or among words, and is no contradiction.
struct SettlingTests {
    private static let reader = SentenceReader(dates: losAngeles(), units: .feet, places: KnownPlaces(["Malibu"]))

    private func values(_ line: String) throws -> EntryValues { try Self.reader.read([line]).values }

    private func asks(_ line: String) -> Bool { !Self.reader.understands(line) }

    @Test func `the name of a day beside its numbers is left in the notes`() throws {
        let values = try values("31.10.2000 Halloween, Malibu, 3ft")
        #expect(try values.date == losAngeles().date("2000-10-31"))
        #expect(values.notes == "Halloween")
    }

    @Test(arguments: [
        ("Malibu thanksgiving last year 3ft", "2025-11-27"), ("Malibu, Labor Day, 3ft", "2026-09-07"),
        ("Malibu Easter Monday 1999 3ft", "1999-04-05"), ("Lundi de Pâques 2004, Malibu, 1m", "2004-04-12"),
        ("Malibu, Good Friday 2025, 3ft", "2025-04-18"), ("Malibu memorial day 2024 3ft", "2024-05-27"),
    ])
    func `a day that moves from year to year is known`(_ line: String, _ day: String) throws {
        #expect(try values(line).date == losAngeles().date(day))
    }

    @Test(arguments: ["Malibu, wed, 3ft", "Malibu wed, 3ft", "Malibu wed 3ft"])
    func `a short weekday behind the place that is no other word is a day`(_ line: String) throws {
        #expect(try values(line).date == losAngeles().date("last wednesday"))
    }

    @Test(arguments: ["Malibu sat 3ft", "wed malibu 3ft", "Malibu linda sun 2ft"])
    func `a short weekday that may be another word is asked about`(_ line: String) { #expect(asks(line)) }

    @Test func `a part of the body beside a measured height is left in the notes`() throws {
        let values = try values("Malibu 4ft, head dips, hit my knee")
        #expect(values.height == "4ft")
        #expect(try self.values("reprise (genou), Malibu, 80 cm").height == "80 cm")
    }

    @Test func `the same value twice is one`() throws {
        #expect(try values("Malibu 3ft, 5 stars ★★★★★").rating == 5)
    }

    @Test(arguments: [
        "log no. 212 - Malibu - 3ft", "im 61 and i surfed!! Malibu 3ft", "Coaching Mia (11) @ Malibu: 3ft",
    ])
    func `a number among words before the place is told, not measured`(_ line: String) throws {
        let values = try values(line)
        #expect(values.location == "Malibu")
        #expect(values.height == "3ft")
    }

    @Test(arguments: ["malibu 3 hat spaß gemacht", "Malibu 3"])
    func `a number behind the place that counts nothing is asked about`(_ line: String) { #expect(asks(line)) }

    @Test func `a time that a wind or a tide has is not the session's`() throws {
        let values = try values("5 mai 1975, Malibu, 1 m, vent de mer dès 11 h")
        #expect(try values.date == losAngeles().date("1975-05-05"))
    }

    @Test(arguments: [
        "Malibu? martes?, 1m", "Noël 89 ou 90, Malibu, 2 m", "por la mañana Malibu 1m por la tarde igual",
    ])
    func `a day in doubt and two sessions are asked about`(_ line: String) { #expect(asks(line)) }

    @Test func `hours from a tide are the tide, not how long it took`() throws {
        let values = try values("Malibu, two hours after high, 3ft")
        #expect(values.tide == "two hours after high")
        #expect(values.duration == nil)
    }

    @Test(arguments: [("Malibu yesterday ten till one", 180.0), ("Malibu, duration: 66:03", 66.05)])
    func `a length of time is understood in words and in minutes and seconds`(_ line: String, _ minutes: Double) throws
    {
        #expect(try values(line).duration == minutes)
    }
}

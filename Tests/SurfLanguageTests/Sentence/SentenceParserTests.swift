import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

private func parse(
    _ words: String..., hasNotes: Bool = true, flags: Set<EntryField> = []
) throws -> EntryValues {
    try SentenceParser(dates: losAngeles(), hasNotes: hasNotes, flags: flags).parse(words)
}

struct SentenceParserTests {
    @Test func `a whole sentence says a whole entry`() throws {
        let values = try parse("yesterday", "7:30am:", "Malibu,", "4-6ft", "@", "12s,", "offshore", "5kts,", "****")
        #expect(
            values
                == EntryValues(
                    date: try losAngeles().date("yesterday 7:30am"), location: "Malibu", height: "4-6ft", period: "12s",
                    wind: "offshore 5kts", rating: 4))
    }

    @Test func `parts come in any order and are trimmed`() throws {
        let values = try parse(" glassy ,5/5,  Rincon , 12s,head high")
        #expect(
            values
                == EntryValues(location: "Rincon", height: "head high", period: "12s", wind: "glassy", rating: 5))
    }

    @Test(arguments: [
        "4ft", "4-6ft", "1.2m", "4 to 6 ft", "head high", "Head High", "waist to chest", "chest-high", "overhead",
        "double overhead", "flat", "waist-chest", "6ft+", "4'",
    ])
    func `a height is told by its unit or its words`(part: String) throws {
        #expect(try parse(part) == EntryValues(height: part))
    }

    @Test(arguments: ["12s", "12 s", "10-12 sec", "14 seconds"])
    func `a period is told by its unit`(part: String) throws {
        #expect(try parse(part) == EntryValues(period: part))
    }

    @Test(arguments: [
        "offshore 5kts", "NW 12mph", "glassy", "5 knots NW", "light offshore", "NW", "light and variable north",
        "sw 10-15 kts", "offshore 5", "5kts gusting 10kts", "cross-shore",
    ])
    func `a wind is told by its words or its unit`(part: String) throws {
        #expect(try parse(part) == EntryValues(wind: part))
    }

    @Test(arguments: [
        ("wind 5kts", "5kts"), ("offshore wind 5kts", "offshore 5kts"), ("light wind", "light"), ("no Wind", "no"),
        ("wind 12", "12"), ("offshore winds", "offshore"),
    ])
    func `the word wind is dropped`(part: String, wind: String) throws {
        #expect(try parse(part) == EntryValues(wind: wind))
    }

    @Test(arguments: [
        ("*", Int16(1)), ("*****", 5), ("4/5", 4), ("4 / 5", 4), ("4 stars", 4), ("1 star", 1), ("★★★☆☆", 3),
        ("4/5 stars", 4),
    ])
    func `a rating is told by its stars`(part: String, rating: Int16) throws {
        #expect(try parse(part) == EntryValues(rating: rating))
    }

    @Test(arguments: [
        "Malibu", "Wind Beach", "Windansea", "Teahupo'o", "Head", "4 Mile", "Peaks @ Malibu", "The Wedge 4", "Light",
        "4x4",
    ])
    func `what is no other field is a place`(part: String) throws {
        #expect(try parse(part) == EntryValues(location: part))
    }

    @Test func `further words become notes`() throws {
        #expect(
            try parse("Malibu, crowded, 4ft, lost a fin")
                == EntryValues(location: "Malibu", height: "4ft", notes: "crowded, lost a fin"))
    }

    @Test func `further words are refused in a store without notes`() {
        #expect(throws: SentenceError.noNotes(part: "crowded")) { try parse("Malibu, crowded", hasNotes: false) }
    }

    @Test func `a colon ends the date only where a blank follows`() throws {
        #expect(try parse("7:30: Malibu").date == losAngeles().date("7:30"))
        #expect(try parse("Spot:7, 4ft").location == "Spot:7")
        #expect(try parse("Malibu:").location == "Malibu:")
    }

    @Test(arguments: ["Malibu", "notes", ""])
    func `what stands before the colon has to be a date`(when: String) {
        #expect(throws: SentenceError.when(.unreadable(when))) { try parse(when + ": 4ft") }
    }

    @Test func `a future date before the colon is refused as future`() {
        #expect { try parse("2030-01-01: Malibu") } throws: {
            guard case .when(.future)? = $0 as? SentenceError else { return false }
            return true
        }
    }

    @Test func `commas and colons in double quotes do not cut`() throws {
        #expect(
            try parse("\"Malibu, CA: First Point\", 4ft")
                == EntryValues(location: "Malibu, CA: First Point", height: "4ft"))
    }

    @Test func `a double quote within a word is text`() throws {
        #expect(try parse("Malibu, 6'2\" board").notes == "6'2\" board")
        #expect(try parse("Malibu, said \"wow, big\" twice").notes == "said \"wow, big\" twice")
    }

    @Test func `a word that the prompt quoted is not cut`() throws {
        let words: [SentenceWord] = [.quoted("Malibu, \"CA\": here"), .plain(","), .plain("4ft,"), .plain("glassy")]
        let values = try SentenceParser(dates: losAngeles(), hasNotes: false).parse(words)
        #expect(values == EntryValues(location: "Malibu, \"CA\": here", height: "4ft", wind: "glassy"))
    }

    @Test func `a quote that is not closed is refused`() {
        #expect(throws: SentenceError.unclosedQuote("\"Malibu, 4ft")) { try parse("\"Malibu, 4ft") }
    }

    @Test(arguments: ["4", "4-6", "0.4", "-4", "4 to 6"])
    func `a bare number is refused`(part: String) {
        #expect(throws: SentenceError.bareNumber(part: part, couldBe: [.height, .period, .wind, .rating])) {
            try parse("Malibu, " + part)
        }
    }

    @Test func `a bare number behind a height's at sign names the period`() {
        #expect(throws: SentenceError.bareNumber(part: "4ft @ 12", couldBe: [.period])) { try parse("4ft @ 12") }
    }

    @Test(arguments: [
        ("4ft offshore", [EntryField.height, .wind]), ("4ft 12s", [.height, .period]),
        ("head high glassy", [.height, .wind]),
        ("**** 4ft 12s", [.rating, .height, .period]), ("4ft @ 12s glassy", [.height, .period, .wind]),
        ("NW 12s", [.wind, .period]),
    ])
    func `a part that says several fields is refused`(part: String, fields: [EntryField]) {
        #expect(throws: SentenceError.severalFields(part: part, fields: fields)) { try parse("Malibu, " + part) }
    }

    @Test(arguments: ["******", "0/5", "6/5", "7 stars", "4.5/5", "4/10", "☆☆"])
    func `a rating that is none is refused`(part: String) {
        #expect(throws: SentenceError.notARating(part: part)) { try parse(part) }
    }

    @Test(arguments: [
        ("4ft, 5ft", "5ft", EntryField.height), ("4ft @ 12s, 13s", "13s", .period), ("glassy, NW", "NW", .wind),
        ("****, 4/5", "4/5", .rating),
    ])
    func `a field given by two parts is refused`(sentence: String, part: String, field: EntryField) {
        #expect(throws: SentenceError.givenTwice(part: part, field: field, byFlag: false)) { try parse(sentence) }
    }

    @Test(arguments: [
        ("4ft @ 12s", "4ft @ 12s", EntryField.period), ("Malibu", "Malibu", .location), ("today: 4ft", "today", .date),
        ("Malibu, crowded", "crowded", .notes),
    ])
    func `a field given by a part and a flag is refused`(sentence: String, part: String, field: EntryField) {
        #expect(throws: SentenceError.givenTwice(part: part, field: field, byFlag: true)) {
            try parse(sentence, flags: [field])
        }
    }

    @Test func `empty parts say nothing`() throws {
        #expect(try parse("yesterday: , ,") == EntryValues(date: losAngeles().date("yesterday")))
    }

    @Test func `a text with NUL is refused`() {
        #expect(throws: SentenceError.containsNUL) { try parse("Mal\0ibu") }
    }
}

import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// Corrupted input of every kind: readers return a value or throw an error, and never trap or hang; values that they
/// accept are valid.
@Suite struct HostileInputTests {
    private static let dates = DateReader(now: 800_000_000, zone: TimeZone(identifier: "America/Los_Angeles") ?? .gmt)

    /// Calls `body` with corrupted versions of the valid inputs.
    private func spoil(_ good: [String], _ body: (inout Mutation, [UInt8]) throws -> Void) rethrows {
        try Mutation.play { mutation in
            let input = mutation.spoiled(Array(mutation.one(of: good).utf8))
            try body(&mutation, input)
        }
    }

    @Test func `a corrupted sentence gives an entry with a typed place, or an error`() {
        let reader = SentenceReader(dates: Self.dates, places: KnownPlaces(["Malibu", "Rincon"]))
        spoil([
            "2026-09-12 7am: Malibu, 4ft @ 12s, offshore 5kts, ****",
            "yesterday: Rincon, 4-6ft, 12s, NW 12mph, 4/5, cold",
            "\"Trestles, Lowers\", head high, glassy, 4 stars",
        ]) { _, bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard let sentence = try? reader.read([text]) else { return }
            #expect(sentence.values.rating.map { (1...5).contains($0) } ?? true)
            if let place = sentence.values.location { #expect(text.contains(sentence.typedPlace ?? place)) }
        }
    }

    @Test func `a corrupted date gives a moment or an error`() {
        spoil(["2026-09-12T07:00:00-07:00", "12 Sep 2025 7am", "3 days ago", "last monday 19:30", "03/04/2020"]) {
            _, bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if let date = try? Self.dates.date(text) { #expect(date.isFinite) }
            if let span = try? Self.dates.span(text) { #expect(span.lowerBound <= span.upperBound) }
            _ = Self.dates.start(ofLast: text)
        }
    }

    @Test func `a corrupted filter or field gives a value or an error`() {
        let filters = FilterReader(dates: Self.dates)
        let fields = FieldReader(dates: Self.dates)
        spoil(["4..", "3..6ft", "..8", "4-6ft", "offshore 5..10kts", "2014-08..2015"]) { _, bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for field in EntryField.firstModel {
                _ = try? filters.term(field, text)
                if field == .rating, let value = try? fields.value(of: field, text), case .integer(let stars) = value {
                    #expect((1...5).contains(stars))
                }
            }
        }
    }

    @Test func `a corrupted condition can be evaluated or gives an error with a position`() throws {
        let temporary = try TemporaryJournal()
        try temporary.add(EntryValues(date: 1, location: "Malibu", height: "4ft", rating: 4))
        let journal = try temporary.open()
        spoil([
            "rating >= 4 AND location BEGINSWITH[c] \"mal\"", "heightFeet BETWEEN {3, 6} OR NOT (wind LIKE 'off*')",
            "date > CAST(0, \"NSDate\") AND period IN {'12s', '14s'}",
            "location MATCHES '.*a(b|c)+' AND SELF.rating != nil",
        ]) { _, bytes in
            var query = EntryQuery()
            guard (try? query.narrow(where: String(decoding: bytes, as: UTF8.self))) != nil else { return }
            do throws(JournalError) {
                #expect(try journal.count(query) <= 1)
            } catch {
                if case .failed = error { Issue.record("\(error)") }
            }
        }
    }

    @Test func `a corrupted CSV file gives the same rows and errors in any pieces`() {
        spoil([
            "id,date,location\r\n1,2014-08-01T07:00:00Z,\"Malibu, \"\"First\"\" Point\"\r\n2,,'=1+1\r\n",
            "date,height\n\n2014,4ft\n\"a\nb\",c",
        ]) { mutation, bytes in
            let whole = CSVOutcome(bytes, pieces: [bytes.count])
            let pieces = (0..<8).map { _ in mutation.below(bytes.count + 1) }
            #expect(CSVOutcome(bytes, pieces: pieces) == whole)
        }
    }

    @Test func `a corrupted draft is read consistently or is unreadable`() {
        let content = EntryEdit(
            entryID: 7, baseRev: 3, base: EntryValues(date: 0.1, location: "Malibu \"1\"", rating: 4),
            changes: [.wind: .text("glassy"), .height: nil], storeUUID: UUID().uuidString, since: 8e8)
        spoil([String(decoding: content.bytes, as: UTF8.self)]) { _, bytes in
            guard let read = EntryEdit(bytes) else { return }
            #expect(EntryEdit(read.bytes) == read || read.since.isNaN)
        }
    }

    @Test func `a corrupted list of samples is read consistently or not at all`() {
        spoil(["1-5000,5003", "7", "1-2,4-9223372036854775807"]) { _, bytes in
            guard let keys = SampleKeys(String(decoding: bytes, as: UTF8.self)) else { return }
            #expect(SampleKeys(keys.text) == keys)
            _ = keys.contains(5)
        }
    }
}

/// The result of reading CSV: its rows and errors in order.
private struct CSVOutcome: Equatable {
    var rows: [CSVRow] = []
    var errors: [CSVError] = []

    /// - Parameter pieces: The numbers of bytes that arrive at a time; the rest arrives at the end.
    init(_ bytes: [UInt8], pieces: [Int]) {
        var reader = CSVReader()
        var rest = bytes[...]
        for count in pieces {
            reader.append(rest.prefix(count))
            rest = rest.dropFirst(count)
            read(&reader)
        }
        reader.append(rest)
        reader.finish()
        read(&reader)
    }

    private mutating func read(_ reader: inout CSVReader) {
        while true {
            do throws(CSVError) {
                guard let row = try reader.next() else { return }
                rows.append(row)
            } catch {
                errors.append(error)
            }
        }
    }
}

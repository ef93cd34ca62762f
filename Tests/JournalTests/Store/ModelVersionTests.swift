import Foundation
import Persistence
import Testing

@testable import Journal
@testable import SurfLanguage

/// Journals of both versions of the model.
@Suite(.serialized) @MainActor struct ModelVersionTests {
    /// A journal of the first version with one entry.
    private func old() throws -> TemporaryJournal {
        let place = try TemporaryJournal(made: false)
        let (coordinator, store) = try JournalStack.make(place.url, .first)
        try coordinator.remove(store)
        try place.add(EntryValues(date: 1, location: "Malibu", wind: "glassy", rating: 4))
        return place
    }

    private func missing(_ body: () throws -> Void) -> EntryField? {
        do {
            try body()
            return nil
        } catch JournalError.missingField(let field) {
            return field
        } catch {
            return nil
        }
    }

    @Test func `a new journal has every field`() throws {
        let journal = try TemporaryJournal().open()
        #expect(journal.version == .latest)
        #expect(journal.fields == EntryField.allCases)
    }

    @Test func `every field is stored as it was set`() throws {
        let place = try TemporaryJournal()
        var values = EntryValues(
            date: 1.5, location: " Malibu ", height: "4ft", period: "12s", wind: "glassy", rating: 4, notes: "a\nb")
        (values.timeZone, values.board, values.tide, values.crowd) = ("Europe/Lisbon", "6'2\"", "low", "12")
        (values.waves, values.duration, values.swellHeight) = (14, 90, 1.524)
        (values.swellPeriod, values.swellDirection, values.waterTemperature) = (14.5, 292.5, 17.222222)
        #expect(EntryField.allCases.allSatisfy { values[$0] != nil })
        let record = try place.add(values)
        #expect(record.values == values)
        let journal = try place.open()
        #expect(try journal.record(1).values == values)
        #expect(try journal.all().map(\.values) == [values])
    }

    @Test func `a journal of the first version opens with its fields and stays at that version`() throws {
        let place = try old()
        let journal = try place.open()
        #expect(journal.version == .first)
        #expect(journal.fields == EntryField.firstModel)
        #expect(
            try journal.all().map(\.values) == [EntryValues(date: 1, location: "Malibu", wind: "glassy", rating: 4)])
        try place.change(1, .wind, .text("offshore"))
        #expect(try journal.all(EntryQuery(filter: [.anyText(TextMatch("shore"))])).count == 1)
        #expect(try place.open().version == .first)
    }

    @Test func `using a field that the first version lacks is an error that names the field`() throws {
        let journal = try old().open()
        #expect(missing { try journal.beginAdd().set(.notes, .text("a")) } == .notes)
        for (predicate, field) in [("swellHeight > 2", EntryField.swellHeight), ("tideFeetLow > 2", .tide)] {
            var query = EntryQuery()
            try query.narrow(where: predicate)
            #expect(missing { _ = try journal.all(query) } == field)
            #expect(missing { _ = try journal.count(query) } == field)
        }
    }

    @Test func `a draft with later fields is read back`() throws {
        var content = EntryEdit(
            entryID: nil, baseRev: 0, base: EntryValues(), changes: [:], storeUUID: "x", since: 1)
        content.changes = [
            .waves: .integer(3), .swellHeight: .number(0.1), .tide: FieldValue?.none, .timeZone: .text("GMT"),
        ]
        #expect(EntryEdit(content.bytes) == content)
    }
}

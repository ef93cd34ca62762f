import Foundation
import Testing

@testable import Journal
@testable import SurfLanguage

/// Edits that a command saves without a scratchpad.
@Suite(.serialized) @MainActor struct JournalSavingTests {
    let journal: TemporaryJournal

    init() throws { journal = try TemporaryJournal() }

    @Test func `an added entry has the values given and a UUID`() throws {
        let open = try journal.open()
        let values = EntryValues(date: 1.5, location: "Malibu", rating: 4, notes: "")
        let record = try #require(try open.save(open.adding(values), .fail).record)
        #expect(record == EntryRecord(id: 1, rev: 1, values: values))
        #expect(try open.storedUUID(of: 1) != nil)
        #expect(try journal.open().record(1) == record)
    }

    @Test func `an edit changes only its fields and raises the revision`() throws {
        try journal.add(EntryValues(date: 1, location: "Malibu", height: "4ft", rating: 3))
        let open = try journal.open()
        var edit = try open.editing(1)
        edit.change([.rating: .integer(5), .height: nil, .location: .text("Malibu")])
        #expect(edit.changes == [.rating: .integer(5), .height: nil])
        let record = try #require(try open.save(edit, .fail).record)
        #expect(record == EntryRecord(id: 1, rev: 2, values: EntryValues(date: 1, location: "Malibu", rating: 5)))
    }

    @Test func `an edit without changes writes nothing`() throws {
        try journal.add(EntryValues(location: "Malibu", rating: 3))
        let open = try journal.open()
        var edit = try open.editing(1)
        edit.change([.rating: .integer(4)])
        edit.change([.rating: .integer(3)])
        #expect(try open.save(edit, .fail).record?.rev == 1)
    }

    @Test func `an edit of an entry changed meanwhile fails, and the journal shows what is stored`() throws {
        try journal.add(EntryValues(location: "Malibu", height: "4ft"))
        let open = try journal.open()
        var edit = try open.editing(1)
        edit.change([.height: .text("5ft")])
        try journal.change(1, .height, .text("6ft"))
        let report = try #require(conflict { _ = try open.save(edit, .auto) })
        #expect(report.fields.map(\.stored) == [.text("6ft")])
        #expect(try open.record(1).values.height == "6ft")
        #expect(try open.save(edit, .mine).record?.values.height == "5ft")
    }

    @Test func `a failed save is not part of the next one`() throws {
        let open = try journal.open()
        try journal.sql("CREATE TRIGGER no BEFORE INSERT ON ZJOURNALENTRY BEGIN SELECT RAISE(ABORT, 'no'); END")
        #expect(throws: JournalError.self) { try open.save(open.adding(EntryValues(location: "Ghost")), .fail) }
        try journal.sql("DROP TRIGGER no")
        _ = try open.save(open.adding(EntryValues(location: "Malibu")), .fail)
        #expect(try open.all().map(\.values.location) == ["Malibu"])
    }

    // MARK: What every session has

    @Test func `a new entry gets a date and the zone of its place, and keeps what it has`() throws {
        let zones = PlaceValues<String>(["Malibu": "America/Los_Angeles"])
        func completed(_ values: EntryValues, in fields: [EntryField] = EntryField.allCases) throws -> EntryValues {
            try values.completed(date: 7, zone: "Europe/Berlin", zones, in: fields)
        }
        var given = EntryValues(date: 1, location: "Malibu")
        given.timeZone = "Asia/Tokyo"
        #expect(try completed(given) == given)
        let malibu = try completed(EntryValues(location: "malibu"))
        #expect(malibu.date == 7)
        #expect(malibu.timeZone == "America/Los_Angeles")
        #expect(try completed(EntryValues(location: "Rincon")).timeZone == "Europe/Berlin")
        #expect(try completed(EntryValues(location: "Rincon"), in: EntryField.firstModel).timeZone == nil)
    }

    @Test func `a new entry without a place is refused`() throws {
        #expect(
            isRefused(cleared: false) {
                _ = try journal.open().completed(journal.open().adding(EntryValues()), zone: nil)
            })
    }

    @Test func `a new edit begun earlier is dated when it was begun`() throws {
        let open = try journal.open()
        let edit = open.adding(EntryValues(location: "Malibu"))
        #expect(try open.completed(edit, zone: nil).values == EntryValues(date: edit.since, location: "Malibu"))
    }

    @Test func `an edit may move a session but not take its place away`() throws {
        try journal.add(EntryValues(location: "Malibu"))
        var edit = try journal.open().editing(1)
        edit.change([.location: .text("Rincon")])
        try edit.requirePlace()
        edit.change([.location: nil])
        #expect(isRefused(cleared: true) { try edit.requirePlace() })
    }

    /// Whether `body` throws that a session would have no place.
    private func isRefused(cleared: Bool, _ body: () throws -> Void) -> Bool {
        do { try body() } catch JournalError.noPlace(cleared) { return true } catch {}
        return false
    }
}

import Foundation
import Persistence
import PersistenceSQLite
import Testing

@testable import Journal
@testable import SurfLanguage

/// Migration of a journal to the latest version.
@Suite(.serialized) @MainActor struct MigrationTests {
    static let entries = [
        EntryValues(date: 1.5, location: "Malibu", height: "4ft", period: "12s", wind: "glassy", rating: 4),
        EntryValues(date: 2, location: "  Cafe\u{301} "), EntryValues(),
    ]

    /// A journal of the first version with some entries, one of them edited; with our metadata it is our own.
    private func old(isOwn: Bool) throws -> TemporaryJournal {
        let place = try TemporaryJournal(made: false)
        let (coordinator, store) = try JournalStack.make(place.url, .first)
        if isOwn {
            let marks = JournalMetadata.marking([:], samples: SampleKeys(2...2))
            try coordinator.writeMetadata(marks, for: store)
        }
        try coordinator.remove(store)
        for values in Self.entries { try place.add(values) }
        try place.change(1, .rating, .integer(5))
        return place
    }

    @Test(arguments: [true, false])
    func `migration keeps all entries with their IDs and versions and adds the later fields`(isOwn: Bool) throws {
        let place = try old(isOwn: isOwn)
        let (before, uuid) = (try place.open().all(), try place.open().storeUUID)
        let outcome = try Journal.migrate(place.url)
        #expect((outcome.from, outcome.to, outcome.entries) == (.first, .fourth, 3))
        let journal = try place.open()
        #expect(try journal.all() == before)
        #expect(journal.storeUUID == uuid)
        #expect(journal.isOwn && journal.version == .fourth)
        try place.change(1, .swellHeight, .number(1.5))
        #expect(try journal.record(1).values.swellHeight == 1.5)
        #expect(try place.add(EntryValues(notes: "new")).id == 4)
    }

    @Test func `samples in our own journal stay samples, and a foreign one has none`() throws {
        let own = try old(isOwn: true)
        _ = try Journal.migrate(own.url)
        #expect(try own.open().all().filter(\.sample).map(\.id) == [2])
        let foreign = try old(isOwn: false)
        #expect(throws: JournalError.self) { try foreign.open().removeSamples() }
        _ = try Journal.migrate(foreign.url)
        #expect(try foreign.open().removeSamples() == 0)
    }

    @Test func `a copy of the old journal is kept beside the new one and can be opened`() throws {
        let place = try old(isOwn: false)
        let before = try place.open().all()
        let backup = try #require(try Journal.migrate(place.url).backup)
        #expect(backup.lastPathComponent == "SurfJournalModel-before-migrate.sqlite")
        let copy = try Journal.open(backup)
        #expect(copy.version == .first && !copy.isOwn)
        #expect(try copy.all() == before)
        #expect(place.files.allSatisfy { !$0.hasPrefix(".") })
        let attributes = try FileManager.default.attributesOfItem(atPath: backup.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a copy never overwrites another file`() throws {
        let place = try old(isOwn: false)
        let taken = place.folder.appendingPathComponent("SurfJournalModel-before-migrate.sqlite")
        try Data("mine".utf8).write(to: taken)
        let backup = try #require(try Journal.migrate(place.url).backup)
        #expect(backup.lastPathComponent == "SurfJournalModel-before-migrate-2.sqlite")
        #expect(try Data(contentsOf: taken) == Data("mine".utf8))
    }

    @Test func `migrating a journal of the latest version does nothing`() throws {
        let place = try TemporaryJournal()
        try place.add(Self.entries[0])
        let files = place.files
        #expect(try Journal.migrate(place.url) == MigrationOutcome(from: .fourth, to: .fourth, backup: nil, entries: 1))
        #expect(place.files == files)
    }

    @Test func `a file that is not a journal is left alone`() throws {
        let place = try TemporaryJournal(made: false)
        try Data("not a journal".utf8).write(to: place.url)
        #expect(throws: JournalError.self) { try Journal.migrate(place.url) }
        #expect(place.files == ["SurfJournalModel.sqlite"])
    }

    @Test func `opening a journal does not migrate it`() throws {
        let place = try old(isOwn: false)
        _ = try place.open().all()
        let columns = try SQLiteStore.columns(at: place.url)["JournalEntry"]
        #expect(columns?.contains("ZNOTES") == false && columns?.count == 9)
    }

    @Test func `migration refuses our own journal if another program has changed it`() throws {
        let place = try old(isOwn: true)
        try place.sql("UPDATE ZJOURNALENTRY SET ZHEIGHT = '5ft' WHERE Z_PK = 2")
        let before = place.files
        #expect {
            try Journal.migrate(place.url)
        } throws: { error in
            if case JournalError.unsound? = error as? JournalError { true } else { false }
        }
        #expect(try place.open().version == .first)
        #expect(place.files == before)
    }
}

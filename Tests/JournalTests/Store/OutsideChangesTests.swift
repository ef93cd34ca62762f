import Foundation
import Persistence
import Synchronization
import Testing

@testable import Journal
@testable import SurfLanguage

/// Changes that others save while a journal is open.
@Suite(.serialized) @MainActor struct OutsideChangesTests {
    let journal: TemporaryJournal
    let id: Int64

    init() throws {
        journal = try TemporaryJournal()
        id = try journal.add(EntryValues(location: "Malibu", rating: 3)).id
    }

    private func watched(_ options: JournalOptions = JournalOptions()) throws -> Journal {
        let open = try Journal.open(journal.url, options)
        try open.watch()
        return open
    }

    /// Only the flag of changes that the history does not list.
    private var unlisted: OutsideChanges {
        var changes = OutsideChanges()
        changes.isUnlisted = true
        return changes
    }

    /// Changes an entry as a program without history does.
    private func changeWithoutHistory(_ field: String) throws {
        try journal.sql("UPDATE ZJOURNALENTRY SET \(field), Z_OPT = Z_OPT + 1 WHERE Z_PK = \(id)")
    }

    @Test func `outside changes are reported once, as inserted, updated or deleted`() throws {
        let gone = try journal.add(EntryValues(location: "Rincon")).id
        let open = try watched()
        #expect(try open.mergeOutsideChanges().isEmpty)
        try journal.change(id, .rating, .integer(1))
        try journal.change(id, .rating, .integer(2))
        _ = try journal.open().delete([gone])
        let new = try journal.add(EntryValues(location: "Trestles")).id
        let changes = try open.mergeOutsideChanges()
        #expect((changes.inserted, changes.updated, changes.deleted) == ([new], [id], [gone]))
        #expect(changes.ids == [id, gone, new])
        #expect(!changes.isUnlisted)
        #expect(try open.mergeOutsideChanges().isEmpty)
    }

    @Test func `an entry that others added and deleted is not reported`() throws {
        let open = try watched()
        let new = try journal.add(EntryValues(location: "Rincon")).id
        _ = try journal.open().delete([new])
        #expect(try open.mergeOutsideChanges() == OutsideChanges())
    }

    @Test func `a change of metadata alone is not reported, and a later change without history is`() throws {
        let open = try watched()
        try journal.open().setSyncState(SyncState())
        #expect(try open.mergeOutsideChanges() == OutsideChanges())
        try changeWithoutHistory("ZRATING = 1")
        #expect(try open.mergeOutsideChanges() == unlisted)
    }

    @Test func `own saves are not reported as outside changes`() throws {
        let open = try watched()
        let pad = try open.beginEdit(id)
        try pad.set(.rating, .integer(5))
        _ = try pad.save(.auto)
        let added = open.beginAdd()
        try added.set(.location, .text("Rincon"))
        let mine = try #require(try added.save(.auto).record).id
        #expect(try open.mergeOutsideChanges().isEmpty)
        let theirs = try journal.add(EntryValues(location: "Trestles")).id
        _ = try open.delete([mine])
        #expect(try open.mergeOutsideChanges().ids == [theirs])
    }

    @Test func `what others save after own saves is listed`() throws {
        let open = try watched()
        for place in ["Rincon", "Zuma"] {
            let own = open.beginAdd()
            try own.set(.location, .text(place))
            _ = try own.save(.auto)
        }
        let theirs = try journal.add(EntryValues(location: "Trestles")).id
        let changes = try open.mergeOutsideChanges()
        #expect(changes.inserted == [theirs] && changes.ids == [theirs] && !changes.isUnlisted)
    }

    /// Renaming, undo and zones write without objects, or no entries.
    @Test func `own batches and settings are not reported, and do not hide the changes of others`() throws {
        let open = try watched()
        #expect(try open.rename(.place, "Malibu", to: "First Point") == 1)
        try open.set(.timeZone, of: "First Point", to: "Pacific/Honolulu")
        _ = try open.undoLast(.auto)
        #expect(try open.mergeOutsideChanges().isEmpty)
        let theirs = try journal.add(EntryValues(location: "Trestles")).id
        #expect(try open.rename(.place, "Malibu", to: "First Point") == 1)
        #expect(try open.mergeOutsideChanges().ids == [theirs])
        #expect(try open.mergeOutsideChanges().isEmpty)
    }

    @Test func `an entry that this process changed after the others is not reported`() throws {
        let open = try watched()
        let theirs = try journal.add(EntryValues(location: "Trestles")).id
        try journal.change(id, .rating, .integer(1))
        _ = try open.delete([theirs])
        let pad = try open.beginEdit(id)
        try pad.set(.rating, .integer(5))
        _ = try pad.save(.fail)
        #expect(try open.mergeOutsideChanges() == OutsideChanges())
    }

    @Test func `outside changes are merged into live objects`() throws {
        let open = try watched()
        let gone = try journal.add(EntryValues(location: "Rincon")).id
        _ = try open.mergeOutsideChanges()
        let held = try [id, gone].map { try open.entry($0, in: open.mainContext) }
        #expect(held[0].rating == 3)
        try journal.change(id, .rating, .integer(1))
        _ = try journal.open().delete([gone])
        _ = try open.mergeOutsideChanges()
        #expect(held[0].rating == 1)
        #expect(held[1].isDeleted)
        #expect(!open.mainContext.hasChanges)
    }

    @Test func `a change by a program without history is noticed and read, but not listed`() throws {
        let open = try watched()
        let held = try open.entry(id, in: open.mainContext)
        #expect(held.rating == 3)
        try changeWithoutHistory("ZRATING = 1")
        #expect(try open.mergeOutsideChanges() == unlisted)
        #expect(held.rating == 1)
        #expect(try open.mergeOutsideChanges().isEmpty)
    }

    @Test func `a change by a program without history is noticed among own saves`() throws {
        let open = try watched()
        let other = open.beginAdd()
        try other.set(.location, .text("Rincon"))
        _ = try other.save(.auto)
        try changeWithoutHistory("ZRATING = 1")
        _ = try open.rename(.place, "Rincon", to: "Rincon Cove")
        #expect(try open.mergeOutsideChanges() == unlisted)
        #expect(try open.mergeOutsideChanges().isEmpty)
    }

    @Test func `in a journal that keeps no history, every change is noticed`() throws {
        let file = journal.folder.appendingPathComponent("apple.sqlite")
        let (coordinator, store) = try JournalStack.make(file)
        try coordinator.remove(store)
        let open = try Journal.open(file)
        try open.watch()
        let added = open.beginAdd()
        try added.set(.location, .text("Rincon"))
        _ = try added.save(.auto)
        #expect(try open.mergeOutsideChanges().isEmpty)
        let other = try Journal.open(file).beginAdd()
        try other.set(.location, .text("Trestles"))
        _ = try other.save(.auto)
        #expect(try open.mergeOutsideChanges() == unlisted)
    }

    @Test func `if the history no longer has all changes of others, everything counts as changed`() throws {
        var options = JournalOptions()
        options.historyLimits.transactions = 2
        let open = try watched()
        let held = try open.entry(id, in: open.mainContext)
        let other = try Journal.open(journal.url, options)
        for rating in [1, 2, 4, 5] as [Int16] {
            let pad = try other.beginEdit(id)
            try pad.set(.rating, .integer(rating))
            _ = try pad.save(.fail)
        }
        #expect(try open.mergeOutsideChanges() == unlisted)
        #expect(held.rating == 5)
    }

    @Test func `own changes that the history no longer has do not matter`() throws {
        var options = JournalOptions()
        options.historyLimits.transactions = 2
        let open = try watched(options)
        for rating in [1, 2, 4, 5] as [Int16] {
            let pad = try open.beginEdit(id)
            try pad.set(.rating, .integer(rating))
            _ = try pad.save(.fail)
        }
        #expect(try open.mergeOutsideChanges().isEmpty)
        let theirs = try journal.add(EntryValues(location: "Trestles")).id
        #expect(try open.mergeOutsideChanges().ids == [theirs])
    }

    /// The first own save switches such a journal to a write-ahead log.
    @Test func `own saves to a journal in rollback mode are not reported`() throws {
        try journal.sql("PRAGMA journal_mode = DELETE")
        let open = try watched()
        for rating in [1, 2] as [Int16] {
            let pad = try open.beginEdit(id)
            try pad.set(.rating, .integer(rating))
            _ = try pad.save(.fail)
            #expect(try open.mergeOutsideChanges() == OutsideChanges())
        }
        try journal.change(id, .rating, .integer(5))
        #expect(try open.mergeOutsideChanges().updated == [id])
    }

    @Test func `watching and finding changes reads no entries`() throws {
        let statements = Mutex<[String]>([])
        var options = JournalOptions()
        options.trace = { trace in statements.withLock { $0.append(trace.sql) } }
        let open = try Journal.open(journal.url, options)
        statements.withLock { $0 = [] }
        try open.watch()
        try journal.change(id, .rating, .integer(1))
        #expect(try open.mergeOutsideChanges().updated == [id])
        let read = statements.withLock { $0 }
        #expect(read.contains { $0.contains("ACHANGE") })
        #expect(!read.contains { $0.contains("ZJOURNALENTRY") })
    }
}

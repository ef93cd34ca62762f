import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Counters at their limits: an operation that would exceed one fails with an error and changes nothing.
@Suite struct CounterEndTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func expectEnd(_ counter: CounterLimitError.Counter, _ body: () throws -> Void) {
        let error = persistenceError(body)
        #expect(error?.code == .saveFailed)
        #expect(error?.underlying as? CounterLimitError == CounterLimitError(counter))
    }

    @Test func `the last key is 2^53, the largest integer that JSON represents exactly`() throws {
        let stack = try Stack(folder.file())
        try folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(StoreNumbers.highestKey - 1)")
        try stack.withContext { context throws in
            let entry = EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context)
            try context.save()
            #expect(entry.objectID.key == StoreNumbers.highestKey)
            EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context)
            expectEnd(.keys) { try context.save() }
            #expect(context.insertedObjects.count == 1)
        }
        #expect(
            try folder.plainConnection().rows("SELECT Z_PK FROM ZJOURNALENTRY") == [[.integer(StoreNumbers.highestKey)]]
        )
    }

    @Test(arguments: [StoreNumbers.highestKey, StoreNumbers.highestKey + 1, .max - 2, .max - 1, .max])
    func `a key counter at its limit fails saves, permanent IDs and batch inserts`(counter: Int64) throws {
        let stack = try Stack(folder.file())
        try folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(counter)")
        try stack.withContext { context throws in
            let entries = (0..<2).map { _ in
                EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context)
            }
            expectEnd(.keys) { try context.obtainPermanentIDs(for: entries) }
            expectEnd(.keys) { try context.save() }
            let batch = BatchInsertRequest(entityName: "JournalEntry", objects: [["wind": "glassy"]])
            expectEnd(.keys) { _ = try context.execute(batch) }
        }
        #expect(
            try folder.plainConnection().rows(
                "SELECT count(*), (SELECT max(Z_MAX) FROM Z_PRIMARYKEY) FROM ZJOURNALENTRY")
                == [[0, .integer(counter)]])
    }

    @Test(arguments: [16_001, 16_002, 16_003], [Int64.max - 1, .max])
    func `a history counter at its limit fails the save`(entity: Int, counter: Int64) throws {
        let annals = try TrackedStore()
        try annals.add("Malibu")
        try annals.folder.plainConnection().execute(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = \(counter) WHERE Z_ENT = \(entity); DELETE FROM ATRANSACTIONSTRING")
        expectEnd(.history) { try annals.add("Rincon") }
        #expect(try annals.folder.plainConnection().texts("SELECT ZNAME FROM ZPLACE") == ["Malibu"])
    }

    @Test func `a history uses its counter up to the limit`() throws {
        let annals = try TrackedStore()
        try annals.folder.plainConnection().execute(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 9) WHERE Z_ENT = 16001")
        let ids = try annals.add("Malibu", "Rincon")
        try annals.folder.plainConnection().execute(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 3) WHERE Z_ENT = 16001")
        try annals.change(ids[0], ["name": "Trestles"])
        try annals.change(ids[1], ["name": "Swamis"])
        #expect(try annals.transactions().count == 3)
        expectEnd(.history) { try annals.delete(ids[0]) }
    }

    @Test func `the version after the largest 64-bit number is 1, in a save and in a batch`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")], ["wind": .string("glassy")]])
        try folder.plainConnection().execute("UPDATE ZJOURNALENTRY SET Z_OPT = \(Int64.max)")
        try stack.withContext { context throws in
            for entry in try context.fetch(FetchRequest<ManagedObject>(entityName: "JournalEntry")).prefix(1) {
                entry.setValue("offshore", forKey: "wind")
            }
            try context.save()
            let update = BatchUpdateRequest(entityName: "JournalEntry")
            update.propertiesToUpdate = ["wind": "onshore"]
            _ = try context.execute(update)
        }
        #expect(
            try folder.plainConnection().rows("SELECT Z_OPT, ZWIND FROM ZJOURNALENTRY ORDER BY 1") == [
                [1, "onshore"], [2, "onshore"],
            ])
    }
}

import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Persistent history through a context.
@Suite struct HistoryTests {
    /// B-HIS-01
    @Test func `one save is one transaction, with a change per object and the author's name`() throws {
        let annals = try TrackedStore()
        annals.context.transactionAuthor = "the surfer"
        annals.context.name = "beach"
        let before = Date()
        let ids = try annals.add("Malibu", "Rincon")
        try annals.change(ids[0], ["code": 9])
        try annals.delete(ids[1])
        let transactions = try annals.transactions()
        #expect(transactions.map(\.transactionNumber) == [1, 2, 3])
        #expect(transactions.map { $0.changes?.map(\.changeType) } == [[.insert, .insert], [.update], [.delete]])
        #expect(transactions.flatMap { $0.changes ?? [] }.map(\.changedObjectID) == [ids[0], ids[1], ids[0], ids[1]])
        #expect(transactions.allSatisfy { $0.author == "the surfer" && $0.contextName == "beach" })
        #expect(transactions.allSatisfy { $0.processID == ProcessInfo.processInfo.processName && !$0.bundleID.isEmpty })
        #expect(transactions.allSatisfy { $0.timestamp >= before && $0.timestamp <= Date() })
        #expect(transactions.allSatisfy { $0.storeID == annals.stack.store.identifier })
    }

    @Test func `a save that inserts, updates and deletes is one transaction`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon")
        try annals.context.performAndWait {
            let context = annals.context
            EntityDescription.insertNewObject(forEntityName: "Place", into: context).setValue(
                "Trestles", forKey: "name")
            try context.existingObject(with: ids[0]).setValue("First Point", forKey: "name")
            context.delete(try context.existingObject(with: ids[1]))
            try context.save()
        }
        let last = try #require(try annals.transactions().last)
        #expect(Set(last.changes?.map(\.changeType) ?? []) == [.insert, .update, .delete])
        #expect(last.changes?.count == 3)
    }

    @Test func `a failed save leaves no transaction in the history`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu")
        let other = try TrackedStore(in: annals.folder)
        try annals.context.performAndWait {
            try annals.context.existingObject(with: ids[0]).setValue("mine", forKey: "name")
        }
        try other.change(other.stack.id("Place", 1), ["name": "theirs"])
        #expect(annals.context.performAndWait { persistenceError { try annals.context.save() } } != nil)
        #expect(try other.transactions().count == 2)
    }

    /// B-HIS-02
    @Test func `an update records the changed properties and a deletion records a tombstone`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu")
        try annals.change(ids[0], ["depth": 2.5, "name": "First Point"])
        try annals.delete(ids[0])
        let changes = try annals.transactions().flatMap { $0.changes ?? [] }
        #expect(changes.map { $0.updatedProperties?.map(\.name).sorted() } == [nil, ["depth", "name"], nil])
        #expect(changes[0].tombstone == nil)
        #expect(changes[1].tombstone == nil)
        let tombstone = try #require(changes[2].tombstone)
        #expect(tombstone["name"] as? String == "First Point")
        #expect(tombstone["code"] as? Int == 7)
        #expect(tombstone.count == 2)
    }

    /// B-HIS-02
    @Test func `a changed relationship is recorded at both ends`() throws {
        let folder = try TemporaryFolder()
        let stack = try Stack(folder.file(), model: TestModels.graph(), options: TrackedStore.tracking)
        let context = stack.context()
        try context.performAndWait {
            func insert(_ name: String) -> ManagedObject {
                EntityDescription.insertNewObject(forEntityName: name, into: context)
            }
            let (entry, spot, tag) = (insert("Entry"), insert("Spot"), insert("Tag"))
            try context.save()
            entry.setValue(spot, forKey: "spot")
            entry.setValue(Set([tag]), forKey: "tags")
            try context.save()
            let request = PersistentHistoryChangeRequest.fetchHistory(after: PersistentHistoryToken?.none)
            let result = try context.execute(request) as? PersistentHistoryResult
            let last = try #require((result?.result as? [PersistentHistoryTransaction])?.last)
            let names = (last.changes ?? []).map { change in
                [change.changedObjectID.entity.name ?? ""] + (change.updatedProperties ?? []).map(\.name).sorted()
            }
            #expect(
                names.sorted { $0[0] < $1[0] } == [
                    ["Entry", "spot", "tags"], ["Spot", "entries"], ["Tag", "entries"],
                ])
        }
    }

    /// B-HIS-03
    @Test func `history can be fetched after a token, a date or a transaction`() throws {
        let annals = try TrackedStore()
        let start = try #require(annals.token)
        try annals.add("Malibu")
        let token = try #require(annals.token)
        #expect(token != start)
        #expect(try annals.numbers(.fetchHistory(after: start)) == [1])
        let first = try #require(try annals.transactions().first)
        Thread.sleep(forTimeInterval: 0.01)
        try annals.add("Rincon")
        #expect(try annals.numbers(.fetchHistory(after: token)) == [2])
        #expect(try annals.numbers(.fetchHistory(after: first)) == [2])
        #expect(try annals.numbers(.fetchHistory(after: first.timestamp.addingTimeInterval(0.005))) == [2])
        #expect(try annals.numbers(.fetchHistory(after: PersistentHistoryToken?.none)) == [1, 2])
        #expect(first.token == token)
    }

    /// B-HIS-03
    @Test func `a token stays equal to itself when it is archived or encoded as JSON`() throws {
        let annals = try TrackedStore()
        try annals.add("Malibu")
        let token = try #require(annals.token)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: PersistentHistoryToken.self, from: archive) == token)
        let json = try JSONEncoder().encode(token)
        #expect(try JSONDecoder().decode(PersistentHistoryToken.self, from: json) == token)
        try annals.add("Rincon")
        #expect(annals.token != token)
    }

    /// B-HIS-04
    @Test func `deleting history before a token keeps the token's own transaction`() throws {
        let annals = try TrackedStore()
        for name in ["a", "b", "c", "d"] { try annals.add(name) }
        let all = try annals.transactions()
        #expect(try annals.result(.deleteHistory(before: all[2].token)) as? Bool == true)
        #expect(try annals.transactions().map(\.transactionNumber) == [3, 4])
        #expect(try annals.numbers(.fetchHistory(after: all[2].token)) == [4])
        _ = try annals.result(.deleteHistory(before: all[3]))
        #expect(try annals.transactions().map(\.transactionNumber) == [4])
        _ = try annals.result(.deleteHistory(before: Date.distantFuture))
        #expect(try annals.transactions().isEmpty)
        #expect(try annals.folder.plainConnection().integer("SELECT count(*) FROM ACHANGE") == 0)
    }

    /// B-HIS-04
    @Test func `the transactions that remain keep their author, context, process and bundle`() throws {
        let annals = try TrackedStore()
        for (author, context) in [("old", "old view"), ("new", "view"), ("new", "other view")] {
            (annals.context.transactionAuthor, annals.context.name) = (author, context)
            try annals.add("Malibu")
        }
        // The bundle of an app differs from its process.
        try annals.folder.plainConnection().execute(
            """
            INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (100, 16003, 'com.example'), (101, 16003, 'App');
            UPDATE ATRANSACTION SET ZBUNDLEIDTS = 100, ZPROCESSIDTS = 101;
            """)
        _ = try annals.result(.deleteHistory(before: try annals.transactions()[1]))
        let rest = try annals.transactions()
        #expect(rest.map(\.author) == ["new", "new"])
        #expect(rest.map(\.contextName) == ["view", "other view"])
        #expect(rest.map(\.bundleID) == ["com.example", "com.example"])
        #expect(rest.map(\.processID) == ["App", "App"])
        let strings = try annals.folder.plainConnection().texts("SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY 1")
        #expect(strings == ["App", "com.example", "new", "other view", "view"])
    }

    /// B-HIS-04
    @Test func `deleting history before a date keeps the transactions of that moment and later`() throws {
        let annals = try TrackedStore()
        for name in ["a", "b", "c"] { try annals.add(name) }
        try annals.folder.plainConnection().execute("UPDATE ATRANSACTION SET ZTIMESTAMP = Z_PK")
        func delete(before seconds: Double) throws -> [Int64] {
            _ = try annals.result(.deleteHistory(before: Date(timeIntervalSinceReferenceDate: seconds)))
            return try annals.transactions().map(\.transactionNumber)
        }
        #expect(try delete(before: 1) == [1, 2, 3])
        #expect(try delete(before: 2) == [2, 3])
        #expect(try delete(before: 2.5) == [3])
    }

    /// B-HIS-05
    @Test func `a token whose transaction was deleted is expired, and transaction numbers are never reused`() throws {
        let annals = try TrackedStore()
        try annals.add("a")
        let token = try #require(annals.token)
        try annals.add("b")
        _ = try annals.result(.deleteHistory(before: Date.distantFuture))
        let error = try #require(persistenceError { try annals.result(.fetchHistory(after: token)) })
        #expect(error.errorCode == 134_301)
        try annals.add("c")
        #expect(try annals.transactions().map(\.transactionNumber) == [3])
        let again = try TrackedStore(in: annals.folder)
        try again.add("d")
        #expect(try again.transactions().map(\.transactionNumber) == [3, 4])
    }

    /// B-HIS-09
    @Test func `another stack's changes do not reach the row cache until the rows are fetched again`() throws {
        let annals = try TrackedStore()
        let id = try annals.add("Malibu")[0]
        let reader = try TrackedStore(in: annals.folder)
        let readerID = try reader.stack.id("Place", id.key ?? 0)
        let holder = reader.stack.context()
        holder.retainsRegisteredObjects = true
        try holder.performAndWait { _ = try holder.existingObject(with: readerID) }
        defer { withExtendedLifetime(holder) {} }
        try reader.context.performAndWait {
            let place = try reader.context.existingObject(with: readerID)
            try annals.change(id, ["name": "First Point"])
            reader.context.refresh(place, mergeChanges: false)
            #expect(place.value(forKey: "name") as? String == "Malibu")
            reader.context.stalenessInterval = 0
            reader.context.refresh(place, mergeChanges: false)
            #expect(place.value(forKey: "name") as? String == "First Point")
        }
    }

    @Test func `without the option a store keeps no history, and fetching history is an error`() throws {
        let annals = try TrackedStore(options: [:])
        try annals.add("Malibu")
        #expect(annals.token == nil)
        #expect(persistenceError { try annals.transactions() }?.code == .coreData)
        #expect(
            try annals.folder.plainConnection().integer(
                "SELECT count(*) FROM sqlite_master WHERE name LIKE 'A%' OR name LIKE 'HISTORY%'") == 0)
    }

    @Test func `a store that has a history continues it without the option`() throws {
        let annals = try TrackedStore()
        try annals.add("Malibu")
        let other = try TrackedStore(in: annals.folder, options: [:])
        try other.add("Rincon")
        #expect(try other.transactions().map(\.transactionNumber) == [1, 2])
    }
}

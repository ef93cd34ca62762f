import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The calls that a save makes to an incremental store, and their order.
@Suite struct IncrementalSavingTests {
    private func titles(_ books: [ManagedObject]) -> [String?] { books.map { $0.value(forKey: "title") as? String } }

    @Test func `a save obtains permanent IDs and then writes everything in one request`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b")
        try stack.withContext { context in
            for title in ["c", "d"] {
                let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
                book.setValue(title, forKey: "title")
            }
            context.object(with: ids[0]).setValue("A", forKey: "title")
            context.delete(context.object(with: ids[1]))
            context.processPendingChanges()
            _ = stack.records.takeLog()
            try context.save()
            #expect(
                stack.records.takeLog().filter { !$0.hasPrefix("relationship") } == ["permanent 2", "save 2 2 1 0"])
            #expect(!context.hasChanges)
        }
        let stored = try stack.withContext { try titles($0.fetch(LoggingStack.books())) }
        #expect(stored == ["A", "c", "d"])
    }

    @Test func `permanent IDs obtained before the save are used by the save`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            try context.obtainPermanentIDs(for: [book])
            let id = book.objectID
            #expect(!id.isTemporaryID && book.isInserted)
            #expect(context.registeredObject(for: id) === book)
            try context.save()
            #expect(stack.records.takeLog() == ["metadata", "permanent 1", "save 1 0 0 0"])
            #expect(book.objectID == id)
        }
    }

    @Test func `an object marked for conflict detection is passed to the store as locked`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b")
        try stack.withContext { context in
            let locked = try context.existingObject(with: ids[0])
            context.detectConflicts(for: locked)
            try context.existingObject(with: ids[1]).setValue("B", forKey: "title")
            _ = stack.records.takeLog()
            try context.save()
            #expect(stack.records.takeLog() == ["save 0 1 0 1"])
        }
    }

    @Test func `an error from the store fails the save and leaves everything pending`() throws {
        let stack = try LoggingStack(options: [StoreOption.readOnly: true])
        stack.withContext { context in
            _ = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            #expect(persistenceError { try context.save() }?.code == .readOnly)
            #expect(context.insertedObjects.count == 1)
            #expect(stack.records.takeLog() == ["metadata"])
        }
    }

    @Test func `changed metadata is saved with the next save, even without changed objects`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            stack.coordinator.setMetadata(["Author": "me"], for: stack.store)
            try context.save()
            #expect(stack.records.takeLog() == ["metadata", "save without objects"])
            #expect((stack.store as? IncrementalStore)?.metadata["Author"] as? String == "me")
        }
    }

    @Test func `the metadata of a failed save is not written`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        stack.records { $0.reportsConflictsAlways = true }
        try stack.withContext { context in
            stack.coordinator.setMetadata(["Author": "me"], for: stack.store)
            try context.existingObject(with: id).setValue("b", forKey: "title")
            #expect(persistenceError { try context.save() }?.code == .merge)
            #expect((stack.store as? IncrementalStore)?.metadata["Author"] == nil)
            #expect(stack.coordinator.metadata(for: stack.store)["Author"] as? String == "me")
        }
    }

    @Test func `the store is notified when a deleted new object with a permanent ID is no longer used`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            try context.obtainPermanentIDs(for: [book])
            #expect(stack.records.users == 1)
            context.delete(book)
            context.processPendingChanges()
            #expect(stack.records.users == 0)
        }
    }
}

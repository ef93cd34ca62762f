import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The notifications to an incremental store about objects in use.
@Suite struct IncrementalUseTests {
    @Test func `registrations and unregistrations balance`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b", "c")
        #expect(stack.records.users == 0)
        let context = stack.context()
        try context.performAndWait {
            do {
                let books = try context.fetch(LoggingStack.books())
                #expect(stack.records.users == 3)
                withExtendedLifetime(books) {}
            }
            #expect(stack.records.users == 0)
            let held = try context.fetch(LoggingStack.books())
            context.reset()
            #expect(stack.records.users == 0)
            withExtendedLifetime(held) {}
        }
    }

    @Test func `releasing a context unregisters all its objects`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b")
        var held: [ManagedObject] = []
        try stack.withContext { context in
            held = try context.fetch(LoggingStack.books())
            #expect(stack.records.users == 2)
        }
        #expect(stack.records.users == 0)
        withExtendedLifetime(held) {}
    }

    @Test func `a new object is registered with the store once it has a permanent ID`() throws {
        let stack = try LoggingStack()
        try stack.withContext { context in
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            #expect(stack.records.users == 0)
            try context.save()
            #expect(stack.records.users == 1)
            context.delete(book)
            try context.save()
            #expect(stack.records.users == 0)
        }
    }

    /// Observed in Core Data.
    @Test(arguments: [false, true])
    func `the store is notified of new objects after it has saved them, and does not have to read them`(
        fails: Bool
    ) throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { context in
            let held = try context.existingObject(with: id)
            held.setValue("b", forKey: "title")
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            stack.records { [fails] state in
                state.log = []
                state.logsUse = true
                state.reportsConflictsAlways = fails
            }
            #expect((persistenceError { try context.save() } != nil) == fails)
            let log = stack.records.takeLog().filter { !$0.hasPrefix("relationship") }
            #expect(log.prefix(3) == ["permanent 1", "save 1 1 0 0", "used 1"])
            if !fails { #expect(log.count == 3) }
            #expect(stack.records.users == 2)
            withExtendedLifetime((held, book)) {}
        }
    }
}

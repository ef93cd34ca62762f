import Foundation
import Persistence
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
}

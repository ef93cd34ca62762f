import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The calls that reading makes to an incremental store.
@Suite struct IncrementalReadingTests {
    private func titles(_ books: [ManagedObject]) -> [String?] { books.map { $0.value(forKey: "title") as? String } }

    @Test func `a fetch returns faults, and each fault asks for its values once`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b")
        try stack.withContext { context in
            let books = try context.fetch(LoggingStack.books())
            #expect(stack.records.takeLog() == ["fetch managedObjectResultType"])
            #expect(books.allSatisfy { $0.isFault })
            #expect(titles(books) == ["a", "b"])
            #expect(stack.records.takeLog().filter { $0.hasPrefix("values") }.count == 2)
            #expect(titles(books) == ["a", "b"])
            #expect(try context.fetch(LoggingStack.books()) == books)
            #expect(stack.records.takeLog() == ["fetch managedObjectResultType"])
        }
    }

    @Test func `a second context is served from the row cache`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        let first = stack.context()
        try first.performAndWait {
            let held = try first.existingObject(with: id)
            _ = stack.records.takeLog()
            stack.withContext { second in
                #expect(second.object(with: id).value(forKey: "title") as? String == "a")
            }
            #expect(stack.records.takeLog() == [])
            withExtendedLifetime(held) {}
        }
    }

    @Test func `a fetch can return realized objects, object IDs or a count`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b")
        try stack.withContext { context in
            let request = LoggingStack.books()
            request.returnsObjectsAsFaults = false
            let books = try context.fetch(request)
            #expect(books.count == 2 && books.allSatisfy { !$0.isFault })
            let found = try context.fetch(FetchRequest<ManagedObjectID>(entityName: "Book"))
            #expect(Set(found) == Set(ids))
            _ = stack.records.takeLog()
            let count = try context.count(for: request)
            #expect(count == 2)
            #expect(stack.records.takeLog() == ["fetch countResultType"])
        }
    }

    @Test func `the store applies the predicate, the sort order and the limit`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b", "c", "d")
        try stack.withContext { context throws in
            let request = LoggingStack.books(FetchPredicate(format: "title > 'a' AND shelf.name == 'A'"))
            request.sortDescriptors = [FetchSortDescriptor(key: "title", ascending: false)]
            request.fetchOffset = 1
            request.fetchLimit = 1
            #expect(try titles(context.fetch(request)) == ["c"])
        }
    }

    @Test func `fetches in a context and its child include unsaved changes`() throws {
        let stack = try LoggingStack()
        let ids = try stack.saved("a", "b", "c")
        try stack.withContext { context in
            context.object(with: ids[0]).setValue("z", forKey: "title")
            context.delete(context.object(with: ids[1]))
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("m", forKey: "title")
            #expect(try titles(context.fetch(LoggingStack.books())) == ["c", "m", "z"])
            let child = ManagedObjectContext(concurrencyType: .privateQueue)
            child.parent = context
            let seen = try child.performAndWait { try titles(child.fetch(LoggingStack.books())) }
            #expect(seen == ["c", "m", "z"])
        }
    }

    @Test func `the destinations of a to-many relationship are requested once`() throws {
        let stack = try LoggingStack()
        try stack.saved("a", "b")
        try stack.withContext { context in
            let shelf = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Shelf")).first)
            _ = shelf.value(forKey: "name")
            _ = stack.records.takeLog()
            #expect((shelf.value(forKey: "books") as? Set<ManagedObject>)?.count == 2)
            #expect((shelf.value(forKey: "books") as? Set<ManagedObject>)?.count == 2)
            #expect(stack.records.takeLog().filter { $0.hasPrefix("relationship books") }.count == 1)
        }
    }

    @Test func `a to-one relationship missing from the node is requested with the values`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        try stack.withContext { context in
            let book = try context.existingObject(with: id)
            let log = stack.records.takeLog()
            #expect(log.count == 2 && log[0].hasPrefix("values") && log[1].hasPrefix("relationship shelf"))
            #expect(book.value(forKeyPath: "shelf.name") as? String == "A")
        }
    }

    @Test func `an object whose record is gone reads as deleted`() throws {
        let stack = try LoggingStack()
        let id = try stack.saved("a")[0]
        stack.records { $0.records = [:] }
        stack.withContext { context in
            #expect(persistenceError { _ = try context.existingObject(with: id) }?.code == .inaccessibleObject)
            let book = context.object(with: id)
            #expect(book.value(forKey: "title") == nil && book.isDeleted)
        }
    }

    @Test(arguments: ["shelf.name == 'A'", "shelf == nil", "ANY shelf.books.title == 'x'"])
    func `a fetch throws if its predicate needs a record that cannot be read`(format: String) throws {
        let stack = try LoggingStack()
        try stack.saved("x", "y")
        try stack.withContext { context throws in
            stack.records { $0.isUnreadable = true }
            let request = LoggingStack.books(FetchPredicate(format: format))
            #expect(throws: ReadFailure.self) { try context.fetch(request) }
            #expect(throws: ReadFailure.self) { try context.count(for: request) }
        }
    }
}

import Foundation
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Contexts that read from one state of a store.
@Suite struct QueryGenerationTests {
    private let stack: Stack
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        stack = try Stack(folder.file())
        try stack.insert([["wind": .string("NW")]])
    }

    private func winds(_ context: ManagedObjectContext) throws -> [String?] {
        try context.performAndWait {
            let request = FetchRequest<ManagedObject>(entityName: "JournalEntry")
            request.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
            request.shouldRefreshRefetchedObjects = true
            return try context.fetch(request).map { $0["wind"] as? String }
        }
    }

    @Test func `a context reads the state that it was set to, whatever is saved later`() throws {
        let context = stack.context()
        try context.performAndWait { try context.setQueryGenerationFrom(.current) }
        try stack.insert([["wind": .string("SE")]])
        #expect(try winds(context) == ["NW"])
        try context.performAndWait { try context.setQueryGenerationFrom(nil) }
        #expect(try winds(context) == ["NW", "SE"])
        #expect(context.performAndWait { context.queryGenerationToken } == nil)
    }

    @Test func `another context reads the same state by its token`() throws {
        let (first, second) = (stack.context(), stack.context())
        try first.performAndWait { try first.setQueryGenerationFrom(QueryGenerationToken.current) }
        try stack.insert([["wind": .string("SE")]])
        let token = try #require(first.performAndWait { first.queryGenerationToken })
        try second.performAndWait { try second.setQueryGenerationFrom(token) }
        #expect(try winds(second) == ["NW"])
        #expect(second.performAndWait { second.queryGenerationToken } == token)
    }

    @Test func `a save and a refresh move the context to the present state`() throws {
        let context = stack.context()
        try context.performAndWait {
            try context.setQueryGenerationFrom(.current)
            EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context)["wind"] = "W"
        }
        try stack.insert([["wind": .string("SE")]])
        try context.performAndWait { try context.save() }
        #expect(try winds(context).count == 3)
        try stack.insert([[:]])
        #expect(try winds(context).count == 3)
        context.performAndWait { context.refreshAllObjects() }
        #expect(try winds(context).count == 4)
    }

    @Test func `a child has no generation, and a token is of one coordinator`() throws {
        let context = stack.context()
        let child = ManagedObjectContext(.privateQueue)
        child.parent = context
        #expect(throws: CocoaError.self) { try child.performAndWait { try child.setQueryGenerationFrom(.current) } }
        let other = try Stack(folder.url.appendingPathComponent("other.sqlite")).context()
        try other.performAndWait { try other.setQueryGenerationFrom(.current) }
        let token = try #require(other.performAndWait { other.queryGenerationToken })
        #expect(throws: CocoaError.self) { try context.performAndWait { try context.setQueryGenerationFrom(token) } }
    }
}

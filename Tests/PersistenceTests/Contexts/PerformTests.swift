import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// A block on a context's queue passes its result and its error, with their types, to the caller.
@Suite struct PerformTests {
    private struct Refusal: Error, Equatable {}

    @Test func `a block that does not throw is awaited without try`() async throws {
        let container = try container()
        let context = container.newBackgroundContext()
        #expect(await context.perform { context.insertedObjects.count } == 0)
        #expect(await container.performBackgroundTask { $0.insertedObjects.count } == 0)
        #expect(await container.persistentStoreCoordinator.perform { 1 } == 1)
    }

    @Test func `the error of a block keeps its type`() async throws {
        let container = try container()
        let context = container.newBackgroundContext()
        do {
            try await context.perform(schedule: .enqueued) { () throws(Refusal) in throw Refusal() }
        } catch {
            #expect(error == Refusal())
        }
        do {
            try await container.performBackgroundTask { (_) throws(Refusal) in throw Refusal() }
        } catch {
            #expect(error == Refusal())
        }
        do {
            try await container.persistentStoreCoordinator.perform { () throws(Refusal) in throw Refusal() }
        } catch {
            #expect(error == Refusal())
        }
    }

    @Test func `a fetch request executes itself in the context whose block runs`() throws {
        let stack = try Stack()
        _ = try stack.savedEntry(location: "Malibu")
        let (outer, inner) = (stack.context(), stack.context())
        try outer.performAndWait {
            let entries = try inner.performAndWait { try Entry.fetchRequest().execute() }
            #expect(entries.map(\.managedObjectContext) == [inner])
            #expect(try Entry.fetchRequest().execute().map(\.managedObjectContext) == [outer])
        }
        #expect(throws: CocoaError.self) { try Entry.fetchRequest().execute() }
    }

    @Test @MainActor func `a fetch request executes itself in a block of a main-queue context`() async throws {
        let stack = try Stack()
        _ = try stack.savedEntry(location: "Malibu")
        let (main, other) = (stack.context(.mainQueue), stack.context())
        try main.performAndWait { () throws in
            #expect(try Entry.fetchRequest().execute().map(\.managedObjectContext) == [main])
            try other.performAndWait { () throws in
                try main.performAndWait { () throws in
                    #expect(try Entry.fetchRequest().execute().map(\.managedObjectContext) == [main])
                }
                #expect(try Entry.fetchRequest().execute().map(\.managedObjectContext) == [other])
            }
        }
        let found = try await main.perform { try Entry.fetchRequest().execute().count }
        #expect(found == 1)
        #expect(throws: CocoaError.self) { try Entry.fetchRequest().execute() }
    }

    @Test func `a coordinator executes a request with a context`() throws {
        let stack = try Stack()
        _ = try stack.savedEntry(location: "Malibu")
        try stack.withContext { context in
            let found = try stack.coordinator.execute(Entry.fetchRequest(), with: context)
            #expect((found as? [Entry])?.map(\.location) == ["Malibu"])
        }
    }

    private func container() throws -> PersistentContainer {
        let container = PersistentContainer(name: "Company", managedObjectModel: CompanyModel.model())
        let description = PersistentStoreDescription()
        description.type = InMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        return container
    }
}

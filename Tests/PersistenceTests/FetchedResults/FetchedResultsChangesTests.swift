import Foundation
import Persistence
import Testing

/// The changes of fetched results as a sequence.
@Suite struct FetchedResultsChangesTests {
    private func list(_ context: ManagedObjectContext) throws -> FetchedResultsController<Item> {
        let request = FetchRequest<Item>(entityName: "Item")
        request.sortDescriptors = [FetchSortDescriptor(key: "name")]
        return FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    }

    @Test func `the first element inserts the present results, and later ones what changed`() async throws {
        let context = try Stack(.memory, model: Workshop.model()).coordinator.makeContext()
        let (controller, changes) = try await context.perform {
            _ = try context.savedItems("a", "c")
            let controller = try self.list(context)
            try controller.performFetch()
            return (Handed(controller), controller.changes)
        }
        var iterator = changes.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.difference.insertions.count == 2)
        #expect(first.difference.removals.isEmpty)

        await context.perform {
            Item(context: context).name = "b"
            context.processPendingChanges()
            controller.value.fetchedObjects?[0].note = "new"
            context.processPendingChanges()
        }
        let second = try #require(try await iterator.next())
        #expect(second.difference.insertions.count == 1)
        #expect(second.updatedObjectIDs == [first.objectIDs[0]])
        #expect(first.objectIDs.applying(second.difference) == second.objectIDs)
    }

    @Test func `changes that nobody has read yet become one`() async throws {
        let context = try Stack(.memory, model: Workshop.model()).coordinator.makeContext()
        let changes = try await context.perform {
            let controller = try self.list(context)
            try controller.performFetch()
            let changes = controller.changes
            for index in 0..<100 {
                Item(context: context).name = "\(index)"
                context.processPendingChanges()
            }
            return changes
        }
        var sizes: [Int] = []
        for try await change in changes { sizes.append(change.objectIDs.count) }
        #expect(sizes == [100])
    }

    @Test func `a save replaces temporary IDs`() async throws {
        let context = try Stack(.memory, model: Workshop.model()).coordinator.makeContext()
        let (controller, changes) = try await context.perform {
            Item(context: context).name = "a"
            let controller = try self.list(context)
            try controller.performFetch()
            return (Handed(controller), controller.changes)
        }
        var iterator = changes.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.objectIDs.allSatisfy { $0.isTemporaryID })
        try await context.perform { try context.save() }
        let second = try #require(try await iterator.next())
        #expect(second.objectIDs.allSatisfy { !$0.isTemporaryID })
        _ = controller
    }

    @Test func `the sequence ends when its task is cancelled`() async throws {
        let context = try Stack(.memory, model: Workshop.model()).coordinator.makeContext()
        let (controller, changes) = try await context.perform {
            let controller = try self.list(context)
            try controller.performFetch()
            return (Handed(controller), controller.changes)
        }
        let task = Task {
            var count = 0
            for try await _ in changes { count += 1 }
            return count
        }
        await Task.yield()
        task.cancel()
        #expect(try await task.value <= 1)
        _ = controller
    }

    @Test func `the sequence throws when the results can no longer be divided into sections`() async throws {
        let context = try Stack(.memory, model: Workshop.model()).coordinator.makeContext()
        let (controller, changes) = try await context.perform {
            let request = FetchRequest<Item>(entityName: "Item")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            for (name, note) in [("a", "x"), ("b", "y")] {
                let item = Item(context: context)
                (item.name, item.note) = (name, note)
            }
            let controller = FetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "note", cacheName: nil)
            try controller.performFetch()
            return (Handed(controller), controller.changes)
        }
        var iterator = changes.makeAsyncIterator()
        #expect(try await iterator.next()?.objectIDs.count == 2)
        await context.perform {
            let item = Item(context: context)
            (item.name, item.note) = ("c", "x")
        }
        await #expect(throws: PersistenceError.self) { _ = try await iterator.next() }
        #expect(try await iterator.next()?.objectIDs == nil)
        _ = controller
    }
}

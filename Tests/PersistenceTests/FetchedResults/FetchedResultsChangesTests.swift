import Foundation
import Persistence
import PersistenceTestSupport
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
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
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
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
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

    /// A list of saved items, and the iterator of its changes after the first.
    private func begun(
        _ context: ManagedObjectContext, _ names: String...
    ) async throws -> (Handed<FetchedResultsController<Item>>, FetchedResultsChanges.Iterator) {
        let (controller, changes) = try await context.perform {
            for name in names { Item(context: context).name = name }
            try context.save()
            let controller = try self.list(context)
            try controller.performFetch()
            return (Handed(controller), controller.changes)
        }
        var iterator = changes.makeAsyncIterator()
        _ = try await iterator.next()
        return (controller, iterator)
    }

    @Test func `a slow reader is told of every updated object once`() async throws {
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
        let (controller, begun) = try await begun(context, "a", "b", "c")
        var iterator = begun
        await context.perform {
            for index in [0, 2] {
                controller.value.fetchedObjects?[index].note = "new"
                context.processPendingChanges()
            }
        }
        let both = try #require(try await iterator.next())
        #expect(both.updatedObjectIDs == [both.objectIDs[0], both.objectIDs[2]])
        #expect(both.difference.isEmpty)
        await context.perform {
            controller.value.fetchedObjects?[1].note = "new"
            context.processPendingChanges()
        }
        #expect(try await iterator.next()?.updatedObjectIDs == [both.objectIDs[1]])
    }

    @Test func `for a slow reader an object that was inserted and then changed is inserted only`() async throws {
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
        let (controller, begun) = try await begun(context, "a", "c")
        var iterator = begun
        await context.perform {
            let item = Item(context: context)
            item.name = "b"
            context.processPendingChanges()
            item.note = "new"
            context.processPendingChanges()
        }
        let change = try #require(try await iterator.next())
        #expect(change.difference.insertions.count == 1 && change.difference.removals.isEmpty)
        #expect(change.updatedObjectIDs.isEmpty)
        _ = controller
    }

    @Test func `for a slow reader an object that was changed and then deleted is removed only`() async throws {
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
        let (controller, begun) = try await begun(context, "a", "b", "c")
        var iterator = begun
        await context.perform {
            let item = controller.value.fetchedObjects![1]
            item.note = "new"
            context.processPendingChanges()
            context.delete(item)
            context.processPendingChanges()
        }
        let change = try #require(try await iterator.next())
        #expect(change.difference.removals.count == 1 && change.difference.insertions.isEmpty)
        #expect(change.updatedObjectIDs.isEmpty)
    }

    @Test func `a slow reader is not told of an object that was inserted and deleted again`() async throws {
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
        func insertAndDelete() async throws -> FetchedResultsChanges.Iterator {
            let (controller, iterator) = try await begun(context, "a", "c")
            await context.perform {
                let item = Item(context: context)
                item.name = "b"
                context.processPendingChanges()
                context.delete(item)
                context.processPendingChanges()
                #expect(controller.value.fetchedObjects?.count == 2)
            }
            return iterator
        }
        var iterator = try await insertAndDelete()
        // The controller is released, so the sequence ends.
        #expect(try await iterator.next()?.objectIDs == nil)
    }

    @Test func `a save replaces temporary IDs`() async throws {
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
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
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
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
        let context = try Stack(.memory, model: ItemModel.model()).coordinator.makeContext()
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

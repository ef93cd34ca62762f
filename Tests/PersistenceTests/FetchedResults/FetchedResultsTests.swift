import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Fetched results controllers: content, sections, changes.
@Suite struct FetchedResultsTests {
    private func stack() throws -> Stack { try Stack(.memory, model: ItemModel.model()) }

    private func controller(
        _ context: ManagedObjectContext, section: String? = nil, sort: [String] = ["name"],
        _ change: (FetchRequest<Item>) -> Void = { _ in }
    ) -> FetchedResultsController<Item> {
        let request = FetchRequest<Item>(entityName: "Item")
        request.sortDescriptors = sort.map { FetchSortDescriptor(key: $0) }
        change(request)
        return FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section, cacheName: nil)
    }

    @Test func `there is no content before the first fetch`() throws {
        try stack().withContext { context in
            _ = try context.savedItems("a")
            let controller = self.controller(context)
            #expect(controller.fetchedObjects == nil)
            #expect(controller.sections == nil)
            let item = try context.allItems()[0]
            #expect(controller.indexPath(forObject: item) == nil)
        }
    }

    @Test func `the content is what the request fetches, saved or not`() throws {
        try stack().withContext { context in
            _ = try context.savedItems("c", "a")
            Item(context: context).name = "b"
            let controller = self.controller(context)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.map(\.name) == ["a", "b", "c"])
            #expect(controller.object(at: IndexPath(item: 2, section: 0)).name == "c")
            #expect(controller.sections?.count == 1)
            #expect(controller.sections?[0].numberOfObjects == 3)
            #expect(controller.sections?[0].name == "")
        }
    }

    @Test func `objects are divided into sections by the values of a key path`() throws {
        try stack().withContext { context in
            _ = try context.savedItems("Ann", "Bob", "Bea", "Cid")
            for item in try context.allItems() { item.note = item.name?.prefix(1).description }
            let controller = self.controller(context, section: "note", sort: ["note", "name"])
            try controller.performFetch()
            #expect(controller.sections?.map(\.name) == ["A", "B", "C"])
            #expect(controller.sections?.map(\.numberOfObjects) == [1, 2, 1])
            #expect((controller.sections?[1].objects as? [Item])?.map(\.name) == ["Bea", "Bob"])
            #expect(controller.sectionIndexTitles == ["A", "B", "C"])
            #expect(controller.section(forSectionIndexTitle: "B", at: 1) == 1)
            let bob = controller.object(at: IndexPath(row: 1, section: 1))
            #expect(bob.name == "Bob")
            #expect(controller.indexPath(forObject: bob) == [1, 1])
        }
    }

    @Test func `a sort that scatters a section is refused, and the content stays`() throws {
        try stack().withContext { context in
            for (name, note) in [("a", "x"), ("b", "y")] {
                let item = Item(context: context)
                (item.name, item.note) = (name, note)
            }
            let controller = self.controller(context, section: "note")
            try controller.performFetch()
            let item = Item(context: context)
            (item.name, item.note) = ("c", "x")
            #expect(throws: PersistenceError.self) { try controller.performFetch() }
            #expect(controller.fetchedObjects?.map(\.name) == ["a", "b"])
        }
    }

    @Test func `each change of an event is told with its places before and after`() throws {
        try stack().withContext { context in
            let items = try context.savedItems("b", "d", "f", "h")
            let controller = self.controller(context)
            try controller.performFetch()
            let log = ChangeLog()
            controller.delegate = log
            items[1].name = "z"
            items[2].note = "changed"
            context.delete(items[0])
            Item(context: context).name = "a"
            context.processPendingChanges()
            #expect(
                log.take() == [
                    "will", "delete b 0.0 -", "insert a - 0.0", "move z 0.1 0.3", "update f 0.2 0.1",
                    "difference -2 +2", "did",
                ])
            #expect(controller.fetchedObjects?.map(\.name) == ["a", "f", "h", "z"])
            context.processPendingChanges()
            #expect(log.take() == [])
        }
    }

    @Test func `sections come and go before their objects are told`() throws {
        try stack().withContext { context in
            for (name, note) in [("a", "x"), ("b", "y"), ("c", "y")] {
                let item = Item(context: context)
                (item.name, item.note) = (name, note)
            }
            let controller = self.controller(context, section: "note", sort: ["note", "name"])
            try controller.performFetch()
            let log = ChangeLog()
            controller.delegate = log
            controller.fetchedObjects?[0].note = "z"
            context.processPendingChanges()
            #expect(
                log.take() == [
                    "will", "delete section x 0", "insert section z 1", "move a 0.0 1.0", "difference -1 +1", "did",
                ])
        }
    }

    @Test func `an object that no longer matches leaves, and one that begins to match comes`() throws {
        try stack().withContext { context in
            let items = try context.savedItems("a", "b")
            let controller = self.controller(context) { $0.predicate = FetchPredicate("name < %@", "b") }
            try controller.performFetch()
            let log = ChangeLog()
            controller.delegate = log
            (items[0].name, items[1].name) = ("c", "aa")
            context.processPendingChanges()
            #expect(log.take() == ["will", "delete c 0.0 -", "insert aa - 0.0", "difference -1 +1", "did"])
        }
    }

    @Test func `a limit holds after changes`() throws {
        try stack().withContext { context in
            _ = try context.savedItems("b", "c", "d")
            let controller = self.controller(context) { $0.fetchLimit = 2 }
            try controller.performFetch()
            Item(context: context).name = "a"
            context.processPendingChanges()
            #expect(controller.fetchedObjects?.map(\.name) == ["a", "b"])
        }
    }

    @Test func `without pending changes, the content changes when they are saved`() throws {
        try stack().withContext { context in
            let items = try context.savedItems("b", "c")
            let controller = self.controller(context) { $0.includesPendingChanges = false }
            try controller.performFetch()
            Item(context: context).name = "a"
            context.delete(items[1])
            context.processPendingChanges()
            #expect(controller.fetchedObjects?.map(\.name) == ["b", "c"])
            try context.save()
            #expect(controller.fetchedObjects?.map(\.name) == ["a", "b"])
        }
    }

    @Test func `saves that the context merges change the content`() throws {
        let stack = try stack()
        let context = stack.coordinator.makeContext()
        let log = Handed(ChangeLog())
        let controller = try context.performAndWait {
            context.automaticallyMergesChangesFromParent = true
            let controller = self.controller(context)
            controller.delegate = log.value
            try controller.performFetch()
            return Handed(controller)
        }
        try stack.withContext { other in _ = try other.savedItems("a") }
        context.performAndWait {
            #expect(log.value.take() == ["will", "insert a - 0.0", "difference -0 +1", "did"])
            #expect(controller.value.fetchedObjects?.count == 1)
        }
    }

    @Test func `after a reset, the content is fetched anew`() throws {
        try stack().withContext { context in
            let item = try context.savedItems("a")[0]
            let controller = self.controller(context)
            try controller.performFetch()
            context.reset()
            #expect(controller.fetchedObjects?.map(\.name) == ["a"])
            #expect(controller.fetchedObjects?[0] !== item)
        }
    }

    @Test func `the delegate's controller equals the one that it was set on`() throws {
        try stack().withContext { context in
            let controller = self.controller(context)
            try controller.performFetch()
            let log = ChangeLog()
            controller.delegate = log
            Item(context: context).name = "a"
            context.processPendingChanges()
            let seen = try #require(log.controller)
            let isSame = seen == controller
            #expect(isSame)
            #expect(seen.fetchedObjects?.count == 1)
        }
    }

    @Test func `a request for any kind of result fetches objects`() throws {
        try stack().withContext { context in
            _ = try context.savedItems("a")
            let request = FetchRequest<any FetchRequestResult>(entityName: "Item")
            #expect((try context.fetch(request) as? [Item])?.map(\.name) == ["a"])
            request.resultType = .countResultType
            #expect(try context.fetch(request) as? [NSNumber] == [1])
        }
    }

    @Test func `a fetched results controller without an order is a mistake in the program`() async {
        await #expect(processExitsWith: .failure) {
            let context = ManagedObjectContext(.privateQueue)
            _ = FetchedResultsController(
                fetchRequest: FetchRequest<Item>(entityName: "Item"), managedObjectContext: context,
                sectionNameKeyPath: nil, cacheName: nil)
        }
    }
}

/// Records the calls to a delegate.
final class ChangeLog: FetchedResultsControllerDelegate {
    typealias Controller = FetchedResultsController<any FetchRequestResult>
    private var lines: [String] = []
    private(set) var controller: Controller?

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    func controllerWillChangeContent(_ controller: Controller) {
        self.controller = controller
        lines.append("will")
    }

    func controllerDidChangeContent(_ controller: Controller) { lines.append("did") }

    func controller(
        _ controller: Controller, didChange sectionInfo: any FetchedResultsSectionInfo, atSectionIndex index: Int,
        for type: FetchedResultsChangeType
    ) {
        lines.append("\(type) section \(sectionInfo.name) \(index)")
    }

    func controller(
        _ controller: Controller, didChange anObject: Any, at indexPath: IndexPath?, for type: FetchedResultsChangeType,
        newIndexPath: IndexPath?
    ) {
        let places = [indexPath, newIndexPath].map { path in path.map { "\($0.section).\($0.item)" } ?? "-" }
        lines.append("\(type) \((anObject as? Item)?.name ?? "") \(places.joined(separator: " "))")
    }

    func controller(_ controller: Controller, didChangeContentWith diff: CollectionDifference<ManagedObjectID>) {
        lines.append("difference -\(diff.removals.count) +\(diff.insertions.count)")
    }
}

extension ManagedObjectContext {
    func allItems() throws -> [Item] {
        let request = FetchRequest<Item>(entityName: "Item")
        request.sortDescriptors = [FetchSortDescriptor(key: "name")]
        return try fetch(request)
    }
}

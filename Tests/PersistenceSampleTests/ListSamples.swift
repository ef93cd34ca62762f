import Foundation
import Persistence
import Testing

/// The samples of fetched results controllers.
@MainActor @Suite struct ListSamples {
    @Test func `a controller has sections and tells its delegate`() throws {
        let (container, session) = try Surf.saved()
        let context = container.viewContext
        final class SessionList: FetchedResultsControllerDelegate {
            var steps: [String] = []

            func controller(
                _ controller: FetchedResultsController<any FetchRequestResult>, didChange anObject: Any,
                at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
            ) {
                steps.append("\(type) \(indexPath?.row ?? -1) \(newIndexPath?.row ?? -1)")
            }
        }
        let list = SessionList()
        let request = Session.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(key: "spot.name"), FetchSortDescriptor(key: "date")]
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "spot.name", cacheName: nil)
        controller.delegate = list
        try controller.performFetch()
        for section in controller.sections ?? [] {
            print("\(section.name): \(section.numberOfObjects)")
        }
        // Prints “Malibu: 1”. From now on the delegate is told what happens to each row:
        let evening = Session(context: context)
        (evening.spot, evening.date) = (session.spot, Date(timeIntervalSinceReferenceDate: 800_040_000))
        context.processPendingChanges()
        // … that one was inserted at index path [0, 1].
        #expect(controller.indexPath(forObject: evening) == IndexPath(row: 1, section: 0))
        #expect(list.steps == ["insert -1 1"] && controller.sections?.map(\.name) == ["Malibu"])
    }

    @Test func `changes are a sequence`() async throws {
        let (container, session) = try Surf.saved()
        let context = container.viewContext
        let request = Session.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(Session.date)]
        var controller: FetchedResultsController<Session>? = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try controller?.performFetch()
        let changes = try #require(controller?.changes)
        session.rating = 5
        context.processPendingChanges()
        controller = nil
        var counts: [Int] = []
        func show(_ ids: [ManagedObjectID]) { counts.append(ids.count) }
        // `let changes = controller.changes`, in a task of the main actor:
        for try await change in changes {
            show(change.objectIDs)
            // `change.difference` inserts and removes rows, `change.updatedObjectIDs` are those to draw again.
        }
        // Ends when the controller is released.
        #expect(counts.last == 1)
    }

    @Test func `what a request finds is a sequence`() async throws {
        let (container, _) = try Surf.saved()
        let context = container.viewContext
        let counts = try await Task { @MainActor in
            var counts: [Int] = []
            func show(_ ids: [ManagedObjectID]) {
                counts.append(ids.count)
                withUnsafeCurrentTask { $0?.cancel() }
            }
            let request = Session.fetchRequest()
            request.sortDescriptors = [FetchSortDescriptor(key: "date", ascending: false)]
            for try await change in try context.values(for: request) {
                show(change.objectIDs)
            }
            // Ends when the task is cancelled.
            return counts
        }.value
        #expect(counts == [1])
    }
}

import Foundation
import Persistence
import PersistenceTestSupport
import TestSupport
import Testing

/// Random edits: the changes that a fetched results controller reports, applied to a mirror, always give what a fetch gives.
@Suite struct RandomFetchedResultsTests {
    private static let seeds = ProcessInfo.processInfo.environment["SURFJOURNAL_LISTS"].flatMap { UInt64($0) } ?? 200

    @Test func `differences applied to a mirror give what a fetch gives`() throws {
        for seed in 0..<RandomFetchedResultsTests.seeds {
            let stack = try Stack(.memory, model: ItemModel.model())
            let mirror = try stack.withContext { context in try ListPlay(seed, context).play(stack) }
            if let mirror { Issue.record("Seed \(seed): \(mirror)") }
        }
    }
}

/// Random edits of the items of a context, and a mirror of a controller's content.
private final class ListPlay: FetchedResultsControllerDelegate {
    typealias Controller = FetchedResultsController<any FetchRequestResult>
    private var numbers: SplitMix
    private let context: ManagedObjectContext
    private let request = FetchRequest<Item>(entityName: "Item")
    private let section: String?
    private var made: Int32 = 0
    /// The mirror of the delegate's calls for sections and objects.
    private var rows: [(name: String, objects: [ManagedObjectID])] = []
    private var pending = Batch()
    /// The mirror of the differences.
    private var list: [ManagedObjectID] = []
    /// Whether the last change could not be followed.
    private var hasFailed = false

    /// The changes of one event, as a table view applies them.
    private struct Batch {
        var deletedRows: [IndexPath] = []
        var deletedSections: [Int] = []
        var insertedSections: [(Int, String)] = []
        var insertedRows: [(IndexPath, ManagedObjectID)] = []
    }

    init(_ seed: UInt64, _ context: ManagedObjectContext) {
        numbers = SplitMix(state: seed)
        self.context = context
        section = [nil, "note", "box.label"].randomElement(using: &numbers) ?? nil
        let keys = (section.map { [$0] } ?? []) + [["name"], []].randomElement(using: &numbers)! + ["count"]
        request.sortDescriptors = keys.map { key in
            FetchSortDescriptor(key: key, ascending: Bool.random(using: &numbers))
        }
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: request.predicate = FetchPredicate("name < %@", "c")
        case 1: request.predicate = FetchPredicate("box.label != %@", "b")
        case 2: request.fetchLimit = 5
        default: break
        }
    }

    /// Returns what went wrong, or nil.
    func play(_ stack: Stack) throws -> String? {
        for label in ["a", "b", nil] { Box(context: context).label = label }
        for _ in 0..<Int.random(in: 0..<12, using: &numbers) { insert() }
        if Bool.random(using: &numbers) { try context.save() }
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section, cacheName: nil)
        controller.delegate = self
        try controller.performFetch()
        rows = try fetchedRows()
        list = rows.flatMap(\.objects)
        for step in 0..<12 {
            for _ in 0..<Int.random(in: 1..<5, using: &numbers) { try edit(stack) }
            context.processPendingChanges()
            let (expected, now) = (try fetchedRows(), current(list))
            // A section's name was changed, and the order is by the stored one.
            if Set(expected.map(\.name)).count < expected.count {
                if !hasFailed { return "scattered sections, step \(step)" }
                continue
            }
            if current(rows.flatMap(\.objects)) != current(expected.flatMap(\.objects)) { return "rows, step \(step)" }
            if rows.map(\.name) != expected.map(\.name) || rows.map(\.objects.count) != expected.map(\.objects.count) {
                return "sections, step \(step)"
            }
            if now != current(expected.flatMap(\.objects)) { return "list, step \(step)" }
            if controller.fetchedObjects?.map(\.objectID) != now { return "content, step \(step)" }
        }
        return nil
    }

    /// The IDs that the objects have now: those of saved objects became permanent.
    private func current(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
        ids.map { context.object(with: $0).objectID }
    }

    private func fetchedRows() throws -> [(name: String, objects: [ManagedObjectID])] {
        let items = try context.fetch(request)
        guard let section else { return [("", items.map(\.objectID))] }
        var rows: [(name: String, objects: [ManagedObjectID])] = []
        for item in items {
            let name = item.value(forKeyPath: section) as? String ?? ""
            if rows.last?.name != name { rows.append((name, [])) }
            rows[rows.count - 1].objects.append(item.objectID)
        }
        return rows
    }

    // MARK: Edits

    private func text() -> String? { ["a", "b", "c", "d", nil].randomElement(using: &numbers) ?? nil }

    private func insert() {
        let item = Item(context: context)
        made += 1
        (item.name, item.note, item.count) = (text(), text(), made)
        item.box = try? context.fetch(FetchRequest<Box>(entityName: "Box")).randomElement(using: &numbers)
    }

    private func edit(_ stack: Stack) throws {
        let item = try context.fetch(FetchRequest<Item>(entityName: "Item")).randomElement(using: &numbers)
        let box = try context.fetch(FetchRequest<Box>(entityName: "Box")).randomElement(using: &numbers)
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0, 1: insert()
        case 2: if let item { context.delete(item) }
        case 3, 4: item?.name = text()
        case 5: item?.note = text()
        case 6: item?.box = box
        case 7: box?.label = text()
        case 8: try context.save()
        case 9: context.rollback()
        case 10: context.undo()
        default: if let item, !item.hasChanges { context.refresh(item, mergeChanges: false) }
        }
    }

    // MARK: The mirror

    func controllerWillChangeContent(_ controller: Controller) { pending = Batch() }

    func controller(
        _ controller: Controller, didChange sectionInfo: any FetchedResultsSectionInfo, atSectionIndex index: Int,
        for type: FetchedResultsChangeType
    ) {
        if type == .insert { pending.insertedSections.append((index, sectionInfo.name)) }
        if type == .delete { pending.deletedSections.append(index) }
    }

    func controller(
        _ controller: Controller, didChange anObject: Any, at indexPath: IndexPath?, for type: FetchedResultsChangeType,
        newIndexPath: IndexPath?
    ) {
        if type == .update { return }
        if let indexPath { pending.deletedRows.append(indexPath) }
        if let newIndexPath, let object = anObject as? Item {
            pending.insertedRows.append((newIndexPath, object.objectID))
        }
    }

    func controller(_ controller: Controller, didChangeContentWith diff: CollectionDifference<ManagedObjectID>) {
        list = list.applying(diff) ?? []
    }

    func controller(_ controller: Controller, didFailWithError error: any Error) { hasFailed = true }

    func controllerDidChangeContent(_ controller: Controller) {
        hasFailed = false
        for path in pending.deletedRows.sorted(by: >) { rows[path.section].objects.remove(at: path.item) }
        for index in pending.deletedSections.sorted(by: >) { rows.remove(at: index) }
        for (index, name) in pending.insertedSections.sorted(by: { $0.0 < $1.0 }) { rows.insert((name, []), at: index) }
        for (path, id) in pending.insertedRows.sorted(by: { $0.0 < $1.0 }) {
            rows[path.section].objects.insert(id, at: path.item)
        }
    }
}

import Foundation

/// The results behind the fetched results controllers of one fetch, whatever the type of their elements. Confined to its
/// context's queue.
final class FetchedResults {
    let context: ManagedObjectContext
    let sectionNameKeyPath: String?
    let cacheName: String?
    weak var delegate: (any FetchedResultsControllerDelegate)?
    /// The content; nil before the first fetch.
    private(set) var content: SectionedResults?
    /// The content of the request at the last fetch.
    private(set) var values = FetchValues()
    private var entity: EntityDescription?
    private var observers: [any NSObjectProtocol] = []
    private var listeners: [WeakListener] = []

    private struct WeakListener {
        weak var listener: FetchedResultsListener?
    }

    init(_ context: ManagedObjectContext, sectionNameKeyPath: String?, cacheName: String?) {
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        for listener in listeners { listener.listener?.finish() }
    }

    /// Fetches the content. From then on, it follows the changes in the context.
    func fetch(_ values: FetchValues, entity: EntityDescription?) throws {
        guard values.resultType == .managedObjectResultType else {
            throw PersistenceError(.coreData, "A fetched results controller fetches objects, and no other results.")
        }
        let resolved = try context.resolve(values, entity: entity)
        let content = try read(resolved)
        (self.content, self.values, self.entity) = (content, values, resolved.entity)
        observe()
        notifyListeners(updated: [])
    }

    private func read(_ fetch: ResolvedFetch) throws -> SectionedResults {
        try context.catchingFailedReads {
            try SectionedResults(context.fetchObjects(fetch), sectionNameKeyPath: sectionNameKeyPath)
        }
    }

    // MARK: Following changes

    private func observe() {
        guard observers.isEmpty else { return }
        let results = WeakResults(results: self)
        observers = [.managedObjectContextObjectsDidChange, .managedObjectContextDidSave].map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
                results.results?.follow(ContextChange(note))
            }
        }
    }

    /// The results for an observer. The context posts its notifications on its own queue.
    private struct WeakResults: @unchecked Sendable {
        weak var results: FetchedResults?
    }

    private func follow(_ change: ContextChange) {
        guard let content, let entity, isConcerned(change, entity) else { return }
        do {
            let next = try read(context.resolve(values, entity: entity))
            let updated = change.updated.filter { values.concerns($0.entity, among: entity) }.map(\.objectID)
            replace(content, with: next, updated: Set(updated))
        } catch {
            for listener in listeners { listener.listener?.fail(error) }
            if let delegate { delegate.controller(FetchedResultsController(self), didFailWithError: error) }
        }
    }

    /// Whether the change can concern the results. Other entities can, if the results depend on related objects, whose
    /// values a fetch finds when they are saved. A save also makes IDs permanent.
    private func isConcerned(_ change: ContextChange, _ entity: EntityDescription) -> Bool {
        if readsRelated(entity) { return true }
        if change.isSave { return !values.includesPendingChanges || !listeners.isEmpty }
        return change.isReset || change.objects.contains { values.concerns($0.entity, among: entity) }
    }

    private func readsRelated(_ entity: EntityDescription) -> Bool {
        guard !entity.relationshipsByName.isEmpty else { return false }
        let keys = values.sortDescriptors.map(\.key) + [sectionNameKeyPath ?? ""]
        return values.predicate != nil || keys.contains { $0.contains(".") }
    }

    private func replace(_ old: SectionedResults, with new: SectionedResults, updated: Set<ManagedObjectID>) {
        let change = SectionedResultsDifference(from: old, to: new, updated: updated)
        content = new
        notifyListeners(updated: updated)
        guard let delegate, !change.isEmpty else { return }
        let controller = FetchedResultsController<any FetchRequestResult>(self)
        delegate.controllerWillChangeContent(controller)
        for section in change.sections {
            delegate.controller(
                controller, didChange: section.section, atSectionIndex: section.index, for: section.type)
        }
        for object in change.objects {
            delegate.controller(
                controller, didChange: object.object, at: object.indexPath, for: object.type,
                newIndexPath: object.newIndexPath)
        }
        if !change.difference.isEmpty { delegate.controller(controller, didChangeContentWith: change.difference) }
        delegate.controllerDidChangeContent(controller)
    }

    // MARK: Listeners

    func add(_ listener: FetchedResultsListener) {
        listeners.removeAll { $0.listener == nil }
        listeners.append(WeakListener(listener: listener))
        if let content { listener.take(content.ids, updated: []) }
    }

    private func notifyListeners(updated: Set<ManagedObjectID>) {
        listeners.removeAll { $0.listener == nil }
        guard !listeners.isEmpty, let ids = content?.ids else { return }
        for listener in listeners { listener.listener?.take(ids, updated: updated) }
    }
}

/// What a notification of a context says.
private struct ContextChange {
    var objects: Set<ManagedObject> = []
    /// Objects that may have other values.
    var updated: Set<ManagedObject> = []
    let isReset: Bool
    let isSave: Bool

    init(_ note: Notification) {
        func set(_ key: ManagedObjectContext.NotificationKey) -> Set<ManagedObject> {
            note.userInfo?[key.rawValue] as? Set<ManagedObject> ?? []
        }
        isSave = note.name == .managedObjectContextDidSave
        isReset = note.userInfo?[ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil
        guard !isSave else { return }
        updated = set(.updatedObjects).union(set(.refreshedObjects))
        objects = updated
        for key in [ManagedObjectContext.NotificationKey.insertedObjects, .deletedObjects, .invalidatedObjects] {
            objects.formUnion(set(key))
        }
    }
}

extension FetchValues {
    /// Whether an object of `candidate` can be among the results of a request for `entity`.
    fileprivate func concerns(_ candidate: EntityDescription, among entity: EntityDescription) -> Bool {
        includesSubentities ? candidate.isKindOf(entity: entity) : candidate === entity
    }
}

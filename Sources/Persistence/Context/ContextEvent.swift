/// The changes in a context since the last `processPendingChanges`. Holds changed objects strongly until then.
struct ContextEvent {
    /// Objects that changed, in the order of their first change.
    var changed: [ManagedObject] = []
    /// Objects whose deletion has not been propagated yet.
    var unpropagated = DeletionQueue()
    /// New objects that were deleted or undone before they were saved, by ID. Other objects refer to them until the
    /// deletion is propagated.
    var discardedInsertions: [ManagedObjectID: ManagedObject] = [:]
    /// Objects that got other values from a refresh or merge. Weak, because turning many objects into faults must
    /// release them at once.
    private(set) var refreshed: [WeakObject] = []
    /// Objects that a merge inserted.
    var mergedInsertions: [ManagedObject] = []
    /// Objects whose deletion was merged.
    var mergedDeletions: [ManagedObject] = []
    /// Objects whose store was removed.
    var invalidated: [ManagedObject] = []
    /// How many `perform` blocks are running.
    var performDepth = 0
    /// Whether processing of the event is already scheduled on the main queue.
    var isEndScheduled = false
    /// Whether the event is being processed.
    var isProcessing = false

    mutating func noteRefreshed(_ object: ManagedObject) {
        refreshed.append(WeakObject(object: object))
    }

    mutating func forgetRefreshed() {
        refreshed.removeAll()
    }

    /// Whether objects changed and there is nothing else to report.
    var hasOnlyChanges: Bool {
        !changed.isEmpty && refreshed.isEmpty && mergedInsertions.isEmpty && mergedDeletions.isEmpty
            && invalidated.isEmpty
    }

    /// Whether there is nothing to report.
    var isEmpty: Bool {
        changed.isEmpty && refreshed.isEmpty && mergedInsertions.isEmpty && mergedDeletions.isEmpty
            && invalidated.isEmpty
    }
}

/// A weak reference to an object.
struct WeakObject {
    weak var object: ManagedObject?
}

/// The net effect of one event on an object.
enum NetChange {
    case inserted, updated, deleted

    /// The change from the object's state at the start of its event to the present one; nil if they are the same.
    init?(of object: ManagedObject) {
        guard let before = object.pendingBeforeEvent else { return nil }
        let now = object.status.pending
        let isAlive = object.status.has(.registered)
        switch (before, now) {
        case (.none, .inserted): self = .inserted
        case (.deleted, .inserted), (.deleted, .updated), (.deleted, .none): self = .inserted
        case (.none, .deleted), (.updated, .deleted), (.inserted, .deleted): self = .deleted
        case (.inserted, .none): self = .deleted
        case (.none, .none) where !isAlive: return nil
        case (.none, .updated): self = .updated
        default:
            guard object.local?.event?.changes != object.local?.changes else { return nil }
            self = .updated
        }
    }
}

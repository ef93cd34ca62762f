/// What happened in a context since the last `processPendingChanges`. Holds changed objects strongly until then.
struct ContextEvent {
    /// Objects that changed, in the order of their first change.
    var changed: [ManagedObject] = []
    /// Objects whose deletion was not propagated yet.
    var unpropagated = DeletionQueue()
    /// New objects that left the context, by ID: others name them until their deletion propagates.
    var left: [ManagedObjectID: ManagedObject] = [:]
    /// Objects that a refresh or merge gave other values. Weak: making faults of many objects must let go of them at once.
    private(set) var refreshed: [WeakObject] = []
    /// Objects that a merge brought in.
    var mergedInsertions: [ManagedObject] = []
    /// Objects whose deletion was merged.
    var mergedDeletions: [ManagedObject] = []
    /// Objects whose store left.
    var invalidated: [ManagedObject] = []
    /// How many `perform` blocks are running.
    var performDepth = 0
    /// Whether the end of the event is on the main queue already.
    var isEndScheduled = false
    /// Whether the event is being processed.
    var isProcessing = false

    mutating func noteRefreshed(_ object: ManagedObject) {
        refreshed.append(WeakObject(object: object))
    }

    mutating func forgetRefreshed() {
        refreshed.removeAll()
    }

    /// Whether objects changed, and nothing else is waiting to be told.
    var hasOnlyChanges: Bool {
        !changed.isEmpty && refreshed.isEmpty && mergedInsertions.isEmpty && mergedDeletions.isEmpty
            && invalidated.isEmpty
    }

    /// Whether nothing is waiting to be told.
    var isEmpty: Bool {
        changed.isEmpty && refreshed.isEmpty && mergedInsertions.isEmpty && mergedDeletions.isEmpty
            && invalidated.isEmpty
    }
}

/// An object that is not kept alive.
struct WeakObject {
    weak var object: ManagedObject?
}

/// What an object did in one event.
enum NetChange {
    case inserted, updated, deleted

    /// The change from the state at the start of the object's event to the one that it is in; nil when it comes to nothing.
    init?(of object: ManagedObject) {
        if object.status.has(.drafted) {
            guard object.status.has(.inEvent) else { return nil }
            self = .inserted
            return
        }
        guard let before = object.storedLocal?.event?.pending else { return nil }
        let now = object.status.pending
        let isAlive = object.status.has(.registered)
        switch (before, now) {
        case (.none, .inserted): self = .inserted
        case (.deleted, .inserted), (.deleted, .updated), (.deleted, .none): self = .inserted
        case (.none, .deleted), (.updated, .deleted), (.inserted, .deleted): self = .deleted
        case (.inserted, .none) where !isAlive: self = .deleted
        case (.none, .none) where !isAlive: return nil
        default:
            guard object.local?.event?.changes != object.local?.changes else { return nil }
            self = .updated
        }
    }
}

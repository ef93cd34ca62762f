import Foundation

/// A scratchpad of managed objects over a coordinator's stores, or over another context.
///
/// Changes stay in the context until `save()`; `rollback()` or dropping the context discards them. It holds objects
/// weakly, except those with unsaved changes. A child context (`parent` set) reads through its parent and saves into it.
///
/// Each context belongs to a queue, by its concurrency type: use it and its objects inside `perform` or `performAndWait`,
/// on its queue, or between `lock()` and `unlock()`. Debug builds check that. Subclassing is not supported.
public final class ManagedObjectContext: @unchecked Sendable {
    /// How a context is bound to a queue.
    public enum ConcurrencyType: UInt, Sendable {
        /// Deprecated: bound to no queue; the developer manages all access.
        case confinement = 0
        /// Bound to a private serial queue.
        case privateQueue = 1
        /// Bound to the main queue.
        case mainQueue = 2

        public static let confinementConcurrencyType = ConcurrencyType.confinement
        public static let privateQueueConcurrencyType = ConcurrencyType.privateQueue
        public static let mainQueueConcurrencyType = ConcurrencyType.mainQueue
    }

    /// How old cached rows may be when a fault is fired.
    public enum StalenessInterval: Sendable, Equatable {
        /// Cached rows never expire.
        case infinite
        /// Cached rows are good for so many seconds, more than 0, after they were fetched.
        case seconds(Double)
        /// Every fault reads its row again.
        case alwaysRefetch
    }

    /// How the context is bound to a queue.
    public let concurrencyType: ConcurrencyType
    /// A name for debugging and for history.
    public var name: String?
    /// Who makes the changes, for history.
    public var transactionAuthor: String?
    /// Anything the application wants to keep with the context.
    public var userInfo: [AnyHashable: Any] = [:]

    /// Who wins when a row was changed elsewhere since it was read. The Error policy unless set.
    public var mergePolicy: MergePolicy = .error
    /// Whether deletions reach related objects at the end of each event (true), or just before a save.
    public var propagatesDeletesAtEndOfEvent = true
    /// Whether an object whose row is gone becomes a deleted one that reads nil (true), or traps when it is read.
    public var shouldDeleteInaccessibleFaults = true
    /// How old cached rows may be when a fault is fired. Only for stores that may change behind the cache.
    public var stalenessInterval = StalenessInterval.infinite {
        didSet { updateTrust() }
    }
    /// Whether the context keeps every registered object alive. False unless set.
    @exclusivity(unchecked) public var retainsRegisteredObjects = false {
        didSet { retained = retainsRegisteredObjects ? Set(identityMap.all) : [] }
    }
    /// Whether saves of the parent, or of sibling contexts of the coordinator, are merged as they happen.
    public var automaticallyMergesChangesFromParent = false {
        didSet { updateAutomaticMerging() }
    }

    let work: ContextQueue
    var ownCoordinator: PersistentStoreCoordinator?
    var parentContext: ManagedObjectContext?

    let identityMap: IdentityMap
    /// The entity that was inserted last, which the next one is likely to be of.
    @exclusivity(unchecked) var lastInserted: EntityDescription?
    /// What its new objects have in common before they have an ID.
    @exclusivity(unchecked) var lastInsertedHome: ObjectIDHome?
    @exclusivity(unchecked) var pending = PendingChanges()
    var retained: Set<ManagedObject> = []
    var locked: [ManagedObject] = []
    @exclusivity(unchecked) var event = ContextEvent()
    /// How many objects and members were looked at, one after the other, to propagate and to merge deletions.
    package internal(set) var linearSteps = 0
    var editors: [any Editor] = []
    var undo = UndoState()
    /// Rows that are begun for new objects.
    @exclusivity(unchecked) var drafts = OpenDrafts()
    var isSaving = false
    /// What the running save committed, to be announced at its end.
    var recorded: [RecordedTransaction] = []
    /// The reads that failed while something runs that can throw; nil while nothing does.
    @exclusivity(unchecked) var failedReads: FailedReads?
    /// What the running save may have to take back.
    var saveAttempt: SaveAttempt?
    var mergeObserver: (any NSObjectProtocol)?
    var observations = PropertyObservations()
    var pinnedReaders: [ObjectIdentifier: any StoreReader] = [:] {
        didSet { identityMap.beOpaque() }
    }

    /// A context without coordinator or parent; set one of them before use.
    public init(concurrencyType: ConcurrencyType = .mainQueue) {
        self.concurrencyType = concurrencyType
        self.work = ContextQueue(concurrencyType)
        identityMap = IdentityMap(work)
        if concurrencyType == .mainQueue { undo.isWanted = true }
        identityMap.begin(self)
    }

    /// A context in its concurrency type's usual spelling.
    public convenience init(_ concurrencyType: ConcurrencyType) {
        self.init(concurrencyType: concurrencyType)
    }

    deinit {
        precondition(!work.isLocked, "The context was dropped while it is locked: keep it until unlock().")
        if let mergeObserver { NotificationCenter.default.removeObserver(mergeObserver) }
        identityMap.end { objects in
            undo.detach()
            tellUnregistered(objects)
            for object in objects { object.storedLocal?.related.removeAll() }
        }
    }

    /// The coordinator that the context stands on, by way of its parents.
    /// - Precondition: not set to nil once it was set, and not changed while objects are registered.
    public var persistentStoreCoordinator: PersistentStoreCoordinator? {
        get { ownCoordinator ?? parentContext?.persistentStoreCoordinator }
        set {
            precondition(
                newValue != nil,
                "A context's coordinator cannot be set to nil: drop the references to the context instead.")
            precondition(parentContext == nil, "The context has a parent, which gives it its coordinator.")
            precondition(
                identityMap.count == 0 || newValue === ownCoordinator, "The context has objects of another coordinator."
            )
            (lastInserted, lastInsertedHome) = (nil, nil)
            ownCoordinator = newValue
            newValue?.adopt(self)
        }
    }

    /// The context that this one reads from and saves into; nil for a context directly on a coordinator.
    /// - Precondition: set before use, to a context with a queue.
    public var parent: ManagedObjectContext? {
        get { parentContext }
        set {
            precondition(newValue?.concurrencyType != .confinement, "A parent context must have a queue.")
            precondition(
                ownCoordinator == nil && identityMap.count == 0, "The parent is set before the context is used.")
            precondition(newValue !== self, "A context cannot be its own parent.")
            parentContext = newValue
            identityMap.read(through: newValue?.identityMap)
            work.level = newValue.map { $0.work.level + 1 } ?? 0
            updateTrust()
            newValue?.persistentStoreCoordinator?.adopt(self)
            undo.isWanted = newValue != nil || concurrencyType == .mainQueue
        }
    }

    private func updateTrust() {
        identityMap.trustsRows = parentContext == nil && stalenessInterval == .infinite
        if stalenessInterval != .infinite { identityMap.beOpaque() }
    }

    // MARK: What is registered and pending

    /// All objects that the context knows, faults included.
    public var registeredObjects: Set<ManagedObject> { Set(identityMap.all) }
    /// Objects that the next save inserts.
    public var insertedObjects: Set<ManagedObject> { pending.set(.inserted) }
    /// Objects that were changed since they were last fetched or saved.
    public var updatedObjects: Set<ManagedObject> { pending.set(.updated) }
    /// Objects that the next save deletes.
    public var deletedObjects: Set<ManagedObject> { pending.set(.deleted) }

    /// Whether there are uncommitted changes.
    public var hasChanges: Bool {
        assertConfined()
        return !pending.isEmpty
    }

    /// - Precondition: the context has a coordinator or a parent.
    func requireCoordinator() -> PersistentStoreCoordinator {
        guard let coordinator = persistentStoreCoordinator else {
            preconditionFailure("The context has neither a coordinator nor a parent.")
        }
        return coordinator
    }

    /// The coordinator, or an error that says that there is none.
    func coordinator() throws -> PersistentStoreCoordinator {
        guard let coordinator = persistentStoreCoordinator else {
            throw PersistenceError(.coreData, "The context has neither a coordinator nor a parent.")
        }
        return coordinator
    }
}

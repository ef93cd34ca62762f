import Foundation

/// A workspace for managed objects, over a coordinator's stores or over another context: objects are made, read, changed
/// and deleted in it, and then all of these changes are saved, or none.
///
/// ```swift
/// let context = container.viewContext
/// let session = Session(context: context)
/// session.rating = 4
/// // Only this context has the session so far. Nothing is on the disk.
///
/// try context.save()
/// // The store has it now, with every other change of the context. If `save` throws, the store has none of them,
/// // and the context still has all.
///
/// session.rating = 1
/// context.rollback()
/// // The session has its four stars again.
///
/// context.delete(session)
/// try context.save()
/// ```
///
/// Changes stay in the context until `save()`. To discard them, call `rollback()` or release the context. A context
/// retains only objects with unsaved changes, unless `retainsRegisteredObjects` is set. A child context, one with a
/// `parent`, reads through its parent and saves into it.
///
/// Each context is bound to a queue by its concurrency type. Use it and its objects inside `perform` or
/// `performAndWait`, on its queue, or between `lock()` and `unlock()`; debug builds check this. Subclassing is not
/// supported.
public final class ManagedObjectContext: @unchecked Sendable {
    /// How a context is bound to a queue.
    /// As in Core Data, more cases may be added.
    @nonexhaustive(warn) public enum ConcurrencyType: UInt, Sendable {
        /// Deprecated. Bound to no queue: the application controls all access.
        case confinement = 0
        /// Bound to a private serial queue.
        case privateQueue = 1
        /// Bound to the main queue.
        case mainQueue = 2

        /// Core Data's name for `confinement`.
        public static let confinementConcurrencyType = ConcurrencyType.confinement
        /// Core Data's name for `privateQueue`.
        public static let privateQueueConcurrencyType = ConcurrencyType.privateQueue
        /// Core Data's name for `mainQueue`.
        public static let mainQueueConcurrencyType = ConcurrencyType.mainQueue
    }

    /// How the context is bound to a queue.
    public let concurrencyType: ConcurrencyType
    /// A name for debugging and for history.
    public var name: String?
    /// The author of the changes, for history.
    public var transactionAuthor: String?
    /// Storage for the application's own use.
    public private(set) lazy var userInfo = NSMutableDictionary()

    /// How conflicts are resolved when a row was changed elsewhere since it was read. `MergePolicy.error` by default.
    public var mergePolicy: MergePolicy = .error
    /// Whether deletions are propagated to related objects at the end of each event (true, the default) or only before
    /// a save.
    public var propagatesDeletesAtEndOfEvent = true
    /// Whether reading an object whose row is gone makes it a deleted object with nil values (true, the default) or
    /// traps.
    public var shouldDeleteInaccessibleFaults = true
    /// The maximum age of cached rows for firing a fault, in seconds. If it is negative (the default is -1), cached rows
    /// never expire; if it is 0, every fault reads its row again. In-memory stores ignore it, because nothing changes
    /// them without the cache's knowledge.
    public var stalenessInterval: TimeInterval = -1 {
        didSet { updateTrust() }
    }
    /// Whether the context retains every registered object. False by default.
    public var retainsRegisteredObjects = false {
        didSet { retained = retainsRegisteredObjects ? Set(allObjects) : [] }
    }
    /// Whether saves of the parent, or of sibling contexts on the coordinator, are merged automatically. False by
    /// default.
    public var automaticallyMergesChangesFromParent = false {
        didSet { updateAutomaticMerging() }
    }

    let work: ContextQueue
    var ownCoordinator: PersistentStoreCoordinator?
    var parentContext: ManagedObjectContext?
    /// Shared with all parents and children.
    private(set) var ancestorWrites = AncestorWrites()

    let identityMap: IdentityMap
    /// The entity of the last inserted object. The next one is likely to be of the same.
    var lastInserted: EntityDescription?
    // Not checked at run time, like an object's state (`ManagedObject`): each change of an object reaches both.
    @exclusivity(unchecked) var pending = PendingChanges()
    @exclusivity(unchecked) var event = ContextEvent()
    var retained: Set<ManagedObject> = []
    var locked: [ManagedObject] = []
    /// Objects whose deletion was merged since the last save.
    var mergedDeletions: [WeakObject] = []
    /// The number of objects and members that were visited one by one to propagate and merge deletions.
    package internal(set) var linearSteps = 0
    var editors: [any Editor] = []
    var undo = UndoState()
    var newRows = NewRows()
    var isSaving = false
    /// The failed reads of the current operation that can throw; nil if there is none.
    var failedReads: FailedReads?
    /// What the current save has to revert if it fails.
    var saveAttempt: SaveAttempt?
    var mergeObserver: (any NSObjectProtocol)?
    var observations = PropertyObservations()
    /// The query generation that `pinnedReaders` are of, outside a read transaction.
    var generation: QueryGenerationToken?
    var pinnedReaders: [ObjectIdentifier: any StoreReader] = [:] {
        didSet { identityMap.stopReadingThrough() }
    }

    /// Creates a context. Set its coordinator or parent before use.
    public init(concurrencyType: ConcurrencyType = .mainQueue) {
        self.concurrencyType = concurrencyType
        self.work = ContextQueue(concurrencyType)
        identityMap = IdentityMap(work)
        if concurrencyType == .mainQueue { undo.isWanted = true }
        identityMap.begin(self)
        work.context = self
    }

    /// Creates a context; the same as `init(concurrencyType:)`.
    public convenience init(_ concurrencyType: ConcurrencyType) {
        self.init(concurrencyType: concurrencyType)
    }

    deinit {
        precondition(!work.isLocked, "The context was released while it was locked. Retain it until unlock().")
        if let mergeObserver { NotificationCenter.default.removeObserver(mergeObserver) }
        if parentContext != nil { ancestorWrites.removeChild() }
        identityMap.end(unnamed) { objects in
            undo.detach()
            notifyUnregistered(objects)
            for object in objects { object.local?.related.removeAll() }
        }
    }

    /// The coordinator of this context or, in a child, of its root.
    /// - Precondition: Not set in a child, not set to nil, and not changed while objects are registered.
    public var persistentStoreCoordinator: PersistentStoreCoordinator? {
        get { ownCoordinator ?? parentContext?.persistentStoreCoordinator }
        set {
            precondition(
                newValue != nil,
                "A context's coordinator cannot be set to nil. Release the context instead.")
            precondition(parentContext == nil, "A child context gets its coordinator from its parent.")
            precondition(
                hasNoObjects || newValue === ownCoordinator, "The context has objects of another coordinator."
            )
            lastInserted = nil
            ownCoordinator = newValue
            newValue?.adopt(self)
        }
    }

    /// The context that this one reads from and saves into; nil for a context directly on a coordinator.
    ///
    /// ```swift
    /// let form = ManagedObjectContext(.mainQueue)
    /// form.parent = container.viewContext
    /// let draft = try form.existingObject(with: session.objectID) as? Session
    /// draft?.notes = "Crowded, but glassy."
    /// // A list that shows `session` is not affected yet. To cancel the form, release its context.
    ///
    /// try form.save()
    /// // Now the parent has the notes as an unsaved change, and writes them to the store.
    /// try container.viewContext.save()
    /// ```
    ///
    /// - Precondition: Set before use, to a context with a queue.
    public var parent: ManagedObjectContext? {
        get { parentContext }
        set {
            precondition(newValue?.concurrencyType != .confinement, "A parent context must have a queue.")
            precondition(
                ownCoordinator == nil && hasNoObjects, "The parent must be set before the context is used.")
            precondition(newValue !== self, "A context cannot be its own parent.")
            if parentContext != nil { ancestorWrites.removeChild() }
            parentContext = newValue
            ancestorWrites = newValue?.ancestorWrites ?? AncestorWrites()
            if newValue != nil { ancestorWrites.addChild() }
            identityMap.read(through: newValue?.identityMap)
            work.level = newValue.map { $0.work.level + 1 } ?? 0
            updateTrust()
            newValue?.persistentStoreCoordinator?.adopt(self)
            undo.isWanted = newValue != nil || concurrencyType == .mainQueue
        }
    }

    private func updateTrust() {
        identityMap.trustsRows = parentContext == nil && stalenessInterval < 0
        if stalenessInterval >= 0 { identityMap.stopReadingThrough() }
    }

    /// Whether an object whose row is gone becomes a deleted object with nil values: `shouldDeleteInaccessibleFaults`.
    public func shouldHandleInaccessibleFault(
        _ fault: ManagedObject, for oid: ManagedObjectID, triggeredByProperty property: PropertyDescription?
    ) -> Bool {
        shouldDeleteInaccessibleFaults
    }

    // MARK: What is registered and pending

    /// All objects registered in the context, including faults.
    public var registeredObjects: Set<ManagedObject> { Set(allObjects) }

    /// All registered objects, in no particular order.
    var allObjects: [ManagedObject] { identityMap.all + unnamed }

    /// The new objects whose ID nobody has read yet. They are not in the identity map.
    private var unnamed: [ManagedObject] {
        pending.objects(.inserted).filter(\.registeredID.isUnassigned)
    }

    private var hasNoObjects: Bool { identityMap.count == 0 && pending.isEmpty }
    /// The objects that the next save inserts.
    public var insertedObjects: Set<ManagedObject> { pending.set(.inserted) }
    /// The objects with a value that was set since the last save, except inserted and deleted ones. A save writes those
    /// that have changes.
    public var updatedObjects: Set<ManagedObject> { pending.set(.updated) }
    /// The objects that the next save deletes, and retained objects whose deletion was merged since the last save.
    public var deletedObjects: Set<ManagedObject> {
        mergedDeletions.isEmpty ? pending.set(.deleted) : pending.set(.deleted).union(heldMergedDeletions)
    }

    /// Whether there are unsaved changes.
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

    /// The coordinator.
    /// - Throws: `coreData` if there is none.
    func coordinator() throws -> PersistentStoreCoordinator {
        guard let coordinator = persistentStoreCoordinator else {
            throw PersistenceError(.coreData, "The context has neither a coordinator nor a parent.")
        }
        return coordinator
    }
}

import Foundation

extension ManagedObjectContext {
    /// How many times in a row hooks, validators or merges may change objects before a save fails.
    static let saveRounds = 100
    /// How many times in a row `willSave` may change objects before a save fails, as in Core Data.
    private static let willSaveRounds = 1_000

    /// Saves all pending changes to the stores, or into the parent context.
    ///
    /// A save has these steps: `willSave` on each changed object; the will-save notification; validation until nothing
    /// changes; conflict detection, and merging by `mergePolicy`; validation again if merging changed something; one
    /// write transaction per store; `didSave` on each object; the did-save notification. A child saves into its parent
    /// without conflicts. Without pending changes, objects marked by `detectConflicts(for:)` and new store metadata, a
    /// save posts its notifications and writes nothing.
    ///
    /// An observer of the did-save notification may save again. Its changes are then written by a separate save, whose
    /// notifications are posted before the remaining observers receive the first one.
    /// - Throws: validation errors (several combined as 1560); 133020 or 133021 for conflicts or violated uniqueness
    ///   constraints that the policy does not resolve; 134060 if hooks or validators never stop changing objects; or
    ///   the store's error. Nothing was written then, with two exceptions. After `persistentStoreIncompleteSave` (134040), either some
    ///   stores were saved and those under `affectedStores` were not, or, without that key, the disk failed and it is
    ///   not known whether the changes were written. And what an incremental store saved before another store failed is
    ///   not reverted. In every case, all changes are still pending.
    public func save() throws {
        try save(stopAtFirstError: false)
    }

    /// Saves like `save()`. If `stopAtFirstError` is true, validation stops at the first invalid object; otherwise it
    /// collects the errors of all objects.
    /// - Throws: the errors of `save()`. With `stopAtFirstError`, only the first validation error.
    /// - Precondition: Not called by a hook of an object or an observer of the will-save notification.
    public func save(stopAtFirstError: Bool) throws {
        assertConfined()
        precondition(
            !isSaving,
            "The context is already saving: a hook, or an observer of the will-save notification, called save().")
        try endEvent()
        if hasSomethingToSave { _ = try coordinator() }
        let saved = try commit(stopAtFirstError: stopAtFirstError)
        advanceGeneration()
        NotificationCenter.default.post(name: .managedObjectContextDidSave, object: self, userInfo: saved.userInfo)
        var objectIDs = saved.objectIDs
        if let generation { objectIDs[NotificationKey.queryGeneration.rawValue] = generation }
        NotificationCenter.default.post(
            name: .managedObjectContextDidSaveObjectIDs, object: self, userInfo: objectIDs)
        processPendingChanges()
        for transaction in saved.recorded { RemoteChanges.announce(transaction) }
    }

    /// Performs the save up to, but without, the did-save notification.
    private func commit(stopAtFirstError: Bool) throws -> SavedObjects {
        isSaving = true
        defer { isSaving = false }
        adoptPermanentIDs()
        try catchingFailedReads {
            try propagateDeletes()
            try endEvent()
            try callWillSave()
            try validatePending(stopAtFirstError: stopAtFirstError)
        }
        let saved = try commitPending()
        finishMergedDeletions()
        for event in undo.takeRetaining() { event.forgetObjects() }
        for objects in [saved.inserted, saved.updated, saved.deleted] {
            objects.forEach { $0.didSave() }
        }
        return saved
    }

    private func commitPending() throws -> SavedObjects {
        guard hasSomethingToSave else { return SavedObjects(&pending) }
        return try parentContext == nil ? commitToStores() : commitToParent()
    }

    private var hasSomethingToSave: Bool { !pending.isEmpty || !locked.isEmpty || hasUnsavedMetadata }

    private var hasUnsavedMetadata: Bool {
        parentContext == nil && persistentStoreCoordinator?.storesWithUnsavedMetadata.isEmpty == false
    }

    // MARK: Before

    /// Calls `willSave` on each changed object, again on those that a hook changed, then posts the notification.
    private func callWillSave() throws {
        try callWillSave(on: pending.all())
        NotificationCenter.default.post(name: .managedObjectContextWillSave, object: self)
        try endEvent()
    }

    /// Calls `willSave` on the objects that a policy changed or added to the save.
    func callWillSaveOnChanged() throws {
        try propagateDeletes()
        let changed = event.changed.filter(\.hasChanges)
        try endEvent()
        try callWillSave(on: changed)
    }

    private func callWillSave(on objects: [ManagedObject]) throws {
        var remaining = objects
        var rounds = 0
        while !remaining.isEmpty {
            rounds += 1
            guard rounds <= ManagedObjectContext.willSaveRounds else {
                throw ManagedObjectContext.unstable("willSave", ManagedObjectContext.willSaveRounds)
            }
            remaining.forEach { $0.willSave() }
            try propagateDeletes()
            remaining = event.changed.filter(\.hasChanges)
            try endEvent()
        }
    }

    /// Derives and validates until a pass changes nothing.
    func validatePending(stopAtFirstError: Bool = false) throws {
        for _ in 0..<ManagedObjectContext.saveRounds {
            try derive()
            let errors = validationErrors(stopAtFirstError: stopAtFirstError)
            let isStable = event.changed.isEmpty
            try endEvent()
            guard errors.isEmpty else { throw PersistenceError.combining(errors) }
            if isStable { return }
        }
        throw ManagedObjectContext.unstable("validation", ManagedObjectContext.saveRounds)
    }

    private func validationErrors(stopAtFirstError: Bool) -> [any Error] {
        var errors: [any Error] = []
        pending.all().forEach { object in
            if stopAtFirstError, !errors.isEmpty { return }
            do {
                try object.validateForSave()
            } catch {
                errors += PersistenceError.flattened(error)
            }
        }
        return stopAtFirstError ? Array(errors.prefix(1)) : errors
    }

    private static func unstable(_ what: String, _ rounds: Int) -> PersistenceError {
        PersistenceError(
            .coreData, "The save failed: \(what) changed objects \(rounds) times in a row. Nothing was saved."
        )
    }
}

/// The objects that a save wrote.
struct SavedObjects {
    var inserted: [ManagedObject] = []
    var updated: [ManagedObject] = []
    var deleted: [ManagedObject] = []
    /// The transactions that the save committed, announced at its end.
    var recorded: [RecordedTransaction] = []
    private let sets: (inserted: Set<ManagedObject>, updated: Set<ManagedObject>, deleted: Set<ManagedObject>)

    init(_ pending: inout PendingChanges) {
        inserted = pending.objects(.inserted)
        updated = pending.objects(.updated)
        deleted = pending.objects(.deleted)
        sets = (pending.set(.inserted), pending.set(.updated), pending.set(.deleted))
    }

    /// The IDs of the objects, for the notification with IDs.
    var objectIDs: [AnyHashable: Any] {
        func ids(_ objects: [ManagedObject]) -> Set<ManagedObjectID> {
            var ids = Set<ManagedObjectID>(minimumCapacity: objects.count)
            objects.forEach { ids.insert($0.objectID) }
            return ids
        }
        return [
            ManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue: ids(inserted),
            ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue: ids(updated),
            ManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue: ids(deleted),
        ]
    }

    var userInfo: [AnyHashable: Any] {
        [
            ManagedObjectContext.NotificationKey.insertedObjects.rawValue: sets.inserted,
            ManagedObjectContext.NotificationKey.updatedObjects.rawValue: sets.updated,
            ManagedObjectContext.NotificationKey.deletedObjects.rawValue: sets.deleted,
        ]
    }
}

import Synchronization

/// The object's ID, which any thread may read while its context assigns or changes it.
extension ManagedObject {
    /// The temporary keys that other threads than the context's have obtained for new objects, by object, until the
    /// context assigns them. The lock protects `registeredID` as well, as long as that is not permanent.
    fileprivate static let obtainedKeys = LockedValue<[ObjectIdentifier: TemporaryKey]>([:])
    /// Whether there are any.
    static let areKeysObtained = Atomic(false)

    /// The ID of an object that has no permanent one. The first to read it gets a new temporary ID, which is registered
    /// at once if the thread uses the context, otherwise when the context looks for it.
    @inline(never)
    var changingID: ManagedObjectID {
        var isAssigned = false
        let id = ManagedObject.obtainedKeys.withLock { keys in
            if !registeredID.isUnassigned { return registeredID.resolved }
            let key = (keys.isEmpty ? nil : keys[ObjectIdentifier(self)]) ?? TemporaryKey()
            let id = ManagedObjectID(storeEntity: storeEntity, temporary: key)
            isAssigned = identityMap?.mayBeUsed ?? true
            if isAssigned { registeredID = id }
            if !isAssigned || !keys.isEmpty { keys[ObjectIdentifier(self)] = isAssigned ? nil : key }
            ManagedObject.areKeysObtained.store(!keys.isEmpty, ordering: .relaxed)
            return id
        }
        if isAssigned, status.has(.registered) { identityMap?.register(self) }
        return id
    }

    /// Sets the ID of an object that no other thread has yet.
    @inline(__always)
    func beginID(_ id: ManagedObjectID) {
        registeredID = id
        hasPermanentID.store(!id.isTemporaryID, ordering: .relaxed)
    }

    /// Changes the ID.
    /// - Returns: the temporary key that another thread has obtained, if the object had no ID yet.
    @discardableResult
    func changeID(to id: ManagedObjectID) -> TemporaryKey? {
        hasPermanentID.store(false, ordering: .relaxed)
        let key = ManagedObject.obtainedKeys.withLock { keys in
            registeredID = id
            return keys.isEmpty ? nil : keys.removeValue(forKey: ObjectIdentifier(self))
        }
        hasPermanentID.store(!id.isTemporaryID, ordering: .releasing)
        return key
    }

    /// Called when an object without an ID is deallocated.
    func discardObtainedKey() {
        guard ManagedObject.areKeysObtained.load(ordering: .relaxed) else { return }
        ManagedObject.obtainedKeys.withLock { keys in
            keys[ObjectIdentifier(self)] = nil
            ManagedObject.areKeysObtained.store(!keys.isEmpty, ordering: .relaxed)
        }
    }
}

extension ManagedObjectContext {
    /// Registers new objects under the IDs that other threads have obtained.
    func registerObtainedIDs() {
        let keys = ManagedObject.obtainedKeys.withLock { $0 }
        for object in pending.objects(.inserted)
        where object.registeredID.isUnassigned && keys[ObjectIdentifier(object)] != nil {
            _ = object.changingID
        }
    }
}

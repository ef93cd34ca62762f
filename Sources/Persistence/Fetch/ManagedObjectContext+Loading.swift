import Foundation

/// Reading one row at a time to fire a fault.
extension ManagedObjectContext {
    /// Loads the values of a fault and calls its `awakeFromFetch()`. Returns false if there is no such row.
    func realize(_ object: ManagedObject) throws -> Bool {
        assertConfined()
        guard object.status.has(.fault) else { return !object.status.has(.gone) }
        if object.status.pending == .inserted {
            object.status.flags.remove(.fault)
            return true
        }
        adoptPermanentID(of: object)
        guard let rowState = try freshState(for: object) else { return false }
        realize(object, as: rowState)
        return true
    }

    /// Makes a fault show a row state, and calls its `awakeFromFetch()`.
    func realize(_ object: ManagedObject, as rowState: RowState) {
        object.adopt(rowState)
        object.status.flags.remove(.fault)
        untracked(object) { $0.awakeFromFetch() }
    }

    /// Whether the object's row exists. Loads the values of a fault. A row that cannot be read counts as existing.
    func isThere(_ object: ManagedObject) -> Bool {
        do {
            return try realize(object)
        } catch {
            noteFailedRead(error, "The values of \(object.objectID) could not be read: \(error)")
            return true
        }
    }

    /// Runs a hook in which setting values of the object does not count as a change.
    func untracked(_ object: ManagedObject, _ body: (ManagedObject) -> Void) {
        object.status.flags.insert(.untracked)
        body(object)
        object.status.flags.remove(.untracked)
    }

    /// The row state for firing `object`: the one that it has, unless a newer one may exist.
    private func freshState(for object: ManagedObject) throws -> RowState? {
        if identityMap.showsCachedRows, let block = object.block, block.isCurrent || isPinnedRow(block) {
            return RowState(block: block, row: object.row)
        }
        return try storedState(of: object.objectID)
    }

    /// Whether the row was read from the pinned stores, as far as is known. Such rows are kept out of the cache.
    private func isPinnedRow(_ block: RowBlock) -> Bool {
        !pinnedReaders.isEmpty && !block.table.hasSupersededRows
    }

    /// The record as the parent or the coordinator has it; nil if it does not exist.
    func storedState(of id: ManagedObjectID) throws -> RowState? {
        if let parentContext {
            return try parentContext.performAndWait { try parentContext.visibleState(of: id) }
        }
        return try coordinatorState(of: id)
    }

    /// The record as this context shows it to a child; nil if it is deleted here or does not exist.
    func visibleState(of id: ManagedObjectID) throws -> RowState? {
        if let object = registered(canonical(id)) {
            if object.status.pending == .deleted { return nil }
            if !object.isUnread, !object.status.has(.gone) { return object.visibleState }
        }
        return try storedState(of: id)
    }

    /// The row from the cache if it is fresh enough and not older than what this tree of contexts wrote, otherwise from
    /// the store.
    private func coordinatorState(of id: ManagedObjectID) throws -> RowState? {
        guard let key = id.key, let table = id.storeEntity.table, let store = id.storeEntity.store else { return nil }
        guard let coordinator = store.persistentStoreCoordinator else { return nil }
        if pinnedReaders.isEmpty {
            switch table.lookup(key) {
            case .row(let block, let row)
            where isFresh(block, in: store, now: coordinator.clock)
                && ancestorWrites.latest(after: block.version(row), of: id) == block.version(row):
                return RowState(block: block, row: Int32(row))
            case .deleted where !store.backend.mayChangeBehindCache || stalenessInterval != 0: return nil
            default: break
            }
        }
        return try refetch(key, table: table, store: store)
    }

    private func isFresh(_ block: RowBlock, in store: PersistentStore, now clock: () -> Double) -> Bool {
        guard store.backend.mayChangeBehindCache else { return true }
        if stalenessInterval <= 0 { return stalenessInterval < 0 }
        return clock() - block.fetchedAt <= stalenessInterval
    }

    /// Reads a row again and puts it into the cache with a new fetch time, whatever its version.
    private func refetch(_ key: Int64, table: RowCache, store: PersistentStore) throws -> RowState? {
        let number = table.newGroup()
        let blocks = try reader(of: store).rows(keys: [key], in: table.layout)
        guard let block = blocks.first, block.count == 1 else {
            if pinnedReaders.isEmpty { table.remove(key: key, group: number) }
            return nil
        }
        if pinnedReaders.isEmpty { table.replace(with: block, group: number) }
        return RowState(block: block, row: 0)
    }

    /// The reader for a store: that of its read transaction, if it is in one.
    func reader(of store: PersistentStore) -> any StoreReader {
        pinnedReaders[ObjectIdentifier(store)] ?? store.backend.reader(for: self)
    }

    /// The destinations of a to-many relationship as of the last save (in a child, as the parent has them now); nil if
    /// they cannot be read.
    func loadDestinations(of object: ManagedObject, slot: Int) -> [ManagedObjectID]? {
        if object.status.pending == .inserted { return [] }
        let id = object.objectID
        do {
            return try storedDestinations(of: id, slot: slot)
        } catch {
            noteFailedRead(
                error,
                "The relationship “\(object.entity.layout.slots[slot].name)” of \(id) could not be read: \(error)")
            return nil
        }
    }

    private func storedDestinations(of id: ManagedObjectID, slot: Int) throws -> [ManagedObjectID] {
        if id.entity.layout.slots[slot].isTransient { return [] }
        if let parentContext {
            return try parentContext.performAndWait { try parentContext.visibleDestinations(of: id, slot: slot) }
        }
        guard let key = id.key, let table = id.storeEntity.table, let store = id.storeEntity.store else { return [] }
        let keys = try reader(of: store).destinations(of: slot, in: table.layout, key: key)
        return table.destinationIDs(keys, slot: slot)
    }

    /// The destinations of a relationship as a child of this context sees them.
    func visibleDestinations(of id: ManagedObjectID, slot: Int) throws -> [ManagedObjectID] {
        try catchingFailedReads {
            let object = self.object(with: id)
            return object.isDeleted ? [] : object.currentDestinations(slot).filter { !isDeletedHere($0) }
        }
    }

    /// Whether an object is deleted in this context. One that was never saved has left its root context then.
    func isDeletedHere(_ id: ManagedObjectID) -> Bool {
        guard let object = registered(canonical(id)) else { return parentContext == nil && id.resolved.isTemporaryID }
        return object.isDeleted
    }
}

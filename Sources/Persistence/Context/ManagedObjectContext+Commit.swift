import Foundation

/// Writing a root context's changes: plan, detect conflicts, resolve, write, adopt what was written.
extension ManagedObjectContext {
    /// From this round on, conflicts are resolved while the write transaction is open, so that nobody comes between.
    private static let patientRounds = 3

    func commitToStores() throws -> SavedObjects {
        let attempt = SaveAttempt()
        saveAttempt = attempt
        defer { saveAttempt = nil }
        do {
            try readRowsOfDeletedFaults()
            let keys = try resolveAndWrite()
            let saved = SavedObjects(pending)
            adoptWritten(keys, saved)
            finishMerged(attempt)
            return saved
        } catch {
            attempt.putBack(in: self)
            throw error
        }
    }

    /// A deleted object that was never read has no version yet to compare.
    private func readRowsOfDeletedFaults() throws {
        for object in pending.objects(.deleted) where object.block == nil && object.status.has(.fault) {
            if let snapshot = try storedSnapshot(of: object.objectID) {
                object.adopt(snapshot)
            } else {
                markInaccessible(object)
            }
        }
    }

    /// Returns the IDs of the inserted objects, by temporary key.
    private func resolveAndWrite() throws -> [ObjectIdentifier: ManagedObjectID] {
        var round = 0
        while true {
            round += 1
            try resolveUntilAgreed { ConflictDetection.againstCache($0) }
            let write = try StoreWrite(SavePlan(self))
            if round > ManagedObjectContext.patientRounds {
                try resolve(write.conflicts())
                try write.replan(SavePlan(self))
            }
            let stale = try write.apply()
            if stale.isEmpty {
                let keys = try write.commit()
                recorded = write.recorded
                return keys
            }
            let conflicts = try write.staleConflicts(stale)
            write.rollback()
            guard round < ManagedObjectContext.saveRounds else { throw MergePolicy.failure(conflicts) }
            updateCache(after: conflicts)
            try resolve(conflicts)
        }
    }

    /// Detects and resolves until a detection finds nothing: a merge may bring in objects that have to be compared too.
    private func resolveUntilAgreed(_ detect: (SavePlan) -> [MergeConflict]) throws {
        for _ in 0..<ManagedObjectContext.saveRounds {
            let conflicts = detect(try SavePlan(self))
            if conflicts.isEmpty { return }
            try resolve(conflicts)
        }
        throw MergePolicy.failure(detect(try SavePlan(self)))
    }

    /// Lets the policy decide, then validates what it made.
    private func resolve(_ conflicts: [MergeConflict]) throws {
        guard !conflicts.isEmpty else { return }
        for conflict in conflicts { saveAttempt?.remember(conflict.sourceObject) }
        try mergePolicy.resolve(mergeConflicts: conflicts)
        try validatePending()
    }

    /// The store has newer rows than the cache.
    private func updateCache(after conflicts: [MergeConflict]) {
        for conflict in conflicts {
            let id = conflict.sourceObject.objectID
            guard let table = id.home.table, let key = id.key else { continue }
            if let block = conflict.theirs?.block {
                if block.registration == nil { table.replace(with: block) }
            } else {
                table.remove(key: key)
            }
        }
    }

    // MARK: Adopting what was written

    private func adoptWritten(_ ids: [ObjectIdentifier: ManagedObjectID], _ saved: SavedObjects) {
        for object in saved.inserted {
            adoptPermanentID(object, ids)
            object.status.flags.remove(.hasEarlyID)
        }
        adoptRows(of: saved.inserted + saved.updated)
        for object in saved.deleted { finishDeletion(object) }
        pending.removeAll()
        for object in saved.inserted + saved.updated { object.adoptChanges() }
        unlockAll()
    }

    private func adoptPermanentID(_ object: ManagedObject, _ ids: [ObjectIdentifier: ManagedObjectID]) {
        guard let temporary = object.storedID.temporaryKey else { return }
        if let id = ids[ObjectIdentifier(temporary)] { temporary.resolve(to: id) }
        rename(object, to: object.storedID.resolved)
    }

    /// Puts what was written into row blocks, registers them with the cache, and stands the objects on them.
    private func adoptRows(of objects: [ManagedObject]) {
        var writers: [ObjectIdentifier: WrittenRows] = [:]
        for object in objects where object.hasPersistentChangedValues {
            guard let table = object.objectID.home.table else { continue }
            writers[ObjectIdentifier(table), default: WrittenRows(table, clock: requireCoordinator().clock)].append(
                object)
        }
        for key in writers.keys { writers[key]?.finish() }
    }

    func finishDeletion(_ object: ManagedObject) {
        if let key = object.objectID.key, !object.status.has(.gone) { object.objectID.home.table?.remove(key: key) }
        unregister(object)
        object.managedObjectContext = nil
        object.status.flags.subtract([.gone, .locked])
        object.dropRelatedObjects()
    }

    /// Tells about objects that a merge changed although the save did not write them, and lets the cache know those whose
    /// row was gone and is there again.
    private func finishMerged(_ attempt: SaveAttempt) {
        for object in attempt.refreshed {
            if let block = object.block { block.table.revive(Int(object.row), of: block) }
            if object.managedObjectContext === self { event.noteRefreshed(object) }
        }
        event.mergedDeletions += attempt.vanished.filter { $0.managedObjectContext === self }
    }
}

extension ManagedObject {
    /// The changes are the committed state from now on. Values with a column are in the row already; a child's objects
    /// and transient values keep them over the row.
    func adoptChanges(keepingColumns: Bool = false) {
        guard let local else { return }
        local.changes.forEach { slot, value in
            switch entity.layout.slots[slot].kind {
            case .toMany: adoptDestinations(slot, value)
            default:
                if keepingColumns || entity.layout.slots[slot].isTransient {
                    local.base[slot] = value
                } else {
                    local.base[slot] = nil
                }
            }
        }
        local.changes.removeAll()
    }

    private func adoptDestinations(_ slot: Int, _ value: PropertyValue) {
        guard case .many(let committed, let held)? = local?.related[slot] else { return }
        let now: [ManagedObjectID] =
            switch value.resolvingReferences {
            case .toMany(let change): change.applied(to: committed.map(\.resolved))
            case .ordered(let ids): ids
            default: committed.map(\.resolved)
            }
        state.related[slot] = .many(committed: now, held: held)
    }
}

/// Collects the rows that a save wrote to one table.
private struct WrittenRows {
    private let table: RowTable
    private let now: Double
    private let group: UInt64
    private var builder: RowBlockBuilder
    private var objects: [ManagedObject] = []
    private var hasUpdates = false
    private var hasInsertions = false
    private let incremental: IncrementalStore?

    init(_ table: RowTable, clock: () -> Double) {
        self.table = table
        now = clock()
        group = table.newGroup()
        builder = RowBlockBuilder(table: table, capacity: 256)
        incremental = table.store as? IncrementalStore
    }

    mutating func append(_ object: ManagedObject) {
        if builder.isFull { finish() }
        let version = incremental?.version(saved: object) ?? object.nextVersion
        hasUpdates = hasUpdates || object.block != nil
        hasInsertions = hasInsertions || object.block == nil
        builder.append(key: object.objectID.key ?? 0, version: version, ordinal: object.entity.ordinal)
        for slot in object.entity.slots where slot < table.layout.columnCount {
            builder.set(object.changes[slot]?.resolvingReferences ?? object.committedValue(slot), slot: slot)
        }
        objects.append(object)
    }

    /// Registers the block and stands its objects on it.
    mutating func finish() {
        guard !objects.isEmpty else { return }
        let block = builder.finish(fetchedAt: now)
        table.register(block, group: group)
        if hasUpdates { table.noteSuperseded() }
        if hasInsertions { table.restoreRows(of: block) }
        for (row, object) in objects.enumerated() {
            object.block = block
            object.row = Int32(row)
        }
        objects.removeAll()
        builder = RowBlockBuilder(table: table, capacity: 256)
    }
}

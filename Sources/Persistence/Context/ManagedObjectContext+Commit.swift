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
    private func resolveAndWrite() throws -> AssignedIDs {
        var round = 0
        while true {
            round += 1
            let plan = try resolveUntilAgreed { ConflictDetection.againstCache($0) }
            let write = try StoreWrite(plan)
            if round > ManagedObjectContext.patientRounds {
                try resolve(write.conflicts())
                try write.replan(SavePlan(self))
            }
            guard let stale = try settlingConstraints(round, of: plan, { try write.apply() }) else { continue }
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

    /// Writes; nil when a uniqueness constraint refused it and the policy settled that, so that it is to be tried again.
    private func settlingConstraints<Result>(
        _ round: Int, of plan: SavePlan, _ write: () throws -> Result
    ) throws -> Result? {
        do {
            return try write()
        } catch let refusal as PersistenceError where refusal.code == .constraintMerge {
            let conflicts = try ConstraintDetection(self).conflicts(of: plan)
            guard !conflicts.isEmpty else { throw refusal }
            guard round < ManagedObjectContext.saveRounds else { throw MergePolicy.failure(conflicts) }
            try resolve(conflicts)
            return nil
        }
    }

    /// Lets the policy decide who of several keeps unique values. All that changes is put back if the save fails, and
    /// none of it can be undone.
    private func resolve(_ conflicts: [ConstraintConflict]) throws {
        undo.manager?.disableUndoRegistration()
        saveAttempt?.remembersAll = true
        defer { undo.manager?.enableUndoRegistration() }
        try mergePolicy.resolve(constraintConflicts: conflicts)
        propagateDeletes()
        processPendingChanges()
        try validatePending()
    }

    /// Detects and resolves until a detection finds nothing: a merge may bring in objects that have to be compared too.
    /// Returns the plan that nothing conflicts with.
    private func resolveUntilAgreed(_ detect: (SavePlan) -> [MergeConflict]) throws -> SavePlan {
        for _ in 0..<ManagedObjectContext.saveRounds {
            let plan = try SavePlan(self)
            let conflicts = detect(plan)
            if conflicts.isEmpty { return plan }
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

    private func adoptWritten(_ ids: AssignedIDs, _ saved: SavedObjects) {
        if let home = saved.inserted.first.flatMap({ $0.storedID.temporaryKey.flatMap { ids[$0]?.home } }) {
            identityMap.reserve(additional: saved.inserted.count, of: home)
        }
        for object in saved.inserted {
            adoptPermanentID(object, ids)
            object.status.flags.remove(.hasEarlyID)
        }
        adoptRows(of: saved)
        for object in saved.deleted { finishDeletion(object) }
        pending.removeAll()
        for object in saved.inserted { object.adoptChanges() }
        for object in saved.updated { object.adoptChanges() }
        unlockAll()
    }

    private func adoptPermanentID(_ object: ManagedObject, _ ids: AssignedIDs) {
        guard let temporary = object.storedID.temporaryKey else { return }
        if let id = ids[temporary] { temporary.resolve(to: id) }
        rename(object, to: object.storedID.resolved)
    }

    /// Puts what was written into row blocks, registers them with the cache, and stands the objects on them.
    private func adoptRows(of saved: SavedObjects) {
        var writers: [UInt32: WrittenRows] = [:]
        var last: (number: UInt32, writer: WrittenRows)?
        for object in saved.updated.isEmpty ? saved.inserted : saved.inserted + saved.updated
        where object.hasPersistentChangedValues {
            let home = object.objectID.home
            if last?.number != home.tableNumber {
                guard let table = home.table else { continue }
                let writer = writers[home.tableNumber] ?? WrittenRows(table, clock: requireCoordinator().clock)
                writers[home.tableNumber] = writer
                last = (home.tableNumber, writer)
            }
            last?.writer.append(object)
        }
        for writer in writers.values { writer.finish() }
    }

    func finishDeletion(_ object: ManagedObject) {
        if let key = object.objectID.key, !object.status.has(.gone) { object.objectID.home.table?.remove(key: key) }
        unregister(object)
        object.managedObjectContext = nil
        object.status.flags.subtract([.gone, .locked])
        object.dropRelatedObjects()
    }

    /// Tells about objects that a merge changed although the save did not write them.
    private func finishMerged(_ attempt: SaveAttempt) {
        for object in attempt.refreshed where object.managedObjectContext === self { event.noteRefreshed(object) }
        event.mergedDeletions += attempt.vanished.filter { $0.managedObjectContext === self }
    }
}

extension ManagedObject {
    /// The changes are the committed state from now on. Values with a column are in the row already; a child's objects
    /// and transient values keep them over the row.
    func adoptChanges(keepingColumns: Bool = false) {
        guard let local else { return }
        let layout = entity.layout
        if keepingColumns || layout.hasRelationships || layout.hasTransients || !local.base.isEmpty {
            local.changes.forEach { slot, value in
                switch layout.slots[slot].kind {
                case .toMany: adoptDestinations(slot, value)
                default: local.base[slot] = keepingColumns || layout.slots[slot].isTransient ? value : nil
                }
            }
        }
        local.changes.removeAll()
        if local.isEmpty { self.local = nil }
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
private final class WrittenRows {
    private let table: RowTable
    private let now: Double
    private let group: UInt64
    private var builder: RowBlockBuilder
    private let columnCount: Int
    private var objects: [ManagedObject] = []
    private var hasUpdates = false
    private var hasInsertions = false
    private let incremental: IncrementalStore?

    init(_ table: RowTable, clock: () -> Double) {
        self.table = table
        columnCount = table.layout.columnCount
        now = clock()
        group = table.newGroup()
        builder = RowBlockBuilder(table: table, capacity: 256)
        incremental = table.store as? IncrementalStore
    }

    func append(_ object: ManagedObject) {
        if builder.isFull { finish() }
        let version = incremental?.version(saved: object) ?? object.nextVersion
        hasUpdates = hasUpdates || object.block != nil
        hasInsertions = hasInsertions || object.block == nil
        if let block = object.block, object.local?.base.isEmpty ?? true, !block.table.layout.hasRelationships {
            builder.append(copyOf: Int(object.row), in: block, version: version)
            set(object.changes, overRow: true)
        } else if object.block == nil, !table.layout.hasRelationships {
            builder.append(key: object.objectID.key ?? 0, version: version, ordinal: object.entity.ordinal)
            if let base = object.local?.base { set(base, overRow: false) }
            set(object.changes, overRow: false)
        } else {
            builder.append(key: object.objectID.key ?? 0, version: version, ordinal: object.entity.ordinal)
            for slot in object.entity.slots where slot < columnCount {
                builder.set(object.changes[slot]?.resolvingReferences ?? object.committedValue(slot), slot: slot)
            }
        }
        objects.append(object)
    }

    /// Sets the values that have a column; those of a row that is copied may become null.
    private func set(_ values: SparseValues, overRow: Bool) {
        values.forEach { slot, value in
            guard slot < columnCount else { return }
            if overRow, value.isNull { builder.setNull(column: slot) } else { builder.set(value, slot: slot) }
        }
    }

    /// Registers the block and stands its objects on it.
    func finish() {
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

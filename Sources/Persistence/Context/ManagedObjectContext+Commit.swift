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
            let inserted = try resolveAndWrite()
            let saved = SavedObjects(&pending)
            adoptWritten(inserted, saved)
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

    /// Returns the rows of the inserted objects.
    private func resolveAndWrite() throws -> [CollectedRows] {
        var round = 0
        while true {
            round += 1
            let plan = try resolveUntilAgreed { ConflictDetection.againstCache($0) }
            let write = try StoreWrite(plan)
            if round > ManagedObjectContext.patientRounds {
                let conflicts = try write.conflicts()
                updateCache(after: conflicts)
                try resolve(conflicts)
                try write.replan(SavePlan(self))
            }
            guard let stale = try settlingConstraints(round, of: plan, { try write.apply() }) else { continue }
            if stale.isEmpty {
                let inserted = try write.commit()
                recorded = write.recorded
                return inserted
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

    private func adoptWritten(_ inserted: [CollectedRows], _ saved: SavedObjects) {
        var adoption = RowAdoption()
        adopt(inserted, &adoption)
        let areNewOnesDone = inserted.reduce(0) { $0 + $1.objects.count } == saved.inserted.count
        for rows in otherRows(areNewOnesDone ? saved.updated : saved.inserted + saved.updated) { adoption.adopt(rows) }
        for object in saved.deleted { finishDeletion(object) }
        pending.removeAll()
        for object in saved.inserted { object.adoptChanges() }
        for object in saved.updated { object.adoptChanges() }
        unlockAll()
    }

    /// New objects get their permanent IDs and stand on the rows that were written for them.
    private func adopt(_ inserted: [CollectedRows], _ adoption: inout RowAdoption) {
        if let home = inserted.first?.block.table.homes[0] {
            identityMap.reserve(additional: inserted.reduce(0) { $0 + $1.block.count }, of: home)
        }
        for rows in inserted {
            let (block, homes) = (rows.block, rows.block.table.homes)
            for (row, object) in rows.objects.enumerated() {
                identityMap.settle(object, ManagedObjectID(home: homes[block.ordinal(row)], key: block.key(row)))
                object.status.flags.remove(.hasEarlyID)
            }
            adoption.adopt(rows)
        }
    }

    /// The rows of objects that were updated, and of new ones in incremental stores, as they are now.
    private func otherRows(_ objects: [ManagedObject]) -> [CollectedRows] {
        var collectors: [(number: UInt32, rows: RowCollector, store: IncrementalStore?)] = []
        var last = 0
        for object in objects {
            if object.status.pending == .inserted ? object.block != nil : !object.hasPersistentChangedValues {
                continue
            }
            adoptPermanentID(object)
            let home = object.namedID.home
            if last >= collectors.count || collectors[last].number != home.tableNumber {
                guard let table = home.table else { continue }
                last = collectors.firstIndex { $0.number == home.tableNumber } ?? collectors.count
                if last == collectors.count {
                    let rows = RowCollector(table, now: requireCoordinator().clock())
                    collectors.append((home.tableNumber, rows, table.store as? IncrementalStore))
                }
            }
            collectors[last].rows.adopt(
                object, version: collectors[last].store?.version(saved: object) ?? object.nextVersion)
        }
        return collectors.flatMap { $0.rows.finish() }
    }

    private func adoptPermanentID(_ object: ManagedObject) {
        guard object.status.pending == .inserted else { return }
        object.status.flags.remove(.hasEarlyID)
        if object.storedID.isTemporaryID { rename(object, to: object.storedID.resolved) }
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
        if keepingColumns, local.base.isEmpty, !layout.hasRelationships {
            local.base = local.changes
        } else if keepingColumns || layout.hasRelationships || layout.hasTransients || !local.base.isEmpty {
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

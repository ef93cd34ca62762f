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
            let inserted = try catchingFailedReads { try resolveAndWrite() }
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
                try requireReads(of: write)
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

    /// What was written is not kept where something of it could not be read.
    private func requireReads(of write: StoreWrite) throws {
        do {
            try throwFailedRead()
        } catch {
            write.rollback()
            throw error
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
        try propagateDeletes()
        try endEvent()
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
}

import Foundation

/// Writing a root context's changes: plan, detect conflicts, resolve them, write, and adopt the written rows.
extension ManagedObjectContext {
    /// After this many rounds, conflicts are resolved inside the write transaction, so that no other writer can
    /// interfere.
    private static let roundsBeforeLocking = 3

    func commitToStores() throws -> SavedObjects {
        let attempt = SaveAttempt()
        saveAttempt = attempt
        defer { saveAttempt = nil }
        do {
            try readRowsOfDeletedFaults()
            let written = try catchingFailedReads { try resolveAndWrite() }
            var saved = SavedObjects(&pending)
            saved.recorded = written.recorded
            adoptWritten(written.rows, saved)
            finishMerged(attempt)
            return saved
        } catch {
            attempt.putBack(in: self)
            throw error
        }
    }

    /// Reads the version of deleted objects that were never read, so that it can be compared.
    private func readRowsOfDeletedFaults() throws {
        for object in pending.objects(.deleted) where object.block == nil && object.status.has(.fault) {
            if let rowState = try storedState(of: object.objectID) {
                object.adopt(rowState)
            } else {
                markInaccessible(object)
            }
        }
    }

    /// Returns the rows that were written, and the transactions.
    private func resolveAndWrite() throws -> (rows: [WrittenRows], recorded: [RecordedTransaction]) {
        var round = 0
        while true {
            round += 1
            let plan = try resolveUntilAgreed { ConflictDetection.againstCache($0) }
            let write = try StoreWrite(plan)
            if round > ManagedObjectContext.roundsBeforeLocking {
                let conflicts = try write.conflicts()
                updateCache(after: conflicts)
                try resolve(conflicts)
                try write.replan(SavePlan(self))
            }
            guard let stale = try resolvingConstraints(round, of: plan, { try write.apply() }) else { continue }
            if stale.isEmpty {
                try requireReads(of: write)
                let rows = try write.commit()
                return (rows, write.recorded)
            }
            let conflicts = try write.staleConflicts(stale)
            updateCache(after: conflicts)
            write.rollback()
            guard round < ManagedObjectContext.saveRounds else { throw MergePolicy.failure(conflicts) }
            try resolve(conflicts)
        }
    }

    /// Rolls back if a value that was needed could not be read.
    private func requireReads(of write: StoreWrite) throws {
        do {
            try throwFailedRead()
        } catch {
            write.rollback()
            throw error
        }
    }

    /// Writes. Returns nil if a uniqueness constraint refused the write and the policy resolved the conflict: try again
    /// then.
    private func resolvingConstraints<Result>(
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

    /// Lets the policy decide which object keeps the unique values. All changes are reverted if the save fails, and
    /// none can be undone.
    private func resolve(_ conflicts: [ConstraintConflict]) throws {
        undo.manager?.disableUndoRegistration()
        saveAttempt?.remembersAll = true
        defer { undo.manager?.enableUndoRegistration() }
        try mergePolicy.resolve(constraintConflicts: conflicts)
        try callWillSaveOnChanged()
        try validatePending()
    }

    /// Detects and resolves conflicts until none are left: a merge may add objects that have to be compared too.
    /// - Returns: the plan without conflicts.
    private func resolveUntilAgreed(_ detect: (SavePlan) -> [MergeConflict]) throws -> SavePlan {
        for _ in 0..<ManagedObjectContext.saveRounds {
            let plan = try SavePlan(self)
            let conflicts = detect(plan)
            if conflicts.isEmpty { return plan }
            try resolve(conflicts)
        }
        throw MergePolicy.failure(detect(try SavePlan(self)))
    }

    /// Lets the policy decide, then validates the result.
    private func resolve(_ conflicts: [MergeConflict]) throws {
        guard !conflicts.isEmpty else { return }
        for conflict in conflicts { saveAttempt?.remember(conflict.sourceObject) }
        try mergePolicy.resolve(mergeConflicts: conflicts)
        try validatePending()
    }

    /// Updates the cache with the newer rows that the store has, while nobody else can commit.
    private func updateCache(after conflicts: [MergeConflict]) {
        for conflict in conflicts {
            let id = conflict.sourceObject.objectID
            guard let table = id.storeEntity.table, let key = id.key else { continue }
            if let block = conflict.theirs?.block {
                if !block.isRegistered { table.replace(with: block, group: table.newGroup()) }
            } else {
                table.remove(key: key)
            }
        }
    }
}

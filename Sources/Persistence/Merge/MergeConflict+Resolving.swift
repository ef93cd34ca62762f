extension MergeConflict {
    /// Resolves the conflict as the policy decides.
    /// - Throws: the error of a failed read. The object is then unchanged.
    func resolve(by policy: MergePolicyType) throws {
        guard let context = sourceObject.managedObjectContext else { return }
        let (outcome, partners) = try context.catchingFailedReads {
            (MergeOutcome(sides, under: policy), sourceObject.changedPartners)
        }
        try context.catchingFailedReads {
            context.apply(outcome, for: sourceObject, theirs: theirs, partners)
        }
    }

    private var sides: MergeSides<SparseValues> {
        let local: MergeSides<SparseValues>.Local =
            switch sourceObject.status.pending {
            case .deleted: .deleted
            case .none: .unchanged
            case .updated where sourceObject.changes.isEmpty: .unchanged
            case .inserted, .updated: .updated
            }
        return MergeSides(
            local: local, isGoneThere: theirs == nil, changedThere: slotsChangedThere, changes: sourceObject.changes,
            whole: theirs == nil ? sourceObject.stateToReinsert : sourceObject.wholeState)
    }
}

extension ManagedObject {
    /// All values that the context sees, and pending to-many changes.
    fileprivate var wholeState: SparseValues {
        var result = SparseValues()
        for slot in entity.slots {
            if case .toMany = entity.layout.slots[slot].kind {
                if let change = changes[slot] { result.append(change, at: slot) }
            } else {
                result.append(changes[slot] ?? committedValue(slot), at: slot)
            }
        }
        return result
    }

    /// The values of a new row for an object whose row is gone: all values, and those members of the many-to-many
    /// relationships that were read which still exist, because their pairs were deleted with the row. Objects that
    /// refer to this one by a to-one relationship store that in their own rows.
    fileprivate var stateToReinsert: SparseValues {
        var result = wholeState
        for slot in entity.slots where entity.layout.slots[slot].isManyToMany && !entity.layout.slots[slot].isTransient
        {
            guard case .many? = local?.related[slot] else { continue }
            let members = currentDestinations(slot).filter(isStored)
            result[slot] =
                entity.layout.slots[slot].isOrdered ? .ordered(members) : .toMany(ToManyChange(adding: members))
        }
        return result
    }

    /// Whether a row that this object refers to exists, or will after the save.
    private func isStored(_ id: ManagedObjectID) -> Bool {
        guard let context = managedObjectContext else { return false }
        if let object = context.registeredObject(for: id), object.isDeleted || object.isInserted {
            return !object.isDeleted
        }
        do {
            return try context.storedState(of: id) != nil
        } catch {
            context.noteFailedRead(error, "Could not determine whether \(id) is stored: \(error)")
            return true
        }
    }
}

extension ManagedObjectContext {
    /// Applies the outcome of a conflict to an object. The object's old state is kept until the save has succeeded.
    func apply(
        _ outcome: MergeOutcome<SparseValues>, for object: ManagedObject, theirs: RowState?,
        _ partners: [ChangedPartners]
    ) {
        saveAttempt?.remember(object)
        defer { reconcile(object, partners) }
        switch outcome {
        case .update(let changes):
            object.rebase(on: theirs ?? RowState(), with: changes)
            if object.status.pending == .updated, object.changes.isEmpty { pending.move(object, to: .none) }
        case .delete:
            object.rebase(on: theirs ?? RowState(), with: object.changes)
        case .restore:
            pending.move(object, to: .none)
            object.rebase(on: theirs ?? RowState(), with: SparseValues())
        case .remove:
            if object.status.pending != .deleted {
                pending.move(object, to: .none)
                object.local?.changes.removeAll()
                object.status.flags.remove(.fault)
            }
            object.status.flags.insert(.gone)
        case .reinsert(let values):
            object.state.versionBefore = max(object.version, object.state.versionBefore)
            object.rebase(on: RowState(), with: values)
            pending.move(object, to: .inserted)
        }
        object.awake(fromSnapshotEvents: .mergePolicy)
    }
}

extension ManagedObject {
    /// Bases the object on another row with these changes on top. Transient values remain.
    func rebase(on rowState: RowState, with changes: SparseValues) {
        let transients = transientBase
        adopt(rowState)
        if !transients.isEmpty { state.base = state.base.merging(transients) }
        dropStoredRelatedObjects()
        replaceChanges(with: changes)
    }
}

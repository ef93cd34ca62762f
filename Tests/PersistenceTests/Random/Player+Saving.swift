import Foundation
import Persistence

/// Saving: the conflicts, their resolution, and the rows that are stored.
extension Player {
    func save(_ c: Int, _ policy: MergePolicyType) throws {
        try endEvent(c)
        try compareAll()
        contexts[c].mergePolicy = MergePolicy(merge: policy)
        if let parent = models[c].parent { try saveChild(c, into: parent) } else { try saveRoot(c, policy) }
    }

    /// Saves and keeps the notification's content. Returns the error.
    func saveEngine(_ c: Int) throws -> PersistenceError? {
        var saved: SavedChanges?
        let collector = Collector()
        let observer = NotificationCenter.default.addObserver(
            forName: .managedObjectContextDidSave, object: contexts[c], queue: nil
        ) { collector.saved = SavedChanges($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        let objects = handles[c]
        do {
            try contexts[c].save()
        } catch let error as PersistenceError {
            return error
        }
        saved = collector.saved
        for (record, object) in objects { learnID(of: object, record) }
        if let saved { notifications.append(saved) }
        return nil
    }

    private final class Collector: @unchecked Sendable {
        var saved: SavedChanges?
    }

    /// Commits the pending changes.
    func finishSave(_ c: Int) {
        for (record, object) in models[c].objects {
            var saved = object
            saved.isLocked = false
            if object.pending == .deleted {
                models[c].objects[record] = nil
                handles[c][record] = nil
                continue
            }
            if !object.isFault, !object.isGone { saved.base = object.visible }
            saved.pending = .none
            saved.changes = [:]
            models[c].objects[record] = saved
        }
    }

    // MARK: Into the store

    private func saveRoot(_ c: Int, _ policy: MergePolicyType) throws {
        // The version that is compared is that of the row from which a deleted fault is read.
        for (record, object) in models[c].objects where object.pending == .deleted && object.isFault {
            _ = try fire(record, in: c)
        }
        var write = RootSave(c)
        for record in models[c].objects.keys.sorted() { classify(record, &write) }
        let error = try saveEngine(c)
        if policy == .error, !write.conflicts.isEmpty {
            guard let error else { throw Disagreement("saved in spite of conflicts of \(write.conflicts)") }
            return try checkConflicts(error, write)
        }
        if let error { throw Disagreement("the save failed: \(error); conflicts expected of \(write.conflicts)") }
        endMarks(c)
        guard !write.isEmpty else { return }
        for record in write.conflicts { resolve(record, policy, &write) }
        dropWithdrawn(&write)
        try commit(write)
        if !write.conflicts.isEmpty {
            forgetUndo(c)
            for index in contexts.indices { models[index].vague.formUnion(write.employees(self)) }
        }
        try compareStore()
    }

    /// Removes the marks of `detectConflicts`, which last for one save.
    private func endMarks(_ c: Int) {
        for record in models[c].objects.keys { models[c].objects[record]!.isLocked = false }
    }

    /// A change that a policy discards at one end of a relationship is discarded at the other too. An object without
    /// any other change is not written. For departments with vague employees the engine's answer is taken.
    private func dropWithdrawn(_ write: inout RootSave) {
        let c = write.context
        for (record, object) in models[c].objects where object.changes[RecordKind.link] != nil {
            let ends = [object.base?.department, object.visible.department].compactMap { $0 }
            if ends.contains(where: write.conflicts.contains) { believe(record, in: c) }
        }
        write.updated.removeAll { record in
            let isWritten = models[c].isUpdated(record) || (isVague(record, in: c) && handlesWrote(record, c))
            return !isWritten && !write.conflicts.contains(record)
        }
    }

    private func checkConflicts(_ error: PersistenceError, _ write: RootSave) throws {
        guard error.code == .merge, let list = error.userInfo[PersistenceError.Key.saveConflicts] as? [MergeConflict]
        else {
            throw Disagreement("the save failed with \(error)")
        }
        let named = Set(list.compactMap { records[$0.sourceObject.objectID] })
        guard !named.isEmpty, named.isSubset(of: write.conflicts) else {
            throw Disagreement("conflicts of \(named), not \(write.conflicts)")
        }
        guard models[4].coordinator == 1 || named == Set(write.conflicts) else {
            throw Disagreement("conflicts of \(named), not all of \(write.conflicts)")
        }
    }

    /// The changes of one save.
    private struct RootSave {
        let context: Int
        var inserted: [Record] = []
        var updated: [Record] = []
        var deleted: [Record] = []
        var locked: [Record] = []
        var conflicts: [Record] = []
        /// Records deleted here that were already gone.
        var gone: [Record] = []
        var isEmpty: Bool {
            inserted.isEmpty && updated.isEmpty && deleted.isEmpty && locked.isEmpty && gone.isEmpty
        }

        init(_ context: Int) { self.context = context }

        func employees(_ player: Player) -> [Record] {
            player.kinds.keys.filter { player.kinds[$0] == .employee }
        }
    }

    private func classify(_ record: Record, _ write: inout RootSave) {
        let c = write.context
        let object = models[c].objects[record]!
        let handle = handles[c][record]!
        switch object.pending {
        case .inserted:
            write.inserted.append(record)
            return
        case .deleted:
            if object.isGone || ledger.current(record)?.row == nil {
                write.gone.append(record)
                return
            }
            write.deleted.append(record)
        case .none where handle.isChanged: write.updated.append(record)
        case .none:
            guard object.isLocked, !object.isGone, handle.version != 0 else { return }
            write.locked.append(record)
        }
        if ledger.current(record)?.row == nil || ledger.current(record)!.version != handle.version {
            write.conflicts.append(record)
        }
    }

    /// Resolves the conflict of one object by the policy. `write` keeps the objects that are still written.
    private func resolve(_ record: Record, _ policy: MergePolicyType, _ write: inout RootSave) {
        let c = write.context
        let theirs = ledger.current(record)?.row
        let objectWins = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        var object = models[c].objects[record]!
        if write.locked.contains(record) {
            write.locked.removeAll { $0 == record }
            if theirs == nil { object.becomeGone() } else { object.isFault = true }
        } else if write.deleted.contains(record) {
            if !objectWins {
                write.deleted.removeAll { $0 == record }
                object.pending = .none
                object.changes = [:]
                object.isFault = true
            }
        } else if let theirs {
            resolveUpdate(&object, record, theirs, policy, &write)
        } else if objectWins {
            write.updated.removeAll { $0 == record }
            write.inserted.append(record)
            object.pending = .inserted
            let visible = object.visible
            for (field, cell) in visible.cells.enumerated() { object.changes[field] = cell }
        } else {
            write.updated.removeAll { $0 == record }
            let isUnchecked = isWithdrawn(object, write) && !handles[c][record]!.isDeleted
            if isUnchecked {
                object.changes = [:]
                object.isFault = true
            } else {
                object.becomeGone()
            }
        }
        models[c].objects[record] = object
    }

    /// Whether the conflict at the other end may have discarded an employee's only change before the save reached it:
    /// the cache knew of that conflict, and only the store knew that the employee is gone.
    private func isWithdrawn(_ object: ObjectModel, _ write: RootSave) -> Bool {
        let ends = [object.base?.department, object.visible.department].compactMap { $0 }
        guard ends.contains(where: write.conflicts.contains) else { return false }
        return object.changes.keys.allSatisfy { $0 == RecordKind.link }
    }

    private func resolveUpdate(
        _ object: inout ObjectModel, _ record: Record, _ theirs: Row, _ policy: MergePolicyType, _ write: inout RootSave
    ) {
        let base = object.base!
        switch policy {
        case .error, .mergeByPropertyObjectTrump: break
        case .mergeByPropertyStoreTrump:
            object.changes = object.changes.filter { base.cells[$0.key] == theirs.cells[$0.key] }
        case .overwrite:
            for (field, cell) in object.visible.cells.enumerated() { object.changes[field] = cell }
        case .rollback: object.changes = [:]
        }
        object.rebase(onto: theirs)
        // A new version shows whether the engine wrote a department because its employees changed.
        let isWritten = !object.changes.isEmpty || (object.kind == .department && handlesWrote(record, write.context))
        if !isWritten {
            write.updated.removeAll { $0 == record }
            object.isFault = true
        }
    }

    private func handlesWrote(_ record: Record, _ c: Int) -> Bool {
        handles[c][record]!.version == ledger.current(record)!.version + 1
    }

    private func commit(_ write: RootSave) throws {
        let c = write.context
        var touched: Set<Record> = []
        for record in write.inserted + write.updated {
            let row = models[c].objects[record]!.visible
            try checkVersion(record, in: c)
            let before = ledger.current(record)?.row?.department
            if before != row.department { touched.insert(record) }
            if let department = row.department { everDepartments[record, default: []].insert(department) }
            ledger.write(record, row, version: handles[c][record]!.version)
            broughtBack.remove(record)
        }
        for record in write.deleted {
            if kinds[record] == .employee { touched.insert(record) }
            ledger.write(record, nil, version: 0)
        }
        for record in write.inserted + write.updated + write.deleted + write.conflicts + write.gone {
            if let last = ledger.last(record) { oldest[models[c].coordinator][record] = last }
        }
        for record in write.conflicts where models[c].objects[record]?.isFault ?? false {
            oldest[models[c].coordinator][record] = max(
                0, (ledger.last(record) ?? 0) - (models[4].coordinator == 1 ? 1_000 : 0))
        }
        let family = Set(descendants(of: c) + [c])
        for index in contexts.indices where !family.contains(index) { models[index].vague.formUnion(touched) }
        finishSave(c)
    }

    /// A written row has the next version. A record that was inserted again does not have a new row's version.
    private func checkVersion(_ record: Record, in c: Int) throws {
        let version = handles[c][record]!.version
        let isBack = ledger.history[record] != nil && ledger.current(record)?.row == nil
        let mayJump = isBack || broughtBack.contains(record)
        let expected = mayJump ? max(isBack ? 2 : 1, version) : (ledger.current(record)?.version ?? 0) + 1
        guard version == expected else {
            throw Disagreement("record \(record) was written as version \(version), not \(expected)")
        }
    }
}

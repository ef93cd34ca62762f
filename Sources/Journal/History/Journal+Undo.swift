import Foundation
import Persistence
import SurfLanguage

/// Taking back the last command that changed entries, whichever process ran it.
extension Journal {
    /// Takes back the last command in one transaction, which is the last command then: taking that back does it again.
    ///
    /// Deleted entries come back under their IDs and with their revisions. Memory grows by some 50 bytes for each entry of the
    /// command where none was changed since.
    /// - Parameter limit: How many entries the result has one by one.
    /// - Throws: `.nothingToUndo`; `.keepsNoHistory` in a journal of Core Data's own; `.conflict` when an entry was changed
    ///   since and the answer does not settle it. Nothing is changed then. `.uncertain`
    ///   when it is saved, and what came of it cannot be told.
    package func undoLast(_ answer: ConflictAnswer, telling limit: Int = .max) throws(JournalError) -> UndoneCommand {
        guard let command = try lastCommand() else { throw .nothingToUndo }
        let history = try history()
        act(for: ChangeCommand.undo)
        return try rethrowing {
            let entity = try entity()
            let request = UndoRequest(
                command: command,
                changes: try changes(of: command, history, entity.layout),
                reading: UndoReading(entity: entity, fields: fields),
                telling: UndoTelling(samples: samples, limit: limit))
            if let undone = try undoRows(request) { return undone }
            return try undoObjects(
                request, before: history.rowsBefore(request.changes.map(\.number), in: entity.layout), answer)
        }
    }

    /// The changes that a plan to take a command back needs.
    private func changes(
        of command: ChangeCommand, _ history: any StoreHistory, _ layout: EntityLayout
    ) throws -> [HistoryChangeMark] {
        let first = command.numbers.lowerBound
        guard command.bringsBack else { return try history.changeMarks(after: first - 1, in: layout) }
        let all = try history.changeMarks(after: 0, in: layout)
        return all.indices.lazy.filter { index in
            if all[index].transaction >= first { return true }
            let next = index + 1
            return next < all.count && all[next].key == all[index].key && all[next].transaction >= first
        }.map { all[$0] }
    }

    /// Nil, with nothing changed, where an entry was changed since.
    private func undoRows(_ request: UndoRequest) throws -> UndoneCommand? {
        let context = commandContext()
        let undo: RowUndo
        do {
            undo = try context.performAndWait {
                try context.batchWrite(to: JournalModel.entityName) { batch in
                    var undo = RowUndo(request, in: batch)
                    try undo.run()
                    return undo
                }
            }
        } catch is RowUndo.ChangedSince {
            return nil
        }
        trimHistory()
        watcher?.noteRows(undo.changed, deleted: undo.deleted)
        try told { try takeInOwnChanges(undo.changed.map(\.id), deleted: undo.deleted) }
        return undo.undone
    }

    /// Takes back a command object by object, so that what was changed since is merged.
    private func undoObjects(
        _ request: UndoRequest, before: [Int64: HistoryRowBefore], _ answer: ConflictAnswer
    ) throws -> UndoneCommand {
        let (changes, telling) = (request.changes, request.telling)
        let stored = try store.backend.rows(keys: Set(changes.map(\.key)).sorted(), in: request.reading.entity.layout)
        let plan = request.reading.plan(request.command, changes[...], before: before, stored: stored)
        guard let steps = plan.steps() else { throw JournalError.nothingToUndo }
        let context = commandContext()
        let after = try context.performAndWait {
            // Held, so that what was saved need not be read again, which could fail.
            let objects = try steps.map { id, step in (id, try take(step, id, answer, in: context)) }
            try save(context, answer)
            return try told { try records(objects) }
        }
        var undone = UndoneCommand(command: request.command.counting(plan.ownChanges))
        var (gone, left): ([Int64], [Int64]) = ([], [])
        for (id, new) in after {
            let old = telling.record(id, plan.stored[id])
            if old == new { continue }
            if new == nil { gone.append(id) } else { left.append(id) }
            undone.add(telling.limit) { .init(id: id, before: old, after: new) }
        }
        try told { try takeInOwnChanges(left, deleted: gone) }
        return undone
    }

    func entity() throws -> EntityDescription {
        guard let entity = container.managedObjectModel.entitiesByName[JournalModel.entityName] else {
            throw JournalError.nothingToUndo
        }
        return entity
    }

    // MARK: Doing

    /// Does a step; returns the object that it changed, nil where the stored row stays.
    private func take(
        _ step: UndoStep, _ id: Int64, _ answer: ConflictAnswer, in context: ManagedObjectContext
    ) throws -> ManagedObject? {
        switch step {
        case .remove(let left): return change(try object(id, on: left, in: context), to: nil)
        case .change(let left, let values): return change(try object(id, on: left, in: context), to: values)
        case .bringBack(let row):
            return change(context.insertObject(with: try objectID(id), version: row.version), to: row.values)
        case .dispute(let stored, let values):
            switch answer {
            case .theirs, .discard: return nil
            case .mine, .overwrite: return change(try object(id, on: stored, in: context), to: values)
            case .auto, .ask, .fail:
                throw JournalError.conflict(ConflictReport(id, stored: stored, yours: values ?? EntryValues(), fields))
            }
        }
    }

    /// The object on a row that was, so that the save compares it with what is stored.
    private func object(_ id: Int64, on row: EntryRow, in context: ManagedObjectContext) throws -> ManagedObject {
        let object = context.object(with: try objectID(id))
        context.rebase(object, onto: row.values.sparse(object.entity), version: row.version)
        return object
    }

    /// Gives an object these values; nil deletes it.
    private func change(_ object: ManagedObject, to values: EntryValues?) -> ManagedObject {
        guard let values else {
            object.managedObjectContext?.delete(object)
            return object
        }
        guard let entry = object as? JournalEntry else { return object }
        for field in fields where entry.values[field]?.propertyValue != values[field]?.propertyValue {
            entry.set(field, values[field])
        }
        return object
    }

    // MARK: Telling

    /// Runs what follows a save. Nobody may say that nothing was changed where it fails.
    private func told<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw JournalError.uncertain(url) }
    }

    /// What is saved of the objects that were changed.
    private func records(_ objects: [(Int64, ManagedObject?)]) throws -> [(id: Int64, record: EntryRecord?)] {
        try objects.compactMap { id, object in try object.map { (id, try record($0)) } }
    }

    /// A saved object's entry; nil where it is gone.
    private func record(_ object: ManagedObject) throws -> EntryRecord? {
        guard let context = object.managedObjectContext, !object.isDeleted, let id = object.objectID.key else {
            return nil
        }
        return try entry(id, in: context).record(samples: samples)
    }
}

extension ConflictReport {
    /// A conflict with what is stored where the beginning is not known: every field that differs is one.
    fileprivate init(_ id: Int64, stored: EntryRow, yours: EntryValues, _ fields: [EntryField]) {
        self.id = id
        storedRev = stored.version
        isDeleted = false
        self.fields = fields.filter { stored.values[$0]?.propertyValue != yours[$0]?.propertyValue }.map { field in
            FieldConflict(
                field: field, began: nil, stored: stored.values[field], yours: yours[field], overlaps: true)
        }
    }
}

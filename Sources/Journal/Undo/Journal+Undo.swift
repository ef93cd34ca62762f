import Foundation
import Persistence
import SurfLanguage

/// Reverses what one command changed, in one transaction.
extension Journal {
    /// Returns nil, with nothing changed, if the history has a transaction later than `last`.
    func take(
        _ request: UndoRequest, _ answer: ConflictAnswer, ifLast last: Int64?
    ) throws -> UndoneCommand? {
        let history = try history()
        do {
            return try undoRows(request) { try history.lastNumber() == last }
        } catch is RowUndo.OutOfDate {
            return nil
        } catch is RowUndo.ChangedSince {
            let before = try history.rowsBefore(
                request.changes.map(\.number), in: request.entity.layout)
            return try undoObjects(request, before: before, answer)
        }
    }

    /// - Throws: `ChangedSince` if an entry was changed since, `OutOfDate` if `isCurrent` returns false. Nothing is
    ///   changed then.
    private func undoRows(_ request: UndoRequest, if isCurrent: () throws -> Bool) throws -> UndoneCommand {
        let context = commandContext()
        let undo = try context.performAndWait {
            try context.batchWrite(to: JournalModel.entityName) { batch in
                guard try isCurrent() else { throw RowUndo.OutOfDate() }
                var undo = RowUndo(request, in: batch)
                try undo.run()
                return undo
            }
        }
        trimHistory()
        try refreshAfterSave()
        return undo.undone
    }

    /// Reverses a command object by object, so that later changes are merged.
    private func undoObjects(
        _ request: UndoRequest, before: [Int64: HistoryRowBefore], _ answer: ConflictAnswer
    ) throws -> UndoneCommand {
        let (changes, reporting) = (request.changes, request.reporting)
        let stored = try store.backend.rows(keys: Set(changes.map(\.key)).sorted(), in: request.entity.layout)
        let plan = request.plan(changes[...], before: before, stored: stored)
        guard let steps = plan.steps() else { throw JournalError.nothingToUndo }
        let context = commandContext()
        let after = try context.performAndWait {
            // Retain the objects: reading the saved rows again could fail.
            let objects = try steps.map { id, step in (id, try take(step, id, answer, in: context)) }
            try save(context, answer)
            return try afterSave { try records(objects) }
        }
        var undone = UndoneCommand(request.step)
        undone.count(plan.ownChanges)
        for (id, new) in after {
            let old = reporting.record(id, plan.stored[id])
            if old == new { continue }
            undone.add(reporting.limit) { .init(id: id, before: old, after: new) }
        }
        if undone.count == 0 { try recordStep(in: context) }
        try refreshAfterSave()
        return undone
    }

    /// Records a step that changed no entry, so that the next step continues after it.
    private func recordStep(in context: ManagedObjectContext) throws {
        try context.performAndWait {
            try context.batchWrite(to: JournalModel.entityName) { try $0.recordTransaction() }
        }
    }

    // MARK: Steps

    /// Carries out a step. Returns the object that it changed; nil if the stored row stays.
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

    /// The object, based on the row that the command left, so that the save compares that with the stored row.
    private func object(_ id: Int64, on row: EntryRow, in context: ManagedObjectContext) throws -> ManagedObject {
        let object = context.object(with: try objectID(id))
        context.rebase(object, onto: EntryColumns(object.entity).row(row.values), version: row.version)
        return object
    }

    /// Sets an object's values; nil deletes it.
    private func change(_ object: ManagedObject, to values: EntryValues?) -> ManagedObject {
        guard let values else {
            object.managedObjectContext?.delete(object)
            return object
        }
        guard let entry = object as? JournalEntry else { return object }
        let now = entry.values
        for field in fields where now.differs(from: values, in: field) {
            entry.set(field, values[field])
        }
        return object
    }

    // MARK: Results

    /// Runs work after a save. If it fails, the error must not claim that nothing was changed.
    private func afterSave<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw JournalError.uncertain(url) }
    }

    /// The saved records of the changed objects.
    private func records(_ objects: [(Int64, ManagedObject?)]) throws -> [(id: Int64, record: EntryRecord?)] {
        try objects.compactMap { id, object in try object.map { (id, try record($0)) } }
    }

    /// A saved object's record; nil if it was deleted.
    private func record(_ object: ManagedObject) throws -> EntryRecord? {
        guard let context = object.managedObjectContext, !object.isDeleted, let id = object.objectID.key else {
            return nil
        }
        return try entry(id, in: context).record(samples: samples)
    }
}

extension ConflictReport {
    /// A conflict with the stored row where the original values are unknown: every field that differs conflicts.
    fileprivate init(_ id: Int64, stored: EntryRow, yours: EntryValues, _ fields: [EntryField]) {
        self.id = id
        storedRev = stored.version
        isDeleted = false
        self.fields = fields.filter { stored.values.differs(from: yours, in: $0) }.map { field in
            FieldConflict(
                field: field, began: nil, stored: stored.values[field], yours: yours[field], overlaps: true)
        }
    }
}

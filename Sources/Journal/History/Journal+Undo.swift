import Foundation
import Persistence

/// Taking back the last command that changed entries, whichever process ran it.
extension Journal {
    /// Takes back the last command in one transaction, which is the last command then: taking that back does it again.
    ///
    /// Deleted entries come back under their IDs and with their revisions.
    /// - Throws: `.nothingToUndo`; `.keepsNoHistory` in a journal of Core Data's own; `.conflict` when an entry was changed
    ///   since and the answer does not settle it. Nothing is changed then. `.uncertain`
    ///   when it is saved, and what came of it cannot be told.
    package func undoLast(_ answer: ConflictAnswer) throws(JournalError) -> UndoneCommand {
        guard let command = try lastCommand() else { throw .nothingToUndo }
        let history = try history()
        act(for: ChangeCommand.undo)
        return try rethrowing {
            let plan = try plan(command, history)
            guard let steps = plan.steps() else { throw JournalError.nothingToUndo }
            let context = commandContext()
            let after = try context.performAndWait {
                // Held, so that what was saved need not be read again, which could fail.
                let objects = try steps.map { id, step in (id, try take(step, id, answer, in: context)) }
                try save(context, answer)
                return try told { try records(objects) }
            }
            let own = plan.changes.filter { command.numbers.contains($0.transaction) }
            let undone = undone(command.counting(own), from: plan.stored, to: after)
            let (gone, left) = (undone.entries.filter { $0.after == nil }, undone.entries.filter { $0.after != nil })
            try told { try takeInOwnChanges(left.map(\.id), deleted: gone.map(\.id)) }
            return undone
        }
    }

    // MARK: Planning

    private func plan(_ command: ChangeCommand, _ history: any StoreHistory) throws -> UndoPlan {
        let changes = try history.changes(after: command.numbers.lowerBound - 1)
        let entity = try entity()
        var before: [Int64: EntryRow] = [:]
        for (number, row) in try history.rowsBefore(changes.map(\.number), in: entity.layout) {
            before[number] = EntryRow(version: row.version, values: EntryValues(row.values, entity, fields))
        }
        let ids = Set(changes.compactMap(\.objectID.key)).sorted()
        return UndoPlan(changes: changes, command: command, before: before, stored: try rows(ids, entity))
    }

    /// What is stored of the entries with these IDs.
    private func rows(_ ids: [Int64], _ entity: EntityDescription) throws -> [Int64: EntryRow] {
        var rows: [Int64: EntryRow] = [:]
        for block in try store.backend.rows(keys: ids, in: entity.layout) {
            for row in 0..<block.count {
                var values = SparseValues()
                for slot in 0..<entity.layout.columnCount { values[slot] = block.value(row, slot: slot) }
                rows[block.key(row)] = EntryRow(
                    version: block.version(row), values: EntryValues(values, entity, fields))
            }
        }
        return rows
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

    /// The command with the entries that are not as they were.
    private func undone(
        _ command: ChangeCommand, from stored: [Int64: EntryRow], to after: [(id: Int64, record: EntryRecord?)]
    ) -> UndoneCommand {
        let entries = after.compactMap { id, new -> UndoneCommand.Entry? in
            let old = record(id, stored[id])
            return old == new ? nil : UndoneCommand.Entry(id: id, before: old, after: new)
        }
        return UndoneCommand(command: command, entries: entries)
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

    private func record(_ id: Int64, _ row: EntryRow?) -> EntryRecord? {
        row.map { row in
            let isSample = row.version == 1 && samples.contains(id)
            return EntryRecord(id: id, rev: row.version, sample: isSample, values: row.values)
        }
    }
}

extension EntryValues {
    /// The values of these fields by slot of the entity.
    fileprivate init(_ values: SparseValues, _ entity: EntityDescription, _ fields: [EntryField]) {
        self.init()
        for field in fields {
            guard let slot = entity.slot(named: field.name), let value = values[slot] else { continue }
            self[field] = FieldValue(value, of: field)
        }
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

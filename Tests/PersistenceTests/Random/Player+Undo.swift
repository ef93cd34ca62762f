import Persistence

/// Events, undo and redo.
extension Player {
    func beginEvent(_ c: Int) {
        guard models[c].eventStart == nil else { return }
        models[c].eventStart = models[c].objects
        eventHandles[c] = handles[c]
    }

    /// Ends the model's event after the engine's.
    func noteEventEnd(_ c: Int) throws {
        guard let start = models[c].eventStart else { return }
        models[c].eventStart = nil
        guard contexts[c].undoManager != nil else { return }
        let event = try changes(since: start, in: c)
        guard !event.entries.isEmpty else { return }
        models[c].undoStack.append(event)
        models[c].redoStack = []
    }

    /// The changes since the start of the event. The deletion of a fault is recorded with its stored values.
    private func changes(since start: [Record: ObjectModel], in c: Int) throws -> EventRecord {
        var event = EventRecord()
        for record in Set(start.keys).union(models[c].objects.keys) {
            let handle = handles[c][record] ?? eventHandles[c][record]
            let (now, object) = (models[c].objects[record], handles[c][record])
            if now?.pending == .deleted, now?.isFault == true, object?.isFault == false { try realize(record, in: c) }
            event.entries[record] = EventRecord.Entry(start[record], models[c].objects[record], handle)
        }
        eventHandles[c] = [:]
        return event
    }

    func endEvent(_ c: Int) throws {
        contexts[c].processPendingChanges()
        try noteEventEnd(c)
    }

    /// Clears the undo stacks of both the engine and the model, when the result of undoing cannot be predicted.
    func forgetUndo(_ c: Int) {
        contexts[c].processPendingChanges()
        contexts[c].undoManager?.removeAllActions()
        noteUndoGone(c)
    }

    /// Clears the model's undo stacks after the engine cleared its own.
    func noteUndoGone(_ c: Int) {
        models[c].forgetUndo()
        eventHandles[c] = [:]
    }

    func undo(_ c: Int) throws {
        try endEvent(c)
        if !models[c].vague.isEmpty { forgetUndo(c) }
        contexts[c].undo()
        guard let event = models[c].undoStack.popLast() else { return }
        if let counter = try takeBack(event, in: c) { models[c].redoStack.append(counter) }
    }

    func redo(_ c: Int) throws {
        try endEvent(c)
        if !models[c].vague.isEmpty { forgetUndo(c) }
        contexts[c].redo()
        guard let event = models[c].redoStack.popLast() else { return }
        if let counter = try takeBack(event, in: c) { models[c].undoStack.append(counter) }
    }

    /// Undoes an event. Returns the event that redoes it.
    private func takeBack(_ event: EventRecord, in c: Int) throws -> EventRecord? {
        let start = models[c].objects
        eventHandles[c] = handles[c]
        var event = event
        var returned: [Record] = []
        for record in event.entries.keys.sorted() where event.entries[record]!.change == .deleted {
            if let now = try revertDeletion(record, event.entries[record]!, in: c) {
                returned.append(now)
                if now != record { event.rename(record, to: now) }
            }
        }
        for record in returned {
            for (field, cell) in event.entries[record]!.cells where cell != .absent {
                models[c].objects[record]!.changes[field] = cell
            }
        }
        for (record, entry) in event.entries where entry.change == .updated { revertUpdate(record, entry, in: c) }
        for (record, entry) in event.entries where entry.change == .inserted { revertInsertion(record, in: c) }
        let counter = try changes(since: start, in: c)
        return counter.entries.isEmpty ? nil : counter
    }

    /// Undoes a deletion and returns the number of the record. If the deletion was saved, that is a new number.
    private func revertDeletion(_ record: Record, _ entry: EventRecord.Entry, in c: Int) throws -> Record? {
        if models[c].objects[record]?.pending == .deleted {
            models[c].objects[record]!.pending = .none
            models[c].objects[record]!.changes = entry.changes
            return nil
        }
        guard let handle = entry.handle else { return nil }
        let wasSaved = ledger.history[record] != nil
        if !wasSaved, let other = models[c].objects[record], !other.isFault, !other.isGone { return nil }
        guard handle.isInserted else { throw Disagreement("record \(record) does not come back") }
        let known = records[handle.objectID]
        guard !wasSaved || known == nil || broughtBack.contains(record) else {
            throw Disagreement("record \(record) came back under its ID")
        }
        let now = known ?? kinds.count + 1
        if known == nil {
            kinds[now] = entry.kind
            learnID(of: handle, now)
            models[c].rename(record, to: now)
        }
        var object = ObjectModel(kind: entry.kind)
        object.isFault = false
        object.pending = .inserted
        models[c].objects[now] = object
        handles[c][now] = handle
        return now
    }

    private func revertUpdate(_ record: Record, _ entry: EventRecord.Entry, in c: Int) {
        guard models[c].objects[record] != nil, handles[c][record] === entry.handle else { return }
        for (field, cell) in entry.cells { models[c].objects[record]!.set(field, cell) }
    }

    private func revertInsertion(_ record: Record, in c: Int) {
        guard let object = models[c].objects[record] else { return }
        if object.pending == .inserted {
            models[c].objects[record] = nil
            handles[c][record] = nil
        } else {
            models[c].objects[record]!.pending = .deleted
        }
    }
}

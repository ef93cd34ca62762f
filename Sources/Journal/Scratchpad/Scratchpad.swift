import Foundation
import Persistence

/// One entry being added or edited, in a child of the main context: nothing reaches the journal before `save`.
///
/// A scratchpad keeps the row that it began from. When it is saved, the main context's object is put back on that row, so
/// that the save compares it with what is stored now. Dropping it leaves no trace. Each `set` or `change` is one step of
/// `undo`. Use on the journal's thread.
package final class Scratchpad {
    let journal: Journal
    private let began: DraftContent
    /// The scratchpad that this one is tried out in; nil for one on the journal.
    private let outer: Scratchpad?
    private var context: ManagedObjectContext
    private var entry: JournalEntry
    /// What was typed and does not parse, in the order of typing.
    package private(set) var unfinished: [FieldInput] = []

    /// An empty entry.
    init(_ journal: Journal) {
        self.journal = journal
        outer = nil
        began = DraftContent(
            entryID: nil, baseRev: 0, base: EntryValues(), changes: [:], storeUUID: journal.storeUUID,
            since: Date().timeIntervalSinceReferenceDate)
        context = Scratchpad.child(of: journal.mainContext)
        let context = context
        entry = context.performAndWait { JournalEntry(context: context) }
        forgetSteps()
    }

    /// The entry that `content` began from, with its changes.
    init(_ journal: Journal, _ content: DraftContent) throws {
        self.journal = journal
        outer = nil
        began = content
        context = Scratchpad.child(of: journal.mainContext)
        entry = try Scratchpad.entry(of: content, in: context, journal)
        change(content.changes)
        forgetSteps()
    }

    /// The entry of another scratchpad as it is there, in a child of that one's context.
    private init(in outer: Scratchpad) throws {
        journal = outer.journal
        self.outer = outer
        began = outer.content
        let context = Scratchpad.child(of: outer.context)
        self.context = context
        entry = try context.performAndWait {
            guard let entry = try context.existingObject(with: outer.entry.objectID) as? JournalEntry else {
                throw JournalError.noEntry(outer.entryID ?? 0)
            }
            return entry
        }
        forgetSteps()
    }

    /// The ID of the entry that is edited; nil for an add.
    package var entryID: Int64? { began.entryID }
    /// The values that the edit began from; empty for an add.
    package var base: EntryValues { began.base }
    /// The version that the edit began from; 0 for an add.
    package var baseRev: Int64 { began.baseRev }

    /// The values as they are on the scratchpad.
    package var values: EntryValues { context.performAndWait { entry.values } }

    /// What differs from the beginning: the new value of each such field, nil where it is cleared.
    package var changes: [EntryField: FieldValue?] {
        let now = values
        var changes: [EntryField: FieldValue?] = [:]
        for field in journal.fields where now[field]?.propertyValue != base[field]?.propertyValue {
            changes.updateValue(now[field], forKey: field)
        }
        return changes
    }

    /// Whether there is anything to save.
    package var isDirty: Bool { !changes.isEmpty }

    /// What a draft of this scratchpad keeps.
    package var content: DraftContent {
        var content = began
        content.changes = changes
        return content
    }

    // MARK: Changing

    /// Sets a field; nil clears it. What was typed for it and did not parse is gone.
    /// - Throws: `.missingField` when the store does not have the field.
    package func set(_ field: EntryField, _ value: FieldValue?) throws(JournalError) {
        guard journal.fields.contains(field) else { throw .missingField(field) }
        endInput(of: field)
        change([field: value])
    }

    /// Sets several fields in one step; those that the store does not have are left out.
    package func change(_ changes: [EntryField: FieldValue?]) {
        context.performAndWait {
            for field in journal.fields {
                guard let value = changes[field] else { continue }
                if entry.values[field]?.propertyValue != value?.propertyValue { entry.set(field, value) }
            }
            context.processPendingChanges()
        }
    }

    /// Takes back the last step; false where there is none.
    package func undo() -> Bool {
        context.performAndWait {
            guard context.undoManager?.canUndo == true else { return false }
            context.undo()
            return true
        }
    }

    /// Does again what was undone last; false where there is nothing.
    package func redo() -> Bool {
        context.performAndWait {
            guard context.undoManager?.canRedo == true else { return false }
            context.redo()
            return true
        }
    }

    /// Throws the changes away, and what was typed.
    package func cancel() {
        context.performAndWait {
            context.discardEditing()
            context.reset()
        }
    }

    // MARK: Saving

    /// A scratchpad inside this one: its changes come here with `keep`, or nowhere.
    package func nested() throws(JournalError) -> Scratchpad {
        try journal.rethrowing { try Scratchpad(in: self) }
    }

    /// Puts a nested scratchpad's changes into the one around it, as one step there.
    package func keep() throws(JournalError) {
        try journal.rethrowing { try context.performAndWait { try context.save() } }
    }

    /// Saves the entry through the main context into the journal.
    ///
    /// Setting what is there already writes nothing. `ask` counts as `fail`: whoever asks calls again with the answer.
    /// - Precondition: it is not nested.
    /// - Throws: `.conflict` when the answer does not settle it. Nothing was saved then, and the scratchpad is as it was.
    package func save(_ answer: ConflictAnswer) throws(JournalError) -> SaveOutcome {
        precondition(outer == nil, "A nested scratchpad is kept in the one around it, and saved with that.")
        let kept = content
        if entryID != nil, !isDirty { return try unchanged() }
        do {
            return try context.performAndWait { try push(answer) }
        } catch {
            try? restore(kept)
            throw JournalError(error, at: journal.url)
        }
    }

    /// The key that the next save stores an added entry under, so that it can be written down before.
    package func reserveKey() throws(JournalError) -> Int64 {
        try journal.rethrowing {
            try context.performAndWait {
                try context.obtainPermanentIDs(for: [entry])
                return entry.objectID.key ?? 0
            }
        }
    }

    // MARK: Typed input

    func begin(_ input: FieldInput) {
        endInput(of: input.field)
        unfinished.append(input)
        context.performAndWait { context.objectDidBeginEditing(input) }
    }

    func endInput(of field: EntryField) {
        for input in unfinished where input.field == field {
            context.performAndWait { context.objectDidEndEditing(input) }
        }
        unfinished.removeAll { $0.field == field }
    }

    func commitEditors() -> Bool { context.performAndWait { context.commitEditing() } }

    // MARK: Inside

    private func push(_ answer: ConflictAnswer) throws -> SaveOutcome {
        let original = try Scratchpad.original(of: began, in: journal)
        try context.save()
        // Held, so that what was saved need not be read again, which could fail.
        let saved = journal.mainContext.object(with: entry.objectID)
        let policy = try journal.saveMain(answer)
        return try withExtendedLifetime((original, saved)) { try outcome(policy.report, answer) }
    }

    private func outcome(_ report: ConflictReport?, _ answer: ConflictAnswer) throws -> SaveOutcome {
        guard let id = entryID ?? entry.objectID.key else { throw JournalError.noEntry(0) }
        let isDiscarded = answer == .discard && report != nil
        if isDiscarded, report?.isDeleted == true {
            return SaveOutcome(record: nil, mergedFields: [], isDiscarded: true)
        }
        let record = try journal.entry(id, in: journal.mainContext).record(samples: journal.samples)
        let merged = answer == .overwrite || isDiscarded ? [] : report?.fields.map(\.field) ?? []
        return SaveOutcome(record: record, mergedFields: merged, isDiscarded: isDiscarded)
    }

    /// An edit that changes nothing: the stored entry as it is.
    private func unchanged() throws(JournalError) -> SaveOutcome {
        SaveOutcome(record: try journal.record(began.entryID ?? 0), mergedFields: [], isDiscarded: false)
    }

    /// After a failed save, a fresh child with the same changes and the same unfinished input.
    private func restore(_ content: DraftContent) throws {
        let context = Scratchpad.child(of: journal.mainContext)
        entry = try Scratchpad.entry(of: content, in: context, journal)
        self.context = context
        change(content.changes)
        forgetSteps()
        for input in unfinished { context.performAndWait { context.objectDidBeginEditing(input) } }
    }

    /// The first state is where `undo` ends.
    private func forgetSteps() {
        context.performAndWait {
            context.processPendingChanges()
            context.undoManager?.removeAllActions()
        }
    }

    private static func child(of parent: ManagedObjectContext) -> ManagedObjectContext {
        let child = ManagedObjectContext(concurrencyType: .mainQueue)
        child.parent = parent
        return child
    }

    /// The main context's object, put on the row that the edit began from, be the stored one changed or gone.
    private static func original(of content: DraftContent, in journal: Journal) throws -> JournalEntry? {
        guard let id = content.entryID else { return nil }
        return try journal.mainContext.performAndWait {
            let object = journal.mainContext.object(with: try journal.objectID(id)) as? JournalEntry
            if let object {
                journal.mainContext.rebase(object, onto: content.base.sparse(object.entity), version: content.baseRev)
            }
            return object
        }
    }

    /// The entry of a draft in a scratchpad's context. It is read through the main context's object while that stands on
    /// the draft's base; that object is stored state again, or gone, afterwards.
    private static func entry(
        of content: DraftContent, in context: ManagedObjectContext, _ journal: Journal
    ) throws -> JournalEntry {
        guard let id = content.entryID else { return context.performAndWait { JournalEntry(context: context) } }
        let original = try original(of: content, in: journal)
        return try context.performAndWait {
            let entry = try journal.entry(id, in: context)
            if let original { journal.mainContext.refresh(original, mergeChanges: false) }
            return entry
        }
    }
}

/// What a save came to.
package struct SaveOutcome: Equatable, Sendable {
    /// The entry as it is stored now; nil when it was deleted elsewhere and the change discarded.
    package let record: EntryRecord?
    /// Fields that somebody else changed since the edit began, and that were merged.
    package let mergedFields: [EntryField]
    /// Whether the stored entry was kept instead of the change.
    package let isDiscarded: Bool

    package init(record: EntryRecord?, mergedFields: [EntryField], isDiscarded: Bool) {
        (self.record, self.mergedFields, self.isDiscarded) = (record, mergedFields, isDiscarded)
    }
}

extension EntryValues {
    /// The values by slot of the entity.
    func sparse(_ entity: EntityDescription) -> SparseValues {
        var result = SparseValues()
        for field in EntryField.allCases {
            guard let value = self[field], let slot = entity.slot(named: field.name) else { continue }
            result[slot] = value.propertyValue
        }
        return result
    }
}

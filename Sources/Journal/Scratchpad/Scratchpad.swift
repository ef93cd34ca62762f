import Foundation
import Persistence
import SurfLanguage

/// One entry being added or edited, in a child of the main context. Nothing reaches the journal before `save`.
///
/// A scratchpad shows the row from which the edit began. `save` rebases the main context's object onto that row too, so
/// that the save compares it with the stored row. Releasing a scratchpad discards it. Each `set` or `change` is
/// one undo step. Use on the journal's thread.
package final class Scratchpad {
    package let journal: Journal
    let began: EntryEdit
    /// The scratchpad around a nested one; nil for one on the journal.
    let outer: Scratchpad?
    let context: ManagedObjectContext
    let entry: JournalEntry

    /// Creates an empty entry.
    init(_ journal: Journal) {
        self.journal = journal
        outer = nil
        began = journal.adding(EntryValues())
        context = Scratchpad.child(of: journal.mainContext)
        let context = context
        entry = context.performAndWait { JournalEntry(context: context) }
        forgetSteps()
    }

    /// Opens the entry from which `content` began, with its changes.
    init(_ journal: Journal, _ content: EntryEdit) throws {
        self.journal = journal
        outer = nil
        began = content
        context = Scratchpad.child(of: journal.mainContext)
        entry = try Scratchpad.entry(of: content, in: context, journal)
        change(content.changes)
        forgetSteps()
    }

    /// Opens another scratchpad's entry, with its changes, in a child of that one's context.
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

    /// The ID of the edited entry; nil for an add.
    package var entryID: Int64? { began.entryID }
    /// The values when the edit began; empty for an add.
    package var base: EntryValues { began.base }
    /// The version when the edit began; 0 for an add.
    package var baseRev: Int64 { began.baseRev }

    /// The current values, with the changes.
    package var values: EntryValues { context.performAndWait { entry.values } }

    /// The changed fields with their new values; nil for a field that is cleared.
    package var changes: [EntryField: FieldValue?] {
        let now = values
        var changes: [EntryField: FieldValue?] = [:]
        for field in journal.fields where now.differs(from: base, in: field) {
            changes.updateValue(now[field], forKey: field)
        }
        return changes
    }

    /// Whether there are changes to save.
    package var isDirty: Bool { !changes.isEmpty }

    /// The content for a draft of this scratchpad.
    package var content: EntryEdit {
        var content = began
        content.changes = changes
        return content
    }

    // MARK: Changing

    /// Sets a field; nil clears it.
    /// - Throws: `.missingField` if the store does not have the field.
    package func set(_ field: EntryField, _ value: FieldValue?) throws(JournalError) {
        try journal.fields.require([field])
        change([field: value])
    }

    /// Sets several fields in one step, ignoring those that the store does not have.
    package func change(_ changes: [EntryField: FieldValue?]) {
        context.performAndWait {
            for field in journal.fields {
                guard let value = changes[field] else { continue }
                if entry.values[field]?.propertyValue != value?.propertyValue { entry.set(field, value) }
            }
            context.processPendingChanges()
        }
    }

    /// Undoes the last step. Returns false if there is none.
    package func undo() -> Bool {
        context.performAndWait {
            guard context.undoManager?.canUndo == true else { return false }
            context.undo()
            return true
        }
    }

    /// Redoes the step that was undone last. Returns false if there is none.
    package func redo() -> Bool {
        context.performAndWait {
            guard context.undoManager?.canRedo == true else { return false }
            context.redo()
            return true
        }
    }

    /// Discards the changes.
    package func cancel() { context.performAndWait { context.reset() } }

    // MARK: Nesting

    /// A scratchpad inside this one. `keep` moves its changes here; otherwise they are discarded.
    package func nested() throws(JournalError) -> Scratchpad {
        try journal.rethrowing { try Scratchpad(in: self) }
    }

    /// Moves a nested scratchpad's changes to the one around it, as one step.
    package func keep() throws(JournalError) {
        try journal.rethrowing { try context.performAndWait { try context.save() } }
    }

    // MARK: Implementation

    /// Clears the undo steps, so that `undo` ends at the current state.
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

    /// The entry of a draft in a scratchpad's context, on the row from which the draft began.
    private static func entry(
        of content: EntryEdit, in context: ManagedObjectContext, _ journal: Journal
    ) throws -> JournalEntry {
        try context.performAndWait {
            guard let id = content.entryID else { return JournalEntry(context: context) }
            return try based(on: content, context, journal.objectID(id))
        }
    }

    /// A context's object for the entry of a draft, on the row from which the draft began, even if the stored row was
    /// changed or deleted.
    static func based(
        on content: EntryEdit, _ context: ManagedObjectContext, _ id: ManagedObjectID
    ) throws -> JournalEntry {
        guard let entry = context.object(with: id) as? JournalEntry else { throw JournalError.noEntry(id.key ?? 0) }
        let columns = EntryColumns(entry.entity)
        let row = content.uuid.map { columns.row(content.base, uuid: $0) } ?? columns.row(content.base)
        context.rebase(entry, onto: row, version: content.baseRev)
        return entry
    }
}

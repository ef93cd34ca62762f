import Foundation
import Persistence
import SurfLanguage

/// One entry being added or edited, in a child of the main context: nothing reaches the journal before `save`.
///
/// A scratchpad keeps the row that it began from. When it is saved, the main context's object is put back on that row, so
/// that the save compares it with what is stored now. Dropping it leaves no trace. Each `set` or `change` is one step of
/// `undo`. Use on the journal's thread.
package final class Scratchpad {
    package let journal: Journal
    let began: DraftContent
    /// The scratchpad that this one is tried out in; nil for one on the journal.
    let outer: Scratchpad?
    let context: ManagedObjectContext
    let entry: JournalEntry
    /// The copy that is saved next, where a key was reserved for it.
    var copy: Scratchpad?

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

    /// Sets a field; nil clears it.
    /// - Throws: `.missingField` when the store does not have the field.
    package func set(_ field: EntryField, _ value: FieldValue?) throws(JournalError) {
        guard journal.fields.contains(field) else { throw .missingField(field) }
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

    /// Throws the changes away.
    package func cancel() { context.performAndWait { context.reset() } }

    // MARK: Nesting

    /// A scratchpad inside this one: its changes come here with `keep`, or nowhere.
    package func nested() throws(JournalError) -> Scratchpad {
        try journal.rethrowing { try Scratchpad(in: self) }
    }

    /// Puts a nested scratchpad's changes into the one around it, as one step there.
    package func keep() throws(JournalError) {
        try journal.rethrowing { try context.performAndWait { try context.save() } }
    }

    // MARK: Inside

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

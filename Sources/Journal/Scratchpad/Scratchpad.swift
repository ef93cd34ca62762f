import Foundation
import Persistence

/// One entry being added or edited, in a child of the main context: nothing reaches the journal before `save`.
///
/// A scratchpad keeps the row that it began from. When it is saved, the main context's object is put back on that row, so
/// that the save compares it with what is stored now. Dropping it leaves no trace. Use on the journal's thread.
package final class Scratchpad {
    private let journal: Journal
    private let began: DraftContent
    private var context: ManagedObjectContext
    private var entry: JournalEntry
    /// The main context's object on the row that the edit began from; children read through it.
    private var original: JournalEntry?

    /// An empty entry.
    init(_ journal: Journal) {
        self.journal = journal
        began = DraftContent(
            entryID: nil, baseRev: 0, base: EntryValues(), changes: [:], storeUUID: journal.storeUUID,
            since: Date().timeIntervalSinceReferenceDate)
        context = Scratchpad.child(of: journal.mainContext)
        let context = context
        entry = context.performAndWait { JournalEntry(context: context) }
    }

    /// The entry that `content` began from, with its changes.
    init(_ journal: Journal, _ content: DraftContent) throws {
        self.journal = journal
        began = content
        let context = Scratchpad.child(of: journal.mainContext)
        self.context = context
        original = try Scratchpad.original(of: content, in: journal)
        entry = try Scratchpad.entry(of: content, in: context, journal)
        apply(content.changes)
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

    /// Sets a field; nil clears it.
    /// - Throws: `.missingField` when the store does not have the field.
    package func set(_ field: EntryField, _ value: FieldValue?) throws(JournalError) {
        guard journal.fields.contains(field) else { throw .missingField(field) }
        context.performAndWait { entry.set(field, value) }
    }

    /// Saves the entry through the main context into the journal.
    ///
    /// Setting what is there already writes nothing. `ask` counts as `fail`: whoever asks calls again with the answer.
    /// - Throws: `.conflict` when the answer does not settle it. Nothing was saved then, and the scratchpad is as it was.
    package func save(_ answer: ConflictAnswer) throws(JournalError) -> SaveOutcome {
        let kept = content
        if entryID != nil, !isDirty { return try unchanged() }
        do {
            return try context.performAndWait { try push(answer) }
        } catch {
            try? restore(kept)
            throw JournalError(error, at: journal.url)
        }
    }

    /// Throws the changes away.
    package func cancel() {
        context.performAndWait { context.reset() }
    }

    // MARK: Inside

    private func push(_ answer: ConflictAnswer) throws -> SaveOutcome {
        if let original { journal.mainContext.rebase(original, onto: base.sparse(original.entity), version: baseRev) }
        try context.save()
        // Held, so that what was saved need not be read again, which could fail.
        let saved = journal.mainContext.object(with: entry.objectID)
        let policy = try journal.saveMain(answer)
        return try withExtendedLifetime(saved) { try outcome(policy.report, answer) }
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

    /// After a failed save, a fresh child with the same changes.
    private func restore(_ content: DraftContent) throws {
        let context = Scratchpad.child(of: journal.mainContext)
        if content.entryID == nil {
            entry = context.performAndWait { JournalEntry(context: context) }
        } else {
            original = try Scratchpad.original(of: content, in: journal)
            entry = try Scratchpad.entry(of: content, in: context, journal)
        }
        self.context = context
        apply(content.changes)
    }

    private func apply(_ changes: [EntryField: FieldValue?]) {
        context.performAndWait {
            for (field, value) in changes { entry.set(field, value) }
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

    private static func entry(
        of content: DraftContent, in context: ManagedObjectContext, _ journal: Journal
    ) throws -> JournalEntry {
        try context.performAndWait {
            guard let id = content.entryID else { return JournalEntry(context: context) }
            return try journal.entry(id, in: context)
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

import Persistence
import SurfLanguage

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

/// Saving goes through a copy, so that a scratchpad whose save fails is as it was, its steps included.
extension Scratchpad {
    /// Saves the entry through the main context into the journal.
    ///
    /// Setting what is there already writes nothing. `ask` counts as `fail`: whoever asks calls again with the answer.
    /// - Precondition: it is not nested.
    /// - Throws: `.conflict` when the answer does not settle it. Nothing was saved then, and the scratchpad is as it was.
    package func save(_ answer: ConflictAnswer) throws(JournalError) -> SaveOutcome {
        precondition(outer == nil, "A nested scratchpad is kept in the one around it, and saved with that.")
        if entryID != nil, !isDirty { return try unchanged() }
        return try journal.rethrowing {
            let copy = try takeCopy()
            return try copy.context.performAndWait { try copy.push(answer) }
        }
    }

    /// The key that the next save stores an added entry under, so that it can be written down before.
    package func reserveKey() throws(JournalError) -> Int64 {
        try journal.rethrowing {
            let copy = try takeCopy()
            self.copy = copy
            return try copy.context.performAndWait {
                try copy.context.obtainPermanentIDs(for: [copy.entry])
                return copy.entry.objectID.key ?? 0
            }
        }
    }

    /// A scratchpad of its own with the same changes; the one with the reserved key, unless something was changed since.
    private func takeCopy() throws -> Scratchpad {
        defer { copy = nil }
        if let copy, copy.values == values { return copy }
        return try Scratchpad(journal, content)
    }

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

    /// The main context's object, put on the row that the edit began from, be the stored one changed or gone.
    static func original(of content: DraftContent, in journal: Journal) throws -> JournalEntry? {
        guard let id = content.entryID else { return nil }
        return try journal.mainContext.performAndWait {
            let object = journal.mainContext.object(with: try journal.objectID(id)) as? JournalEntry
            if let object {
                journal.mainContext.rebase(object, onto: content.base.sparse(object.entity), version: content.baseRev)
            }
            return object
        }
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

import Persistence
import SurfLanguage

/// The result of a save.
package struct SaveOutcome: Equatable, Sendable {
    /// The entry as stored; nil if it was deleted elsewhere and the change was discarded.
    package let record: EntryRecord?
    /// The fields that were changed elsewhere since the edit began and were merged.
    package let mergedFields: [EntryField]
    /// Whether the change was discarded and the stored entry kept.
    package let isDiscarded: Bool

    package init(record: EntryRecord?, mergedFields: [EntryField], isDiscarded: Bool) {
        (self.record, self.mergedFields, self.isDiscarded) = (record, mergedFields, isDiscarded)
    }
}

/// Saving uses a copy, so that a failed save leaves the scratchpad and its undo steps unchanged.
extension Scratchpad {
    /// Saves the entry through the main context to the journal.
    ///
    /// If nothing changed, nothing is written. `ask` acts like `fail`: ask the user, then call again with the answer.
    /// - Precondition: The scratchpad is not nested.
    /// - Throws: `.conflict` if the answer does not resolve the conflict, or another `JournalError`. Nothing is saved
    ///   then, and the scratchpad is unchanged.
    package func save(_ answer: ConflictAnswer) throws(JournalError) -> SaveOutcome {
        precondition(outer == nil, "A nested scratchpad is kept in the one around it, and saved with that.")
        if entryID != nil, !isDirty { return try unchanged() }
        return try journal.rethrowing {
            let copy = try takeCopy()
            return try copy.context.performAndWait { try copy.push(answer) }
        }
    }

    /// The key under which the next save will store an added entry, so that it can be recorded beforehand.
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

    /// A separate scratchpad with the same changes: the one with the reserved key, unless something was changed since.
    private func takeCopy() throws -> Scratchpad {
        defer { copy = nil }
        if let copy, copy.values == values { return copy }
        return try Scratchpad(journal, content)
    }

    private func push(_ answer: ConflictAnswer) throws -> SaveOutcome {
        let original = try original()
        try context.save()
        // Retain the object: reading the saved row again could fail.
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

    /// The result of an edit without changes: the stored entry.
    private func unchanged() throws(JournalError) -> SaveOutcome {
        SaveOutcome(record: try journal.record(began.entryID ?? 0), mergedFields: [], isDiscarded: false)
    }

    /// The main context's object, on the row from which the edit began; nil for an add.
    private func original() throws -> JournalEntry? {
        guard let id = entryID else { return nil }
        let main = journal.mainContext
        return try main.performAndWait { try Scratchpad.based(on: began, main, journal.objectID(id)) }
    }
}

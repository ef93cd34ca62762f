import Foundation
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

/// Adding and editing an entry in one step, without a scratchpad: a command makes an edit as a value and saves it.
extension Journal {
    /// The edit that adds an entry with these values, apart from fields that the store does not have.
    package func adding(_ values: EntryValues) -> EntryEdit {
        var edit = EntryEdit(
            entryID: nil, baseRev: 0, base: EntryValues(), changes: [:], storeUUID: storeUUID,
            since: Date().timeIntervalSinceReferenceDate)
        edit.change(Dictionary(uniqueKeysWithValues: fields.map { ($0, values[$0]) }))
        return edit
    }

    /// An edit of a stored entry, without changes so far.
    /// - Throws: `.noEntry` if there is none with this ID.
    package func editing(_ id: Int64) throws(JournalError) -> EntryEdit {
        try rethrowing {
            try mainContext.performAndWait {
                let entry = try entry(id, in: mainContext)
                return EntryEdit(
                    entryID: id, baseRev: entry.version, base: entry.values, changes: [:], storeUUID: storeUUID,
                    since: Date().timeIntervalSinceReferenceDate, uuid: entry.uuid)
            }
        }
    }

    /// Saves an edit to the journal.
    ///
    /// If nothing changed, nothing is written. `ask` acts like `fail`: ask the user, then call again with the answer.
    /// - Parameter reserved: Called with the key of a new entry before it is saved, to record it beforehand.
    /// - Throws: `.conflict` if the answer does not resolve the conflict, another `JournalError`, or what `reserved`
    ///   throws. Nothing is saved then.
    package func save(
        _ edit: EntryEdit, _ answer: ConflictAnswer, reserved: ((Int64) throws -> Void)? = nil
    ) throws -> SaveOutcome {
        if let id = edit.entryID, edit.changes.isEmpty {
            return SaveOutcome(record: try record(id), mergedFields: [], isDiscarded: false)
        }
        return try mainContext.performAndWait {
            // Retain the object: reading the saved row again could fail.
            let entry = try rethrowing { try write(edit) }
            do { if edit.entryID == nil { try reserved?(try reservedKey(of: entry)) } } catch {
                mainContext.rollback()
                throw error
            }
            return try rethrowing {
                let policy = try saveMain(answer)
                return try withExtendedLifetime(entry) { try outcome(entry, policy.report, answer) }
            }
        }
    }

    /// The main context's object for an edit, with the changes. An edited one is on the row from which the edit began.
    private func write(_ edit: EntryEdit) throws -> JournalEntry {
        let entry =
            try edit.entryID.map { try Scratchpad.based(on: edit, mainContext, objectID($0)) }
            ?? JournalEntry(context: mainContext)
        for field in fields { if let value = edit.changes[field] { entry.set(field, value) } }
        return entry
    }

    private func reservedKey(of entry: JournalEntry) throws(JournalError) -> Int64 {
        try rethrowing {
            try mainContext.obtainPermanentIDs(for: [entry])
            return entry.objectID.key ?? 0
        }
    }

    private func outcome(
        _ saved: JournalEntry, _ report: ConflictReport?, _ answer: ConflictAnswer
    ) throws -> SaveOutcome {
        guard let id = saved.objectID.key else { throw JournalError.noEntry(0) }
        let isDiscarded = answer == .discard && report != nil
        if isDiscarded, report?.isDeleted == true {
            return SaveOutcome(record: nil, mergedFields: [], isDiscarded: true)
        }
        let record = try entry(id, in: mainContext).record(samples: samples)
        let merged = answer == .overwrite || isDiscarded ? [] : report?.fields.map(\.field) ?? []
        return SaveOutcome(record: record, mergedFields: merged, isDiscarded: isDiscarded)
    }
}

import Persistence
import SurfLanguage

/// The effect on one entry of reversing a command, computed from the history and the stored row.
enum UndoStep {
    /// The command deleted the entry: restore it.
    case restore(EntryRow)
    /// Set the entry's values, or delete it if there are none.
    /// - Parameter left: The row as the command left it. Nil if that is unknown, or if the command deleted the entry and
    ///   it exists nevertheless.
    case change(left: EntryRow?, to: EntryValues?)

    /// The row that the entry has after the step; nil if it has none. Changes since the command are merged by the same
    /// rule as in a save.
    /// - Parameter stored: The stored row.
    /// - Throws: `.conflict` if the entry was changed since and the answer does not resolve that.
    func row(
        of id: Int64, stored: EntryRow?, _ answer: ConflictAnswer, _ columns: EntryColumns
    ) throws(JournalError) -> EntryRow? {
        switch self {
        case .restore(let row): return row
        case .change(let left, let values?) where columns.isSame(left ?? stored, values): return stored
        case .change(let left?, let values) where left.version == stored?.version:
            return values.map { EntryRow(version: StoreNumbers.version(after: left.version), values: $0) }
        case .change(let left, let values):
            var report = ConflictReport(
                id, began: left?.values, stored: stored, yours: values ?? EntryValues(), columns.fields)
            report.deletesYours = values == nil
            let policy = answer.policy(for: report, isDeletion: values == nil)
            if policy == .error { throw JournalError.conflict(report) }
            let sides = MergeSides(left, stored, values, columns)
            return MergeOutcome(sides, under: policy).row(stored, left, columns)
        }
    }
}

extension EntryColumns {
    fileprivate func isSame(_ row: EntryRow?, _ values: EntryValues) -> Bool {
        row.map { difference($0.values, values).isEmpty } ?? false
    }
}

extension MergeSides<SparseValues> {
    /// An undo that sets an entry's values (nil deletes it), against the changes since the command left it. If it is
    /// unknown how the command left it, both sides are taken to have changed all values that differ.
    fileprivate init(_ left: EntryRow?, _ stored: EntryRow?, _ values: EntryValues?, _ columns: EntryColumns) {
        let now = stored?.values ?? EntryValues()
        let (began, target) = (left?.values ?? now, values ?? EntryValues())
        self.init(
            local: values == nil ? .deleted : .updated, isGoneThere: stored == nil,
            changedThere: Set(columns.difference(left?.values ?? target, now).heldSlots),
            changes: columns.difference(began, target), whole: columns.wholeRow(target))
    }
}

extension MergeOutcome<SparseValues> {
    /// The row after the outcome; nil if there is none.
    fileprivate func row(_ stored: EntryRow?, _ left: EntryRow?, _ columns: EntryColumns) -> EntryRow? {
        switch self {
        case .update(let changes):
            guard let stored else { return nil }
            let merged = columns.row(stored.values).merging(changes)
            return EntryRow(
                version: StoreNumbers.version(after: stored.version), values: columns.values { merged[$0] })
        case .restore: return stored
        case .delete, .remove: return nil
        case .reinsert(let values):
            return EntryRow(
                version: StoreNumbers.version(after: left?.version ?? 0), values: columns.values { values[$0] },
                uuid: left?.uuid)
        }
    }
}

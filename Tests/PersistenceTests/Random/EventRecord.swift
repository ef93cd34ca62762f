import Persistence

/// The changes of one event to each record, as undo needs them.
struct EventRecord {
    enum Change { case inserted, updated, deleted }

    struct Entry {
        let change: Change
        let kind: RecordKind
        /// The previous cells of an update, or all visible cells of a deleted record.
        var cells: [Int: Cell]
        /// The uncommitted changes before a deletion.
        var changes: [Int: Cell]
        /// The object, which undo retains.
        let handle: ManagedObject?

        /// Nil if the event left the record unchanged.
        init?(_ before: ObjectModel?, _ after: ObjectModel?, _ handle: ManagedObject?) {
            guard let model = after ?? before, let change = Entry.change(before, after) else { return nil }
            self.change = change
            self.handle = handle
            kind = model.kind
            changes = change == .deleted ? before?.changes ?? [:] : [:]
            cells = [:]
            let committed = (after?.base ?? before?.base ?? Row(kind)).cells
            switch change {
            case .inserted: break
            case .updated:
                for (field, cell) in committed.enumerated() where before?.changes[field] != after?.changes[field] {
                    cells[field] = before?.changes[field] ?? cell
                }
            case .deleted:
                for (field, cell) in committed.enumerated() { cells[field] = before?.changes[field] ?? cell }
            }
        }

        private static func change(_ before: ObjectModel?, _ after: ObjectModel?) -> Change? {
            switch (before?.pending ?? .none, after?.pending ?? .none) {
            case (.none, .inserted), (.deleted, .none), (.deleted, .inserted): return .inserted
            case (.none, .deleted), (.inserted, .deleted): return .deleted
            case (.inserted, .none): return after == nil ? .deleted : nil
            default: return (before?.changes ?? [:]) == (after?.changes ?? [:]) ? nil : .updated
            }
        }
    }

    var entries: [Record: Entry] = [:]

    /// Replaces a record that was inserted again under a new number.
    mutating func rename(_ old: Record, to new: Record) {
        if let entry = entries.removeValue(forKey: old) { entries[new] = entry }
        for record in entries.keys {
            entries[record]!.cells = EventRecord.renamed(entries[record]!.cells, old, new)
            entries[record]!.changes = EventRecord.renamed(entries[record]!.changes, old, new)
        }
    }

    private static func renamed(_ cells: [Int: Cell], _ old: Record, _ new: Record) -> [Int: Cell] {
        cells.mapValues { $0 == .record(old) ? .record(new) : $0 }
    }
}

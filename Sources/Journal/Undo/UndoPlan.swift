import Persistence

/// Computes the steps from history and rows, without reading or writing anything.
struct UndoPlan {
    /// The command's changes and all later ones, grouped by record, each record's in order. For an undo or a redo that
    /// restored an entry, also the deletion before it.
    let changes: [HistoryKeyChange]
    let command: HistoryCommand
    /// The later transactions, without those that cancel out because they were undone or redone.
    let inEffect: Set<Int64>
    /// The rows before each change, by the change's number.
    let before: [Int64: EntryRow]
    /// The stored rows, by ID.
    let stored: [Int64: EntryRow]

    /// The changes of the command itself.
    var ownChanges: some Sequence<HistoryKeyChange> {
        changes.lazy.filter { command.numbers.contains($0.transaction) }
    }

    /// The steps by ID; nil if the history lacks the earlier state of a row.
    func steps() -> [(id: Int64, step: UndoStep)]? {
        var steps: [(id: Int64, step: UndoStep)] = []
        let byID = Dictionary(grouping: changes, by: \.key)
        for id in byID.keys.sorted() {
            guard let all = byID[id] else { continue }
            let own = all.filter { command.numbers.contains($0.transaction) }
            guard let first = own.first, let last = own.last else { continue }
            let later = all.filter { $0.transaction > command.numbers.upperBound }
            if first.type != .insert, before[first.number] == nil { return nil }
            let gone = all.last { $0.transaction < command.numbers.lowerBound && $0.type == .delete }
            let version = version(leftBy: last, after: gone)
            if let step = step(from: first, to: last, version, later: later, stored: stored[id]) {
                steps.append((id, step))
            }
        }
        return steps
    }

    /// Nil if there is nothing to do.
    private func step(
        from first: HistoryKeyChange, to last: HistoryKeyChange, _ version: Int64?, later: [HistoryKeyChange],
        stored: EntryRow?
    ) -> UndoStep? {
        let target = first.type == .insert ? nil : before[first.number]
        if last.type == .delete {
            guard let target else { return nil }
            guard let stored else { return .restore(target) }
            return stored.values == target.values ? nil : .change(left: nil, to: target.values)
        }
        let left = left(version, later: later, stored: stored)
        if stored == nil, target == nil || left == nil { return nil }
        return .change(left: left, to: target?.values)
    }

    /// The row as the command left it, at `version` if that is known; nil if the row is unknown. If all later changes
    /// cancel out, this is the stored row.
    private func left(_ version: Int64?, later: [HistoryKeyChange], stored: EntryRow?) -> EntryRow? {
        let row = if let next = later.first { before[next.number] } else { stored }
        guard let row, version == nil || row.version == version else { return nil }
        guard let stored, stored.values == row.values, !later.contains(where: { inEffect.contains($0.transaction) })
        else { return row }
        return stored
    }

    /// The version that a change left; nil if unknown, as for a row that was restored after a deletion that is no
    /// longer in the history.
    private func version(leftBy change: HistoryKeyChange, after gone: HistoryKeyChange?) -> Int64? {
        if change.type != .insert { return before[change.number].map { StoreNumbers.version(after: $0.version) } }
        return command.isStep ? gone.flatMap { before[$0.number]?.version } : 1
    }
}

import Persistence
import SurfLanguage

/// What taking back a command does to one entry: a value, made from its history and from what is stored now.
enum UndoStep {
    /// The command made the entry: it goes, if it is still what the command left.
    case remove(left: EntryRow)
    /// The command changed the entry: it gets its values back, compared with what the command left.
    case change(left: EntryRow, to: EntryValues)
    /// The command deleted the entry: it comes back as it was.
    case bringBack(EntryRow)
    /// Somebody changed the entry since: the command added it, or what the command left is not known.
    case dispute(stored: EntryRow, to: EntryValues?)
}

/// An entry's values at a version.
struct EntryRow: Equatable {
    let version: Int64
    let values: EntryValues
}

/// Works out the steps. Pure: history and rows come in, steps go out.
struct UndoPlan {
    /// The changes of the command and of everything since, record by record, each record's in their order; before those of
    /// an undo or a redo, which bring entries back, the deletion that each of them comes back from.
    let changes: ArraySlice<HistoryChangeMark>
    let command: ChangeCommand
    /// The transactions since, without those that come to nothing because they were undone, or redone.
    let standing: Set<Int64>
    /// The rows before changes, by the number of the change.
    let before: [Int64: EntryRow]
    /// What is stored now, by ID.
    let stored: [Int64: EntryRow]

    /// The changes of the command itself.
    var ownChanges: some Sequence<HistoryChangeMark> {
        changes.lazy.filter { command.numbers.contains($0.transaction) }
    }

    /// The steps by ID; nil when the history lacks what a row was before.
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

    /// Nil where there is nothing to do.
    private func step(
        from first: HistoryChangeMark, to last: HistoryChangeMark, _ version: Int64?, later: [HistoryChangeMark],
        stored: EntryRow?
    ) -> UndoStep? {
        let target = first.type == .insert ? nil : before[first.number]
        if last.type == .delete {
            guard let target else { return nil }
            guard let stored else { return .bringBack(target) }
            return stored.values == target.values ? nil : .dispute(stored: stored, to: target.values)
        }
        guard let left = left(version, later: later, stored: stored) else {
            return stored.map { .dispute(stored: $0, to: target?.values) }
        }
        if let target { return .change(left: left, to: target.values) }
        return stored.map { $0 == left ? .remove(left: left) : .dispute(stored: $0, to: nil) }
    }

    /// The row as the command left it, at a version where that is known; nil where the row is not known. The stored one
    /// where all that was changed since comes to nothing.
    private func left(_ version: Int64?, later: [HistoryChangeMark], stored: EntryRow?) -> EntryRow? {
        let row = if let next = later.first { before[next.number] } else { stored }
        guard let row, version == nil || row.version == version else { return nil }
        guard let stored, stored.values == row.values, !later.contains(where: { standing.contains($0.transaction) })
        else { return row }
        return stored
    }

    /// The version that a change left; nil where it is not known, as for a row that came back from a deletion which the
    /// history has no longer.
    private func version(leftBy change: HistoryChangeMark, after gone: HistoryChangeMark?) -> Int64? {
        if change.type != .insert { return before[change.number].map { StoreNumbers.version(after: $0.version) } }
        return command.isStep ? gone.flatMap { before[$0.number]?.version } : 1
    }
}

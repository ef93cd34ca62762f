import Persistence
import SurfLanguage

/// A command in the list of commands.
package struct UndoListItem: Equatable, Sendable {
    /// An entry that the command changed, with its current place or, if it was deleted, its last one.
    package struct Entry: Equatable, Sendable {
        package let id: Int64
        package let location: String?
    }

    /// The number in the list; 1 is the newest.
    package let number: Int
    package let command: HistoryCommand
    package let isUndone: Bool
    /// The number of entries that it changed.
    package let count: Int
    /// The first of these entries in order of ID, up to the limit.
    package let entries: [Entry]
}

extension Journal {
    /// The newest commands that changed entries, newest first, and the total number of commands.
    /// - Parameters:
    ///   - limit: The most commands to list.
    ///   - entryLimit: The most entries to list for each command.
    /// - Throws: `.keepsNoHistory` for a journal made by Core Data.
    package func listedCommands(
        _ limit: Int = .max, reporting entryLimit: Int = .max
    ) throws(JournalError) -> (commands: [UndoListItem], total: Int) {
        let steps = CommandHistory(try commands().reversed()).steps
        let listed = steps.suffix(limit)
        let history = try history()
        return try rethrowing {
            let layout = try entity().layout
            let first = listed.first?.command.numbers.lowerBound ?? 1
            let keyChanges = try history.keyChanges(after: first - 1, in: layout)
            let changed = ChangedKeys(keyChanges, of: listed.map(\.command), atMost: entryLimit)
            let places = try places(of: changed.keys, after: keyChanges, history, layout)
            let commands = listed.enumerated().map { index, step in
                UndoListItem(
                    number: listed.count - index, command: step.command, isUndone: step.isUndone,
                    count: changed.counts[index],
                    entries: changed.first[index].map { .init(id: $0, location: places[$0]) })
            }
            return (commands.reversed(), steps.count)
        }
    }

    /// The places of entries, and the last places of deleted entries.
    private func places(
        of keys: Set<Int64>, after keyChanges: [HistoryKeyChange], _ history: any StoreHistory, _ layout: EntityLayout
    ) throws -> [Int64: String] {
        guard let slot = try entity().slot(named: EntryField.location.name) else { return [:] }
        var places: [Int64: String] = [:]
        var missing = keys
        for block in try store.backend.rows(keys: keys.sorted(), in: layout) {
            for row in 0..<block.count {
                missing.remove(block.key(row))
                places[block.key(row)] = place(block.value(row, slot: slot))
            }
        }
        var deletions: [Int64: Int64] = [:]
        for change in keyChanges where change.type == .delete && missing.contains(change.key) {
            deletions[change.key] = change.number
        }
        let before = try history.rowsBefore(Array(deletions.values), in: layout)
        for (key, change) in deletions { places[key] = place(before[change]?.values[slot]) }
        return places
    }

    private func place(_ value: PropertyValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}

/// The rows that each command changed: their number and the keys of the first ones.
private struct ChangedKeys {
    private(set) var counts: [Int]
    private(set) var first: [[Int64]]

    var keys: Set<Int64> { Set(first.joined()) }

    /// - Parameter keyChanges: Grouped by key, in order of key.
    init(_ keyChanges: [HistoryKeyChange], of commands: [HistoryCommand], atMost limit: Int) {
        counts = commands.map { _ in 0 }
        first = commands.map { _ in [] }
        var last: [Int64?] = commands.map { _ in nil }
        let starts = commands.map(\.numbers.lowerBound)
        for change in keyChanges {
            let index = starts.partitioningIndex { $0 > change.transaction } - 1
            guard index >= 0, commands[index].numbers.contains(change.transaction), last[index] != change.key else {
                continue
            }
            last[index] = change.key
            counts[index] += 1
            if first[index].count < limit { first[index].append(change.key) }
        }
    }
}

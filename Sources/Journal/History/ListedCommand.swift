import Persistence
import SurfLanguage

/// A command as the list of commands has it.
package struct ListedCommand: Equatable, Sendable {
    /// An entry that the command changed, and its place now or, where it is gone, when it went.
    package struct Entry: Equatable, Sendable {
        package let id: Int64
        package let location: String?
    }

    /// Its number in the list; 1 is the newest.
    package let number: Int
    package let command: ChangeCommand
    package let isUndone: Bool
    /// How many entries it changed.
    package let count: Int
    /// The first of them in the order of their IDs, as many as were asked for.
    package let entries: [Entry]
}

extension Journal {
    /// The newest commands that changed entries, newest first, and how many there are.
    /// - Parameters:
    ///   - limit: How many commands are listed.
    ///   - entryLimit: How many entries of each command the list has.
    /// - Throws: `.keepsNoHistory` in a journal of Core Data's own.
    package func listedCommands(
        _ limit: Int = .max, telling entryLimit: Int = .max
    ) throws(JournalError) -> (commands: [ListedCommand], total: Int) {
        let steps = CommandHistory(try commands().reversed()).steps
        let listed = steps.suffix(limit)
        let history = try history()
        return try rethrowing {
            let layout = try entity().layout
            let first = listed.first?.command.numbers.lowerBound ?? 1
            let marks = try history.changeMarks(after: first - 1, in: layout)
            let changed = ChangedKeys(marks, of: listed.map(\.command), atMost: entryLimit)
            let places = try places(of: changed.keys, after: marks, history, layout)
            let commands = listed.enumerated().map { index, step in
                ListedCommand(
                    number: listed.count - index, command: step.command, isUndone: step.isUndone,
                    count: changed.counts[index],
                    entries: changed.first[index].map { .init(id: $0, location: places[$0]) })
            }
            return (commands.reversed(), steps.count)
        }
    }

    /// The places of entries that are there, and of others before they were deleted.
    private func places(
        of keys: Set<Int64>, after marks: [HistoryChangeMark], _ history: any StoreHistory, _ layout: EntityLayout
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
        for mark in marks where mark.type == .delete && missing.contains(mark.key) { deletions[mark.key] = mark.number }
        let before = try history.rowsBefore(Array(deletions.values), in: layout)
        for (key, change) in deletions { places[key] = place(before[change]?.values[slot]) }
        return places
    }

    private func place(_ value: PropertyValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}

/// Which rows commands changed: how many each, and the keys of the first ones.
private struct ChangedKeys {
    private(set) var counts: [Int]
    private(set) var first: [[Int64]]

    var keys: Set<Int64> { Set(first.joined()) }

    /// - Parameter marks: Row by row, in the order of their keys.
    init(_ marks: [HistoryChangeMark], of commands: [ChangeCommand], atMost limit: Int) {
        counts = commands.map { _ in 0 }
        first = commands.map { _ in [] }
        var last: [Int64?] = commands.map { _ in nil }
        let starts = commands.map(\.numbers.lowerBound)
        for mark in marks {
            let index = ChangedKeys.index(of: mark.transaction, in: starts)
            guard let index, commands[index].numbers.contains(mark.transaction), last[index] != mark.key else {
                continue
            }
            last[index] = mark.key
            counts[index] += 1
            if first[index].count < limit { first[index].append(mark.key) }
        }
    }

    /// The last of ascending numbers that is at most `number`.
    private static func index(of number: Int64, in starts: [Int64]) -> Int? {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}

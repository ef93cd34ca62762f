import Persistence

/// A command that was undone or redone, and what that did to each entry.
package struct UndoneCommand: Equatable, Sendable {
    /// An entry that was brought back, changed or taken away.
    package struct Entry: Equatable, Sendable {
        package let id: Int64
        /// The entry before it was taken back; nil when it was not there.
        package let before: EntryRecord?
        /// The entry now; nil when it is gone.
        package let after: EntryRecord?
    }

    package private(set) var command: ChangeCommand
    /// Whether it was done again.
    package let isRedone: Bool
    /// How many entries are not as they were.
    package private(set) var count = 0
    /// The first of them in the order of their IDs, as many as were asked for.
    package private(set) var entries: [Entry] = []

    /// - Parameter step: What it was before.
    init(_ step: CommandHistory.Step) {
        command = step.command
        isRedone = step.isUndone
    }

    /// Counts changes that were taken back among those of the command.
    mutating func count(_ changes: some Sequence<HistoryChangeMark>) {
        command = command.counting(changes, isReversed: isRedone)
    }

    /// Counts an entry, and keeps it where fewer than `limit` are kept.
    mutating func add(_ limit: Int, _ entry: () -> Entry) {
        count += 1
        if entries.count < limit { entries.append(entry()) }
    }
}

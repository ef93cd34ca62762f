import Persistence

/// A command that was undone or redone, with the effect on each entry.
package struct UndoOutcome: Equatable, Sendable {
    /// An entry that was restored, changed or deleted.
    package struct Entry: Equatable, Sendable {
        package let id: Int64
        /// The entry before; nil if it did not exist.
        package let before: EntryRecord?
        /// The entry after; nil if it was deleted.
        package let after: EntryRecord?
    }

    package private(set) var command: HistoryCommand
    /// Whether it was redone rather than undone.
    package let isRedone: Bool
    /// The number of entries that differ.
    package private(set) var count = 0
    /// The first of these entries in order of ID, up to the limit.
    package private(set) var entries: [Entry] = []

    /// - Parameter step: The step's state before this one.
    init(_ step: CommandHistory.Step) {
        command = step.command
        isRedone = step.isUndone
    }

    /// Adds reversed changes to the command's counts.
    mutating func count(_ changes: some Sequence<HistoryKeyChange>) {
        command = command.counting(changes, isReversed: isRedone)
    }

    /// Counts an entry, and stores it if fewer than `limit` are stored.
    mutating func add(_ limit: Int, _ entry: () -> Entry) {
        count += 1
        if entries.count < limit { entries.append(entry()) }
    }
}

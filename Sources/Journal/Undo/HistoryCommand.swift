import Persistence

/// A command in the journal's history that changed entries: one transaction, or several consecutive ones.
package struct HistoryCommand: Equatable, Sendable {
    /// The numbers of its transactions.
    package let numbers: ClosedRange<Int64>
    /// The command as typed, such as “delete” or “sample remove”; empty for another program.
    package private(set) var name: String
    /// When it was executed, in seconds since 2001-01-01T00:00:00Z.
    package let date: Double
    /// What an undo or a redo reverses; nil for every other command, and for those of earlier versions.
    let reverses: Target?
    /// The number of changes of each kind.
    package internal(set) var added = 0
    package internal(set) var changed = 0
    package internal(set) var deleted = 0

    /// Whether this program made it. Such commands store the rows that they change.
    var isOurs: Bool { !name.isEmpty }

    /// Whether it is an undo or a redo. The entries that it added may have existed before, with their revisions.
    var isStep: Bool { reverses != nil || name == HistoryCommand.undo || name == HistoryCommand.redo }

    /// The command that reverses another one.
    static let undo = "undo"
    /// The command that saves drafts, which its undo brings back.
    package static let save = "save"
    /// The command that reverses an undo.
    static let redo = "redo"

    init(numbers: ClosedRange<Int64>, name: String, date: Double, reverses: Target? = nil) {
        (self.numbers, self.name, self.date, self.reverses) = (numbers, name, date, reverses)
    }

    /// A command, or its last undo or redo, that an undo or a redo reverses.
    struct Target: Equatable, Sendable {
        let numbers: ClosedRange<Int64>
        /// The original command as typed.
        let name: String
    }

    /// An undo or a redo, presented as the original command, which is no longer in the history.
    func asTarget(isUndo: Bool) -> HistoryCommand {
        guard let target = reverses else { return self }
        var command = self
        command.name = target.name
        if isUndo { swap(&command.added, &command.deleted) }
        return command
    }
}

extension HistoryCommand {
    /// The prefix of the author of this program's transactions.
    private static let author = "surfjournal"

    /// The author of a command's transactions.
    static func author(of command: String) -> String {
        command.isEmpty ? author : author + " " + command
    }

    /// The prefix of the context name of an undo or redo, followed by the numbers that it reverses and the original
    /// command. Journals contain it, so it must not change.
    private static let reversing = "takes back "

    /// The context name of a transaction that reverses others.
    static func contextName(reversing target: Target) -> String {
        let (first, last) = (target.numbers.lowerBound, target.numbers.upperBound)
        return reversing + (first == last ? "\(first)" : "\(first)-\(last)") + ": " + target.name
    }

    /// The target in a context name; nil if there is none.
    private static func target(of contextName: String?) -> Target? {
        guard let contextName, contextName.hasPrefix(reversing) else { return nil }
        let parts = contextName.dropFirst(reversing.count).split(separator: ": ", maxSplits: 1)
        let words = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        let numbers = words.compactMap { Int64($0) }
        guard parts.count == 2, numbers.count == words.count, numbers.count <= 2, let first = numbers.first,
            let last = numbers.last, first <= last
        else { return nil }
        return Target(numbers: first...last, name: String(parts[1]))
    }

    private static func name(of author: String?) -> String {
        guard let author, author.hasPrefix(self.author) else { return "" }
        let rest = author.dropFirst(self.author.count)
        return rest.hasPrefix(" ") ? String(rest.dropFirst()) : (rest.isEmpty ? self.author : "")
    }

    /// The commands, oldest first. Consecutive transactions of one run of a command are combined.
    static func commands(_ rows: [HistoryTransactionRow]) -> [HistoryCommand] {
        var commands: [HistoryCommand] = []
        var previous: HistoryTransactionRow?
        for row in rows {
            if let last = commands.last, let before = previous, row.number == before.number.successor,
                row.contextName != nil, row.contextName == before.contextName, row.author == before.author
            {
                commands[commands.count - 1] = HistoryCommand(
                    numbers: last.numbers.lowerBound...row.number, name: last.name, date: row.timestamp,
                    reverses: last.reverses)
            } else {
                commands.append(command(row))
            }
            previous = row
        }
        return commands
    }

    private static func command(_ row: HistoryTransactionRow) -> HistoryCommand {
        let name = name(of: row.author)
        let target = name == undo || name == redo ? target(of: row.contextName) : nil
        return HistoryCommand(
            numbers: row.number...row.number, name: name, date: row.timestamp, reverses: target)
    }

    /// The command with these changes added to its counts.
    /// - Parameter isReversed: Whether the changes are those of an undo: the command added what they deleted.
    func counting(_ changes: some Sequence<HistoryKeyChange>, isReversed: Bool = false) -> HistoryCommand {
        var counted = self
        for change in changes { counted.count(1, isReversed ? change.type.reversed : change.type) }
        return counted
    }

    /// The command with these changes added to its counts.
    func counting(_ counts: some Sequence<HistoryChangeCount>) -> HistoryCommand {
        var counted = self
        for changes in counts { counted.count(changes.count, changes.type) }
        return counted
    }

    /// The changes needed to plan the reversal of the command for one entry: its own change and all later ones; none if
    /// it did not change the entry. For an undo or a redo, also the change before its own.
    /// - Parameter changes: All changes of the entry, in order.
    func concerned(_ changes: [HistoryKeyChange]) -> ArraySlice<HistoryKeyChange> {
        guard let own = changes.firstIndex(where: { numbers.contains($0.transaction) }) else { return [] }
        return changes[(isStep ? max(0, own - 1) : own)...]
    }

    private mutating func count(_ number: Int, _ type: PersistentHistoryChangeType) {
        switch type {
        case .insert: added += number
        case .update: changed += number
        case .delete: deleted += number
        }
    }
}

extension PersistentHistoryChangeType {
    /// The kind of change that reverses this one.
    fileprivate var reversed: PersistentHistoryChangeType {
        switch self {
        case .insert: .delete
        case .update: .update
        case .delete: .insert
        }
    }
}

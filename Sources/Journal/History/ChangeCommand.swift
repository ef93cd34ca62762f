import Persistence

/// A command that changed entries, as the journal's history has it: one transaction, or several that followed one another.
package struct ChangeCommand: Equatable, Sendable {
    /// The numbers of its transactions.
    package let numbers: ClosedRange<Int64>
    /// What was typed, as “delete” or “sample remove”; empty for another program.
    package let name: String
    /// When it was done, in seconds since 2001-01-01T00:00:00Z.
    package let date: Double
    /// How many changes it made, of any kind.
    package internal(set) var added = 0
    package internal(set) var changed = 0
    package internal(set) var deleted = 0

    /// Whether it is one of this program's, which keep what they changed.
    var isOurs: Bool { !name.isEmpty }

    /// Whether the entries that it added may have been there before, with their revisions.
    var bringsBack: Bool { name == ChangeCommand.undo }

    /// The command that takes another one back.
    static let undo = "undo"
}

extension ChangeCommand {
    /// What begins the author of this program's transactions.
    private static let author = "surfjournal"

    /// The author of a command's transactions.
    static func author(of command: String) -> String {
        command.isEmpty ? author : author + " " + command
    }

    private static func name(of author: String?) -> String {
        guard let author, author.hasPrefix(self.author) else { return "" }
        let rest = author.dropFirst(self.author.count)
        return rest.hasPrefix(" ") ? String(rest.dropFirst()) : (rest.isEmpty ? self.author : "")
    }

    /// The commands, oldest first: transactions of one run of a command that follow one another are one.
    static func commands(_ rows: [HistoryTransactionRow]) -> [ChangeCommand] {
        var commands: [ChangeCommand] = []
        var previous: HistoryTransactionRow?
        for row in rows {
            if let last = commands.last, let before = previous, row.number == before.number.successor,
                row.contextName != nil, row.contextName == before.contextName, row.author == before.author
            {
                commands[commands.count - 1] = ChangeCommand(
                    numbers: last.numbers.lowerBound...row.number, name: last.name, date: row.timestamp)
            } else {
                commands.append(
                    ChangeCommand(numbers: row.number...row.number, name: name(of: row.author), date: row.timestamp))
            }
            previous = row
        }
        return commands
    }

    /// The command with these changes counted too.
    func counting(_ changes: some Sequence<HistoryChangeMark>) -> ChangeCommand {
        var counted = self
        for change in changes { counted.count(1, change.type) }
        return counted
    }

    /// The command with these changes counted too.
    func counting(_ counts: some Sequence<HistoryChangeCount>) -> ChangeCommand {
        var counted = self
        for changes in counts { counted.count(changes.count, changes.type) }
        return counted
    }

    private mutating func count(_ number: Int, _ type: PersistentHistoryChangeType) {
        switch type {
        case .insert: added += number
        case .update: changed += number
        case .delete: deleted += number
        }
    }
}

import Persistence

/// A command that changed entries, as the journal's history has it: one transaction, or several that followed one another.
package struct ChangeCommand: Equatable, Sendable {
    /// The numbers of its transactions.
    package let numbers: ClosedRange<Int64>
    /// What was typed, as “delete” or “sample remove”; empty for another program.
    package private(set) var name: String
    /// When it was done, in seconds since 2001-01-01T00:00:00Z.
    package let date: Double
    /// What an undo or a redo says that it takes back; nil for every other command, and for those of earlier versions.
    let takesBack: Target?
    /// How many changes it made, of any kind.
    package internal(set) var added = 0
    package internal(set) var changed = 0
    package internal(set) var deleted = 0

    /// Whether it is one of this program's, which keep what they changed.
    var isOurs: Bool { !name.isEmpty }

    /// Whether it takes another one back, so that the entries that it added may have been there before, with their revisions.
    var isStep: Bool { takesBack != nil || name == ChangeCommand.undo || name == ChangeCommand.redo }

    /// The command that takes another one back.
    static let undo = "undo"
    /// The command that takes an undo back.
    static let redo = "redo"

    init(numbers: ClosedRange<Int64>, name: String, date: Double, takesBack: Target? = nil) {
        (self.numbers, self.name, self.date, self.takesBack) = (numbers, name, date, takesBack)
    }

    /// A command, or its last undo or redo, which an undo or a redo takes back.
    struct Target: Equatable, Sendable {
        let numbers: ClosedRange<Int64>
        /// What was typed when it was done first.
        let name: String
    }

    /// An undo or a redo as the command that it is of, which the history no longer has.
    func asTarget(isUndo: Bool) -> ChangeCommand {
        guard let target = takesBack else { return self }
        var command = self
        command.name = target.name
        if isUndo { swap(&command.added, &command.deleted) }
        return command
    }
}

extension ChangeCommand {
    /// What begins the author of this program's transactions.
    private static let author = "surfjournal"

    /// The author of a command's transactions.
    static func author(of command: String) -> String {
        command.isEmpty ? author : author + " " + command
    }

    /// What begins the context name of a step's transaction; the numbers that it takes back follow, and what they did.
    private static let takingBack = "takes back "

    /// The context name of a transaction that takes others back.
    static func contextName(takingBack target: Target) -> String {
        let (first, last) = (target.numbers.lowerBound, target.numbers.upperBound)
        return takingBack + (first == last ? "\(first)" : "\(first)-\(last)") + ": " + target.name
    }

    /// What a context name says is taken back; nil where it says nothing of that.
    private static func target(of contextName: String?) -> Target? {
        guard let contextName, contextName.hasPrefix(takingBack) else { return nil }
        let parts = contextName.dropFirst(takingBack.count).split(separator: ": ", maxSplits: 1)
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

    /// The commands, oldest first: transactions of one run of a command that follow one another are one.
    static func commands(_ rows: [HistoryTransactionRow]) -> [ChangeCommand] {
        var commands: [ChangeCommand] = []
        var previous: HistoryTransactionRow?
        for row in rows {
            if let last = commands.last, let before = previous, row.number == before.number.successor,
                row.contextName != nil, row.contextName == before.contextName, row.author == before.author
            {
                commands[commands.count - 1] = ChangeCommand(
                    numbers: last.numbers.lowerBound...row.number, name: last.name, date: row.timestamp,
                    takesBack: last.takesBack)
            } else {
                commands.append(command(row))
            }
            previous = row
        }
        return commands
    }

    private static func command(_ row: HistoryTransactionRow) -> ChangeCommand {
        let name = name(of: row.author)
        let target = name == undo || name == redo ? target(of: row.contextName) : nil
        return ChangeCommand(
            numbers: row.number...row.number, name: name, date: row.timestamp, takesBack: target)
    }

    /// The command with these changes counted too.
    /// - Parameter isReversed: Whether the changes are those of an undo, so that the command added what they deleted.
    func counting(_ changes: some Sequence<HistoryChangeMark>, isReversed: Bool = false) -> ChangeCommand {
        var counted = self
        for change in changes { counted.count(1, isReversed ? change.type.reversed : change.type) }
        return counted
    }

    /// The command with these changes counted too.
    func counting(_ counts: some Sequence<HistoryChangeCount>) -> ChangeCommand {
        var counted = self
        for changes in counts { counted.count(changes.count, changes.type) }
        return counted
    }

    /// The changes that a plan to take the command back needs: of the entries that it changed, its own and later ones, and before
    /// those of an undo or a redo the one before.
    /// - Parameter marks: Row by row, each row's in their order.
    func concerned(_ marks: [HistoryChangeMark]) -> [HistoryChangeMark] {
        var changes: [HistoryChangeMark] = []
        var start = 0
        while start < marks.count {
            let end = marks[start...].firstIndex { $0.key != marks[start].key } ?? marks.count
            if let own = marks[start..<end].firstIndex(where: { numbers.contains($0.transaction) }) {
                changes += marks[(isStep ? max(start, own - 1) : own)..<end]
            }
            start = end
        }
        return changes
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
    /// What takes a change of this kind back.
    fileprivate var reversed: PersistentHistoryChangeType {
        switch self {
        case .insert: .delete
        case .update: .update
        case .delete: .insert
        }
    }
}

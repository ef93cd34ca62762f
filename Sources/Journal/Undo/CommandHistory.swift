/// The commands of a history and which of them are undone, for `undo` and `redo`. A pure value.
///
/// The transaction of an undo names the transactions that it reverses; that of a redo names the undo's. A command and
/// its undos and redos form a chain. Only the last transaction of a chain is ever reversed, so the next step finds the
/// entries as that transaction left them.
package struct CommandHistory: Sendable {
    /// A command with its undos and redos.
    package struct Step: Equatable, Sendable {
        /// The command, an undo or a redo of it, and whether the command is undone after it.
        fileprivate struct Link: Equatable, Sendable {
            let command: HistoryCommand
            let isUndo: Bool
        }

        /// The original command. If the history no longer has it, its first undo or redo, under its name.
        package let command: HistoryCommand
        /// The links in order; never empty.
        private var chain: [Link]

        fileprivate init(_ link: Link) {
            command = link.command.asTarget(isUndo: link.isUndo)
            chain = [link]
        }

        fileprivate mutating func append(_ link: Link) { chain.append(link) }

        /// The end of the chain: the command itself, or its last undo or redo.
        package var last: HistoryCommand { chain[chain.count - 1].command }
        package var isUndone: Bool { chain[chain.count - 1].isUndo }

        /// What the next step reverses.
        var target: HistoryCommand.Target { HistoryCommand.Target(numbers: last.numbers, name: command.name) }

        /// Its transactions after a number; none if they cancel out.
        fileprivate func transactions(after number: Int64) -> [Int64] {
            let (before, since) = (chain.last { !$0.isAfter(number) }, chain.filter { $0.isAfter(number) })
            return before?.isUndo ?? true == isUndone ? [] : since.flatMap(\.command.numbers)
        }
    }

    /// The steps in the order of their commands, oldest first.
    package private(set) var steps: [Step] = []
    /// The indices of the steps that are undone with no other change since, in the order of the undos.
    private var undone: [Int] = []
    /// The step of each link, by its first transaction, and whether that link is an undo.
    private var ends: [Int64: (step: Int, isUndo: Bool)] = [:]

    /// - Parameter commands: Oldest first.
    package init(_ commands: [HistoryCommand]) {
        var previous: HistoryCommand?
        for command in commands {
            if command.isStep {
                follow(command, previous)
            } else {
                begin(command, isUndone: false)
                if !command.isExchange { undone = [] }
            }
            if command.isOurs { previous = command }
        }
    }

    /// The newest command of this program that is not undone, apart from exchanges with other machines; nil if there is
    /// none.
    package var undoable: Step? { steps.last { $0.command.isOurs && !$0.command.isExchange && !$0.isUndone } }

    /// The command of the last undo; nil if there is none, or if anything else was changed here since.
    package var redoable: Step? { undone.last.map { steps[$0] } }

    /// The last transaction of the last command other than an undo, a redo or an exchange; nil if the history has none.
    package var lastChange: Int64? {
        steps.last { !$0.command.isStep && !$0.command.isExchange }?.command.numbers.upperBound
    }

    /// The transactions after a step, without those that cancel out.
    func transactions(inEffectAfter step: Step) -> Set<Int64> {
        Set(steps.flatMap { $0.transactions(after: step.last.numbers.upperBound) })
    }

    /// The newest command that changed an entry after a step, with its number in the list.
    /// - Parameter transactions: The numbers of the transactions that changed the entry.
    func obstacle(to step: Step, among transactions: Set<Int64>) -> (number: Int, command: HistoryCommand)? {
        let index = steps.lastIndex { other in
            !other.isUndone
                && other.transactions(after: step.last.numbers.upperBound).contains(where: transactions.contains)
        }
        return index.map { (steps.count - $0, steps[$0].command) }
    }

    // MARK: Reading

    private mutating func begin(_ command: HistoryCommand, isUndone: Bool) {
        ends[command.numbers.lowerBound] = (steps.count, isUndone)
        steps.append(Step(.init(command: command, isUndo: isUndone)))
    }

    /// Adds an undo or a redo. One from an earlier version names no target; it reversed the command before it.
    private mutating func follow(_ command: HistoryCommand, _ previous: HistoryCommand?) {
        let target = (command.reverses?.numbers ?? previous?.numbers).flatMap { ends[$0.lowerBound] }
        let isUndo = target.map { !$0.isUndo } ?? (command.name == HistoryCommand.undo)
        if let target {
            ends[command.numbers.lowerBound] = (target.step, isUndo)
            steps[target.step].append(.init(command: command, isUndo: isUndo))
        } else {
            begin(command, isUndone: isUndo)
        }
        let index = target?.step ?? steps.count - 1
        undone.removeAll { $0 == index }
        if isUndo { undone.append(index) }
    }
}

extension CommandHistory.Step.Link {
    fileprivate func isAfter(_ number: Int64) -> Bool { command.numbers.lowerBound > number }
}

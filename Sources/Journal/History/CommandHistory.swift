/// The commands of a history, and which of them are undone: what `undo` and `redo` step through. Pure.
///
/// The transaction of an undo names those that it takes back, and that of a redo names the undo's. So a command begins a chain of
/// which only the end is ever taken back: the next step finds the entries as that end left them.
package struct CommandHistory: Sendable {
    /// A command, and what became of it.
    package struct Step: Equatable, Sendable {
        /// The command, an undo or a redo of it, and whether it is not in effect from then on.
        fileprivate struct Link: Equatable, Sendable {
            let command: ChangeCommand
            let isUndo: Bool
        }

        /// What was done first; its first undo or redo, under its name, where the history no longer has it.
        package let command: ChangeCommand
        /// In their order; never empty.
        private var chain: [Link]

        fileprivate init(_ link: Link) {
            command = link.command.asTarget(isUndo: link.isUndo)
            chain = [link]
        }

        fileprivate mutating func append(_ link: Link) { chain.append(link) }

        /// The end of the chain: the command itself, or its last undo or redo.
        package var last: ChangeCommand { chain[chain.count - 1].command }
        package var isUndone: Bool { chain[chain.count - 1].isUndo }

        /// What the next step takes back.
        var target: ChangeCommand.Target { ChangeCommand.Target(numbers: last.numbers, name: command.name) }

        /// Its transactions after one with a number, where they come to a change: what is undone again is none.
        fileprivate func transactions(after number: Int64) -> [Int64] {
            let (before, since) = (chain.last { !$0.isAfter(number) }, chain.filter { $0.isAfter(number) })
            return before?.isUndo ?? true == isUndone ? [] : since.flatMap(\.command.numbers)
        }
    }

    /// The steps in the order of their commands, oldest first.
    package private(set) var steps: [Step] = []
    /// The indices of the steps that were undone and followed by no other change, in the order of the undos.
    private var undone: [Int] = []
    /// The step of each end of a chain, by its first transaction, and whether that end did it or undid it.
    private var ends: [Int64: (step: Int, isUndo: Bool)] = [:]

    /// - Parameter commands: Oldest first.
    package init(_ commands: [ChangeCommand]) {
        var previous: ChangeCommand?
        for command in commands {
            if command.isStep {
                follow(command, previous)
            } else {
                begin(command, isUndone: false)
                undone = []
            }
            if command.isOurs { previous = command }
        }
    }

    /// The newest command of this program's that is not undone; nil where there is none.
    package var undoable: Step? { steps.last { $0.command.isOurs && !$0.isUndone } }

    /// The command of the last undo; nil where there is none, or something else was changed since.
    package var redoable: Step? { undone.last.map { steps[$0] } }

    /// When something was changed last by another command than an undo or a redo; nil where history has none.
    package var lastChange: Double? { steps.last { !$0.command.isStep }?.command.date }

    /// The transactions after a step, without those that come to nothing.
    func transactions(standingAfter step: Step) -> Set<Int64> {
        Set(steps.flatMap { $0.transactions(after: step.last.numbers.upperBound) })
    }

    /// The newest command among those that changed an entry after a step, with its number in the list.
    /// - Parameter transactions: The numbers of the transactions that changed the entry.
    func obstacle(to step: Step, among transactions: Set<Int64>) -> (number: Int, command: ChangeCommand)? {
        let index = steps.lastIndex { other in
            !other.isUndone
                && other.transactions(after: step.last.numbers.upperBound).contains(where: transactions.contains)
        }
        return index.map { (steps.count - $0, steps[$0].command) }
    }

    // MARK: Reading

    private mutating func begin(_ command: ChangeCommand, isUndone: Bool) {
        ends[command.numbers.lowerBound] = (steps.count, isUndone)
        steps.append(Step(.init(command: command, isUndo: isUndone)))
    }

    /// Takes in an undo or a redo. One of an earlier version of the program names nothing, and took back the command before it.
    private mutating func follow(_ command: ChangeCommand, _ previous: ChangeCommand?) {
        let target = (command.takesBack?.numbers ?? previous?.numbers).flatMap { ends[$0.lowerBound] }
        let isUndo = target.map { !$0.isUndo } ?? (command.name == ChangeCommand.undo)
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

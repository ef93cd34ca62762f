import Testing

@testable import Journal
@testable import Persistence

/// Which commands are undone, derived only from the transactions of a history.
@Suite struct CommandHistoryTests {
    /// A command of one transaction: its name, and the transaction it undoes or redoes.
    private typealias Made = (name: String, reverses: Int64?)

    /// A history of commands whose transactions are numbered from 1.
    private func history(_ commands: Made...) -> CommandHistory {
        let rows = commands.enumerated().map { index, made in
            HistoryTransactionRow(
                number: Int64(index + 1), timestamp: Double(index), author: HistoryCommand.author(of: made.name),
                contextName: made.reverses.map {
                    HistoryCommand.contextName(reversing: .init(numbers: $0...$0, name: "edit"))
                }, bundleID: nil,
                processID: nil)
        }
        return CommandHistory(HistoryCommand.commands(rows))
    }

    private func undone(_ history: CommandHistory) -> [Bool] { history.steps.map(\.isUndone) }

    @Test func `each undo goes one step further back, and each redo one step forward`() {
        let twice = history(("add", nil), ("edit", nil), ("undo", 2), ("undo", 1))
        #expect(undone(twice) == [true, true])
        #expect(twice.undoable == nil)
        #expect(twice.redoable?.command.name == "add")
        let forward = history(("add", nil), ("edit", nil), ("undo", 2), ("undo", 1), ("redo", 4))
        #expect(undone(forward) == [false, true])
        #expect(forward.undoable?.command.name == "add")
        #expect(forward.redoable?.command.name == "edit")
        let all = history(("add", nil), ("edit", nil), ("undo", 2), ("undo", 1), ("redo", 4), ("redo", 3))
        #expect(undone(all) == [false, false])
        #expect(all.redoable == nil)
    }

    @Test func `a step reverses the last transaction of its chain`() {
        let history = history(("edit", nil), ("undo", 1), ("redo", 2))
        #expect(history.undoable?.last.numbers == 3...3)
        #expect(history.undoable?.command.numbers == 1...1)
    }

    @Test func `after another change there is nothing to redo, and undo skips undone commands`() {
        let history = history(("add", nil), ("edit", nil), ("undo", 2), ("delete", nil))
        #expect(history.redoable == nil)
        #expect(history.undoable?.command.name == "delete")
        let back = self.history(("add", nil), ("edit", nil), ("undo", 2), ("delete", nil), ("undo", 4))
        #expect(back.undoable?.command.name == "add")
        #expect(back.redoable?.command.name == "delete")
    }

    @Test(arguments: [HistoryCommand.exchange, HistoryCommand.firstExchange])
    func `an exchange between an undo and its redo changes neither`(exchange: String) {
        let history = history(("add", nil), ("edit", nil), ("undo", 2), (exchange, nil))
        #expect(history.redoable?.command.name == "edit")
        #expect(history.undoable?.command.name == "add")
        #expect(history.lastChange == 2)
        let redone = self.history(("add", nil), ("edit", nil), ("undo", 2), (exchange, nil), ("redo", 3))
        #expect(redone.redoable == nil && redone.undoable?.command.name == "edit")
    }

    @Test func `a change by another program leaves nothing to redo`() {
        let commands = [
            ("surfjournal edit", nil), ("surfjournal undo", "takes back 1: edit"), ("another program", nil),
        ]
        let rows = commands.enumerated().map { index, command in
            HistoryTransactionRow(
                number: Int64(index + 1), timestamp: 0, author: command.0, contextName: command.1, bundleID: nil,
                processID: nil)
        }
        let history = CommandHistory(HistoryCommand.commands(rows))
        #expect(history.redoable == nil && history.undoable == nil && history.lastChange == 3)
    }

    @Test func `an undo by an earlier version, without a reference, undid the command before it`() {
        #expect(undone(history(("edit", nil), ("undo", nil))) == [true])
        let again = history(("edit", nil), ("undo", nil), ("undo", nil))
        #expect(undone(again) == [false])
        #expect(again.undoable?.last.numbers == 3...3)
    }

    @Test func `an undo whose command has left the history can be redone but not undone`() {
        let history = history(("undo", 80), ("undo", 90))
        #expect(undone(history) == [true, true])
        #expect(history.undoable == nil)
        #expect(history.redoable?.last.numbers == 2...2)
        #expect(history.steps.map(\.command.name) == ["edit", "edit"])
    }

    @Test func `two simultaneous undos of one command count as one`() {
        #expect(undone(history(("edit", nil), ("undo", 1), ("undo", 1))) == [true])
    }

    @Test func `changes that were undone since are not later changes of a step`() throws {
        let undone = history(("add", nil), ("edit", nil), ("undo", 2))
        #expect(undone.transactions(inEffectAfter: undone.steps[0]) == [])
        #expect(undone.obstacle(to: undone.steps[0], among: [2, 3]) == nil)
        let redone = history(("add", nil), ("delete", nil), ("undo", 2), ("undo", 1), ("redo", 4))
        #expect(redone.transactions(inEffectAfter: redone.steps[1]) == [])
        let edited = history(("add", nil), ("edit", nil), ("undo", 2), ("redo", 3), ("edit", nil))
        #expect(edited.transactions(inEffectAfter: edited.steps[0]) == [2, 3, 4, 5])
        #expect(edited.obstacle(to: edited.steps[0], among: [4])?.number == 2)
    }

    private static let names = [
        "takes back", "takes back ", "takes back 1", "takes back x: edit", "takes back 2-1: edit",
        "takes back 1-2-3: edit", "takes back -: edit", "takes back 1: ",
    ]

    @Test(arguments: names)
    func `a context name that cannot be parsed is ignored`(name: String) {
        let row = HistoryTransactionRow(
            number: 1, timestamp: 0, author: "surfjournal undo", contextName: name, bundleID: nil, processID: nil)
        #expect(HistoryCommand.commands([row]).map { $0.reverses == nil } == [true])
    }
}

import Journal

/// Undoes and redoes commands that changed entries, and the last cancelling of drafts.
struct UndoRedo {
    let journal: Journal
    let answer: ConflictAnswer
    let output: UndoOutput

    private var context: CommandContext { output.context }

    /// Undoes the latest command or cancelling that is not undone.
    func undo() throws {
        let last = try journal.commandHistory().undoable?.last.numbers.upperBound
        if let cancel = try journal.drafts.lastCancel(), !cancel.isUndone, cancel.transaction >= last ?? 0 {
            try journal.drafts.restore(cancel, now: context.now)
            return try output.report(cancel)
        }
        try report(
            askingAboutConflicts(as: "undo") { () throws(JournalError) in
                try journal.undoLast(answer, reporting: output.limit)
            })
    }

    /// Redoes the latest undone command, if no entry was changed since.
    func redo() throws {
        let history = try journal.commandHistory()
        let last = max(history.redoable?.last.numbers.upperBound ?? 0, history.lastChange ?? 0)
        if let cancel = try journal.drafts.lastCancel(), cancel.isUndone, cancel.transaction >= last {
            return try output.report(redo(cancel))
        }
        try report(
            askingAboutConflicts(as: "redo") { () throws(JournalError) in
                try journal.redoLast(answer, reporting: output.limit)
            })
    }

    /// Reports what was undone or redone. The drafts that the command saved come back, or are done again.
    private func report(_ outcome: UndoOutcome) throws {
        let drafts: [Int]
        do {
            let saved = outcome.command.numbers
            drafts =
                try outcome.isRedone
                ? journal.drafts.end(savedBy: saved) : journal.drafts.restore(savedBy: saved, journal.rebased)
        } catch {
            try output.report(outcome, in: journal)
            throw Refusal(error).leaving(.saved)
        }
        try output.report(outcome, in: journal)
        if !drafts.isEmpty, !outcome.isRedone { context.console.note(Messages.back(drafts)) }
    }

    /// Undoes the command with this number in the list.
    func undo(only number: Int) throws {
        let steps = try journal.commandHistory().steps
        guard number >= 1, number <= steps.count else {
            throw Refusal.notFound("There is no command \(number) in 'surfjournal undo --list'.")
        }
        let step = steps[steps.count - number]
        let name = step.command.name
        if name.isEmpty {
            throw Refusal.notFound(
                "Another program made change \(number) without keeping earlier values, so it cannot be undone.")
        }
        if step.isUndone {
            throw Refusal.notFound("Command \(number), '\(TerminalSafe.text(name))', is already undone.")
        }
        if step.command.isExchange { try confirmUndoing(step.command, number) }
        let undone: UndoOutcome
        do {
            undone = try journal.undo(only: step, answer, reporting: output.limit)
        } catch {
            guard let report = error.conflict else { throw error }
            // Undoing an exchange would undo more than what is in the way, and on other machines.
            guard let obstacle = try journal.obstacle(to: step, changing: report.id), !obstacle.command.name.isEmpty,
                !obstacle.command.isExchange
            else { throw Refusal.undoConflict(report, "undo --only \(number)") }
            throw Refusal.obstacle(id: report.id, obstacle.command.name, number: obstacle.number)
        }
        try report(undone)
    }

    /// Asks before an exchange is undone: the next one does the same on the other machines.
    private func confirmUndoing(_ command: HistoryCommand, _ number: Int) throws {
        if command.name == HistoryCommand.firstExchange {
            throw Refusal.usage("The first sync cannot be undone. 'surfjournal sync stop' ends syncing.")
        }
        let lost = Messages.lostByUndoing(try journal.commands().first { $0.numbers == command.numbers } ?? command)
        if context.options.yes { return context.console.note(lost) }
        guard context.console.canAsk else { throw Refusal.usage("\(lost) Add --yes to undo it without asking.") }
        context.console.remark(lost)
        guard try context.console.confirm(Messages.askUndoExchange) else { throw Refusal.declined }
    }

    /// Cancels the restored drafts again, and the open scratchpads that hold them.
    /// - Returns: The part of the cancelling that was redone.
    private func redo(_ cancel: DraftCancel) throws -> DraftCancel {
        let numbers = try journal.drafts.list().numbers.filter(cancel.numbers.contains)
        if numbers.isEmpty { throw JournalError.nothingToRedo }
        try context.cancel(drafts: numbers, of: journal)
        return cancel.with(numbers)
    }

    /// Runs a step. A conflict is reported for the command that was typed.
    private func askingAboutConflicts(
        as command: String, _ step: () throws(JournalError) -> UndoOutcome
    ) throws -> UndoOutcome {
        do {
            return try step()
        } catch {
            guard let report = error.conflict else { throw error }
            throw Refusal.undoConflict(report, command)
        }
    }
}

extension Messages {
    fileprivate static let askUndoExchange = "Undo it everywhere? [y/N] "

    /// What the other machines lose if an exchange is undone.
    fileprivate static func lostByUndoing(_ command: HistoryCommand) -> String {
        let parts = [
            (command.added, "removes", "that came with it"), (command.changed, "reverts", "that it changed"),
            (command.deleted, "brings back", "that it deleted"),
        ].filter { $0.0 > 0 }.map { "\($0.1) \(sessions($0.0)) \($0.2)" }
        return
            "Undoing this sync \(parts.joined(separator: ", ")). The next sync does the same on all machines."
    }
}

extension Refusal {
    /// A later command changed an entry of the single command to undo.
    fileprivate static func obstacle(id: Int64, _ name: String, number: Int) -> Refusal {
        Refusal(
            .conflict,
            "Session \(id) was changed later by '\(TerminalSafe.text(name))', number \(number) in 'surfjournal undo --list'. "
                + "Undo that first.")
    }

    /// The entry was changed since the command.
    /// - Parameter command: The command as it is typed, without the program's name.
    fileprivate static func undoConflict(_ report: ConflictReport, _ command: String) -> Refusal {
        let fields = Messages.inBrackets(report.fields.map(\.field))
        let acts = report.deletesYours ? "deletes" : command == "redo" ? "redoes" : "undoes"
        let sentence =
            report.isDeleted
            ? "Session \(report.id) was deleted since. 'surfjournal \(command) --on-conflict discard' leaves it deleted."
            : "Session \(report.id) was changed since\(fields). 'surfjournal \(command) --on-conflict mine' "
                + "\(acts) it anyway, or theirs, overwrite, discard."
        return Refusal(.conflict, sentence)
            .showing(ConflictValues(report: report, began: "after the command", yours: "undone"))
    }
}

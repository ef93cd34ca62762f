import Journal

/// Undoes and redoes commands that changed entries, and the last cancelling of drafts.
struct UndoCommands {
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
        try output.report(
            askingAboutConflicts(as: "undo") { () throws(JournalError) in
                try journal.undoLast(answer, reporting: output.limit)
            },
            in: journal)
    }

    /// Redoes the latest undone command, if no entry was changed since.
    func redo() throws {
        let history = try journal.commandHistory()
        let last = max(history.redoable?.last.numbers.upperBound ?? 0, history.lastChange ?? 0)
        if let cancel = try journal.drafts.lastCancel(), cancel.isUndone, cancel.transaction >= last {
            return try output.report(redo(cancel))
        }
        try output.report(
            askingAboutConflicts(as: "redo") { () throws(JournalError) in
                try journal.redoLast(answer, reporting: output.limit)
            },
            in: journal)
    }

    /// Undoes the command with this number in the list.
    func undo(only number: Int) throws {
        let steps = try journal.commandHistory().steps
        guard (1...max(1, steps.count)).contains(number), !steps.isEmpty else { throw Complaint.noStep(number) }
        let step = steps[steps.count - number]
        if step.command.name.isEmpty { throw Complaint.foreignStep(number) }
        if step.isUndone { throw Complaint.undoneStep(number, step.command.name) }
        do {
            try output.report(
                askingAboutConflicts(as: "undo --only \(number)") { () throws(JournalError) in
                    try journal.undo(only: step, answer, reporting: output.limit)
                }, in: journal)
        } catch Complaint.undoConflict(let report, let command) {
            guard let obstacle = try journal.obstacle(to: step, changing: report.id), !obstacle.command.name.isEmpty
            else { throw Complaint.undoConflict(report, command) }
            throw Complaint.obstacle(id: report.id, obstacle.command.name, number: obstacle.number)
        }
    }

    /// Cancels the restored drafts again, and the open scratchpads that hold them.
    /// - Returns: The part of the cancelling that was redone.
    private func redo(_ cancel: DraftCancel) throws -> DraftCancel {
        let desk = DraftDesk(journal)
        let numbers = try desk.drafts.list().numbers.filter(cancel.numbers.contains)
        if numbers.isEmpty { throw JournalError.nothingToRedo }
        try DraftCancelling(desk: desk, context: context).cancel(numbers)
        return cancel.with(numbers)
    }

    /// Runs a step. A conflict is reported for the command that was typed.
    private func askingAboutConflicts(
        as command: String, _ step: () throws(JournalError) -> UndoneCommand
    ) throws -> UndoneCommand {
        do {
            return try step()
        } catch {
            guard let report = error.conflict else { throw error }
            throw Complaint.undoConflict(report, command)
        }
    }
}

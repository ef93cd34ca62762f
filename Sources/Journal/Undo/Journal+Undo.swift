import Persistence

/// Undo and redo of commands that changed entries, from any process.
///
/// Each step is one transaction, which names those that it reverses. Nothing else records what is undone.
extension Journal {
    /// Undoes the newest command that is not undone.
    ///
    /// Deleted entries return with their IDs and revisions. Memory does not grow with the number of entries.
    /// - Parameter limit: The most entries that the result lists individually.
    /// - Throws: `.nothingToUndo`; `.keepsNoHistory` for a journal made by Core Data; `.conflict` if an entry was
    ///   changed since and the answer does not resolve it. Nothing is changed then. `.uncertain` if the save succeeded
    ///   but its result cannot be determined.
    package func undoLast(_ answer: ConflictAnswer, reporting limit: Int = .max) throws(JournalError) -> UndoOutcome {
        try reverse(answer, limit) { history throws(JournalError) in
            guard let step = history.undoable else { throw .nothingToUndo }
            return step
        }
    }

    /// Undoes one command and none of those after it.
    /// - Throws: The errors of `undoLast`; `.nothingToUndo` if the command is already undone or no longer in the
    ///   history.
    package func undo(
        only step: CommandHistory.Step, _ answer: ConflictAnswer, reporting limit: Int = .max
    ) throws(JournalError) -> UndoOutcome {
        try reverse(answer, limit, isOnly: true) { history throws(JournalError) in
            guard let step = history.steps.first(where: { $0.command.numbers == step.command.numbers }),
                step.command.isOurs, !step.isUndone
            else { throw .nothingToUndo }
            return step
        }
    }

    /// Redoes the last undone command, if nothing else was changed since.
    /// - Throws: The errors of `undoLast`, with `.nothingToRedo` instead of `.nothingToUndo`.
    package func redoLast(_ answer: ConflictAnswer, reporting limit: Int = .max) throws(JournalError) -> UndoOutcome {
        try reverse(answer, limit) { history throws(JournalError) in
            guard let step = history.redoable else { throw .nothingToRedo }
            return step
        }
    }

    /// The newest command after a step that changed an entry and is not undone, with its number in the list of
    /// commands, newest first; nil if there is none.
    package func obstacle(
        to step: CommandHistory.Step, changing id: Int64
    ) throws(JournalError) -> (number: Int, command: HistoryCommand)? {
        let (history, commands) = (try history(), try commandHistory())
        return try rethrowing {
            var transactions: Set<Int64> = []
            try history.forEachKeyChange(after: step.last.numbers.upperBound, in: entity().layout) { change in
                if change.key == id { transactions.insert(change.transaction) }
            }
            return commands.obstacle(to: step, among: transactions)
        }
    }

    /// Reverses the end of the chain that `choose` selects. If another process saved first, it tries again with the
    /// newer history.
    private func reverse(
        _ answer: ConflictAnswer, _ limit: Int, isOnly: Bool = false,
        choosing choose: (CommandHistory) throws(JournalError) -> CommandHistory.Step
    ) throws(JournalError) -> UndoOutcome {
        while true {
            let last = try lastNumber()
            let commands = try commandHistory()
            let step = try choose(commands)
            let undone = try rethrowing {
                let needsEntries = isOnly && [.auto, .ask, .fail].contains(answer)
                let request = try request(step, in: commands, limit, needsEntries: needsEntries)
                act(for: step.isUndone ? HistoryCommand.redo : HistoryCommand.undo, reversing: step.target)
                return try perform(request, answer, ifLast: last)
            }
            if let undone { return undone }
        }
    }

    /// Reverses the command in one transaction. Returns nil, with nothing changed, if the history has a transaction later
    /// than `last`.
    private func perform(
        _ request: UndoRequest, _ answer: ConflictAnswer, ifLast last: Int64
    ) throws -> UndoOutcome? {
        let (history, context) = (try history(), commandContext())
        let undone: UndoOutcome? = try context.performAndWait {
            try context.batchWrite(to: JournalModel.entityName) { batch in
                guard try history.lastNumber() ?? 0 == last else { return nil }
                var undo = RowUndo(request, answer, in: batch)
                try undo.run(history)
                return undo.undone
            }
        }
        guard let undone else { return nil }
        trimHistory()
        try refreshAfterSave()
        return undone
    }

    private func request(
        _ step: CommandHistory.Step, in commands: CommandHistory, _ limit: Int, needsEntries: Bool
    ) throws -> UndoRequest {
        UndoRequest(
            step: step, inEffect: commands.transactions(inEffectAfter: step), needsEntries: needsEntries,
            entity: try entity(), samples: samples, limit: limit)
    }
}

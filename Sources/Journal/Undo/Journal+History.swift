import Foundation
import Persistence

/// The journal's history of all commands that change entries, each with its name.
extension Journal {
    /// Sets the command to which further changes belong.
    /// - Parameter together: Whether all its consecutive saves are undone together.
    package func act(for command: String, together: Bool = false) {
        mainContext.transactionAuthor = HistoryCommand.author(of: command)
        mainContext.name = together ? UUID().uuidString : nil
    }

    /// Sets the undo or redo to which further changes belong, and what it reverses.
    func act(for command: String, reversing target: HistoryCommand.Target) {
        act(for: command)
        mainContext.name = HistoryCommand.contextName(reversing: target)
    }

    /// A new context for a command that shares no objects with scratchpads, with the command's name.
    package func commandContext() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = mainContext.transactionAuthor
        context.name = mainContext.name
        return context
    }

    /// The commands that changed entries, newest first.
    /// - Throws: `.keepsNoHistory` for a journal made by Core Data.
    package func commands() throws(JournalError) -> [HistoryCommand] {
        let history = try history()
        return try rethrowing {
            let commands = HistoryCommand.commands(try history.transactions(after: 0, since: nil))
            let counts = Dictionary(grouping: try history.changeCounts(), by: \.transaction)
            return commands.reversed().map { command in
                command.counting(command.numbers.lazy.flatMap { counts[$0] ?? [] })
            }
        }
    }

    /// The commands that changed entries, and which of them are undone.
    /// - Throws: `.keepsNoHistory` for a journal made by Core Data.
    package func commandHistory() throws(JournalError) -> CommandHistory {
        let history = try history()
        return try rethrowing {
            CommandHistory(HistoryCommand.commands(try history.transactions(after: 0, since: nil)))
        }
    }

    /// Called after each save. Deletes the part of the history beyond the limits, and reports it if size was the reason. Saved changes are not
    /// affected if this fails.
    ///
    /// Each command deletes only a part of what large commands left, so that it never blocks others for long.
    package func trimHistory() {
        if mainContext.transactionAuthor != HistoryCommand.author(of: HistoryCommand.exchange) { saved?() }
        guard isOwn, let history = store.backend.history else { return }
        do {
            let cut = try historyCut(of: history)
            guard let first = try cut?.first ?? history.unfinishedDeletion() else { return }
            try history.delete(before: first, atMost: historyLimits.rowsAtOnce)
            if let cut, cut.lost > 0 { historyCut?(cut) }
        } catch {
            return
        }
    }

    private func historyCut(of history: any StoreHistory) throws -> HistoryCut? {
        let now = Date().timeIntervalSinceReferenceDate
        guard let totals = try history.totals(), historyLimits.areExceeded(by: totals, now: now) else { return nil }
        return historyLimits.cut(try history.sizes(), now: now)
    }

    func history() throws(JournalError) -> any StoreHistory {
        guard isOwn, let history = store.backend.history else { throw .keepsNoHistory(url) }
        return history
    }
}

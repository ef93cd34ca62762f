import Foundation
import Persistence

/// The journal's history: every command that changes entries is in it, under its own name.
extension Journal {
    /// Names the command that changes entries from now on.
    /// - Parameter together: Whether all that it saves, one after the other, is taken back together.
    package func act(for command: String, together: Bool = false) {
        mainContext.transactionAuthor = ChangeCommand.author(of: command)
        mainContext.name = together ? UUID().uuidString : nil
    }

    /// Names the undo or redo that changes entries from now on, and what it takes back.
    func act(for command: String, takingBack target: ChangeCommand.Target) {
        act(for: command)
        mainContext.name = ChangeCommand.contextName(takingBack: target)
    }

    /// A context of its own for a command that shares no objects with scratchpads, under the command's name.
    func commandContext() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = container
        context.transactionAuthor = mainContext.transactionAuthor
        context.name = mainContext.name
        return context
    }

    /// The commands that changed entries, newest first.
    /// - Throws: `.keepsNoHistory` in a journal of Core Data's own.
    package func commands() throws(JournalError) -> [ChangeCommand] {
        let history = try history()
        return try rethrowing {
            let commands = ChangeCommand.commands(try history.transactions(after: 0, since: nil))
            let counts = Dictionary(grouping: try history.changeCounts(), by: \.transaction)
            return commands.reversed().map { command in
                command.counting(command.numbers.lazy.flatMap { counts[$0] ?? [] })
            }
        }
    }

    /// The commands that changed entries, and which of them are undone.
    /// - Throws: `.keepsNoHistory` in a journal of Core Data's own.
    package func commandHistory() throws(JournalError) -> CommandHistory {
        let history = try history()
        return try rethrowing {
            CommandHistory(ChangeCommand.commands(try history.transactions(after: 0, since: nil)))
        }
    }

    /// Deletes the beginning of the history that is beyond the limits, and tells where its size was the reason. What was
    /// saved stays saved where that fails.
    ///
    /// A command deletes a part of what is left over from large ones, so that it never holds up others for long.
    func trimHistory() {
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

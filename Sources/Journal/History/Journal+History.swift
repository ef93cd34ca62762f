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

    /// The last command of this program's that changed entries; nil where history has none.
    /// - Throws: `.keepsNoHistory` in a journal of Core Data's own.
    package func lastCommand() throws(JournalError) -> ChangeCommand? {
        let history = try history()
        return try rethrowing {
            ChangeCommand.commands(try history.transactions(after: 0, since: nil)).last(where: \.isOurs)
        }
    }

    /// Deletes the beginning of the history that is beyond the limits. What was saved stays saved where that fails.
    func trimHistory() {
        guard isOwn, let history = store.backend.history else { return }
        let now = Date().timeIntervalSinceReferenceDate
        do {
            guard let totals = try history.totals(), historyLimits.areExceeded(by: totals, now: now) else { return }
            guard let first = historyLimits.firstKept(try history.sizes(), now: now) else { return }
            try history.delete(before: first)
        } catch {
            return
        }
    }

    func history() throws(JournalError) -> any StoreHistory {
        guard isOwn, let history = store.backend.history else { throw .keepsNoHistory(url) }
        return history
    }
}

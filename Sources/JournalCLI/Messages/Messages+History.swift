import Foundation
import Journal

extension Messages {
    // MARK: Results of undo

    /// The note that older commands exceed the history's size and can no longer be undone.
    static func historyCut(_ cut: HistoryCut) -> String {
        let commands = cut.lost == 1 ? "1 earlier command" : "\(grouped(cut.lost)) earlier commands"
        let limits = HistoryLimits()
        return
            "\(commands) can no longer be undone: the history is full. It holds \(grouped(limits.changes)) changes and "
            + "\(limits.bytes >> 20) MB of earlier values."
    }

    static func undone(_ undone: UndoOutcome) -> String {
        let what = "\(undone.isRedone ? "Redid" : "Undid") '\(TerminalSafe.text(undone.command.name))'"
        return undone.count == 0 ? "\(what). No session had to change." : "\(what) (\(sessions(undone.count)))."
    }

    static func cancelUndone(_ cancel: DraftCancel) -> String {
        cancel.isUndone
            ? "Discarded \(drafts(cancel.numbers)) again."
            : back(cancel.numbers)
    }

    /// That drafts came back.
    static func back(_ numbers: [Int]) -> String {
        "\(capitalized(drafts(numbers))) \(numbers.count == 1 ? "is" : "are") back."
    }

    static func commandsShown(_ shown: Int, of total: Int) -> String {
        let all = "\(grouped(total)) \(total == 1 ? "command" : "commands")"
        return shown < total ? "\(grouped(shown)) of \(all). --json shows all." : "\(all)."
    }

    /// The name of a change's command, marked if it is undone.
    static func name(_ listed: UndoListItem) -> String {
        let name = listed.command.name.isEmpty ? otherProgram : TerminalSafe.text(listed.command.name)
        return listed.isUndone ? name + " (undone)" : name
    }

    /// The first entries that a command changed, by ID and place, and the number of others.
    static func sessions(of listed: UndoListItem) -> String {
        let entries = listed.entries.map { entry in
            entry.location.map { "\(entry.id) \(TerminalSafe.text($0))" } ?? String(entry.id)
        }
        let rest = listed.count - entries.count
        return entries.joined(separator: ", ") + (rest > 0 ? " + \(grouped(rest)) more" : "")
    }

    private static let otherProgram = "another program"

    static func changes(_ command: HistoryCommand) -> String {
        let parts = [(command.added, "added"), (command.changed, "changed"), (command.deleted, "deleted")]
        return parts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    }
    // MARK: Spots and settings
}

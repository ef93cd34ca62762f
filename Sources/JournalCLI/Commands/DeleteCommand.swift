import ArgumentParser
import Journal
import SurfLanguage

struct DeleteCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "delete", abstract: "Delete sessions.",
        discussion: """
            Deletes by ID or by a filter, all of them or none. Asks before deleting more than 3, unless you add --yes. \
            'surfjournal undo' brings them back.

              surfjournal delete 5001
              surfjournal delete --on yesterday --location malibu
              surfjournal delete --rating ..1 --yes
            """,
        aliases: ["rm"])

    @Argument(
        help: ArgumentHelp("The IDs of sessions, or 'last' for the newest.", valueName: "id"),
        completion: .value(.entry)) var entries: [String] =
            []
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows

    /// The largest number of entries deleted without a question.
    private static let unasked = 3
    /// The largest number of entries listed before the question.
    private static let shown = 20

    func run(in context: CommandContext) throws {
        if entries.isEmpty, filter.isEmpty {
            throw Refusal.usage("Say which sessions to delete, by ID or by a filter such as --on yesterday.")
        }
        if !entries.isEmpty, !filter.isEmpty { throw Refusal.exclusive(["IDs", "a filter"]) }
        let operands = try entries.map { text throws(Refusal) in try EntryOperand(text) }
        let (journal, query) = try context.open(filter)
        let sessions = try operands.isEmpty ? matching(query, journal, context) : named(operands, journal, context)
        try confirm(sessions, context)
        let gone = try journal.delete(sessions.ids, reporting: context.format == .human ? 0 : .max)
        let ids = sessions.ids.prefix(10).map { String($0) }.joined(separator: ", ")
        let count = sessions.ids.count
        context.console.note("Deleted \(Messages.sessions(count)): \(ids)\(count > 10 ? ", ..." : ".")")
        try context.report(gone, of: journal)
    }

    /// The sessions to delete. Only those that the question lists are kept in memory.
    private struct Sessions {
        var ids: [Int64] = []
        var first: [EntryRecord] = []

        mutating func add(_ id: Int64, _ record: @autoclosure () throws -> EntryRecord) rethrows {
            ids.append(id)
            if first.count < DeleteCommand.shown { first.append(try record()) }
        }
    }

    private func matching(_ query: EntryQuery, _ journal: Journal, _ context: CommandContext) throws -> Sessions {
        var sessions = Sessions()
        try journal.blocks(query) { block in
            for row in 0..<block.count { sessions.add(block.id(row), block.record(row)) }
        }
        if sessions.ids.isEmpty {
            throw Refusal.notFound(Messages.noMatch(context.suggestion(filter, in: journal)))
        }
        return sessions
    }

    private func named(_ operands: [EntryOperand], _ journal: Journal, _ context: CommandContext) throws -> Sessions {
        var sessions = Sessions()
        for operand in operands {
            let id = try context.id(operand, in: journal)
            if !sessions.ids.contains(id) { try sessions.add(id, journal.record(id)) }
        }
        return sessions
    }

    private func confirm(_ sessions: Sessions, _ context: CommandContext) throws {
        let count = sessions.ids.count
        guard count > DeleteCommand.unasked else { return }
        let text = Messages.sessions(count)
        try context.confirm("Delete these \(text)?", "Deleting \(text)", "delete without asking") {
            let table = context.text.table(sessions.first, columns: EntryColumn.csv(fields: EntryField.firstModel))
            context.console.show(table.fitted(to: context.console.remarkWidth).lines)
            if let cut = Messages.cut(sessions.first.count, of: count) { context.console.remark(cut) }
        }
    }
}

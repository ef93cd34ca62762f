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

    @Argument(help: ArgumentHelp("The IDs of sessions, or 'last' for the newest.", valueName: "id")) var entries:
        [String] =
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
        let records = try operands.isEmpty ? matching(query, journal, context) : named(operands, journal, context)
        try confirm(records, context)
        let gone = try journal.delete(records.map(\.id))
        let ids = gone.prefix(10).map { String($0.id) }.joined(separator: ", ")
        context.console.note("Deleted \(Messages.sessions(gone.count)): \(ids)\(gone.count > 10 ? ", ..." : ".")")
        try context.report(gone, of: journal)
    }

    private func matching(
        _ query: EntryQuery, _ journal: Journal, _ context: CommandContext
    ) throws -> [EntryRecord] {
        var records: [EntryRecord] = []
        try journal.records(query) { records.append($0) }
        if records.isEmpty {
            throw Refusal.notFound(Messages.noMatch(context.suggestion(filter, in: journal)))
        }
        return records
    }

    private func named(
        _ operands: [EntryOperand], _ journal: Journal, _ context: CommandContext
    ) throws -> [EntryRecord] {
        var records: [EntryRecord] = []
        for operand in operands {
            let id = try context.id(operand, in: journal)
            if !records.contains(where: { $0.id == id }) { records.append(try journal.record(id)) }
        }
        return records
    }

    private func confirm(_ records: [EntryRecord], _ context: CommandContext) throws {
        guard records.count > DeleteCommand.unasked else { return }
        let sessions = Messages.sessions(records.count)
        try context.confirm("Delete these \(sessions)?", "Deleting \(sessions)", "delete without asking") {
            let shown = Array(records.prefix(DeleteCommand.shown))
            let table = context.text.table(shown, columns: EntryColumn.csv(fields: EntryField.firstModel))
            context.console.show(table.fitted(to: context.console.remarkWidth).lines)
            if let cut = Messages.cut(shown.count, of: records.count) { context.console.remark(cut) }
        }
    }
}

import ArgumentParser
import Journal
import SurfLanguage

struct DeleteCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "delete", abstract: "Delete sessions.",
        discussion: """
            Deletes by ID, by words that find one session, or by a filter, all of them or none. On a terminal, 'delete' \
            alone offers the newest. Asks before deleting more than 3, unless you add --yes. 'surfjournal undo' brings them \
            back.

              surfjournal delete 5001
              surfjournal delete --on yesterday --location malibu
              surfjournal delete --rating ..1 --yes
            """,
        aliases: ["rm"])

    @Argument(
        help: ArgumentHelp("The IDs of sessions, 'last' or 'newest'.", valueName: "id"),
        completion: .value(.entry)) var entries: [String] =
            []
    @Flag(help: "Show what would be deleted, without deleting.") var dryRun = false
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows

    func run(in context: CommandContext) throws {
        if entries.isEmpty, filter.isEmpty, !context.console.canAsk {
            throw Refusal.usage("Say which sessions to delete, by ID or by a filter such as --on yesterday.")
        }
        if !entries.isEmpty, !filter.isEmpty { throw Refusal.exclusive(["IDs", "a filter"]) }
        let operands = try EntryOperand.list(entries)
        let (journal, query) = try context.open(filter)
        let sessions: ChosenSessions
        if !operands.isEmpty {
            sessions = try context.chosen(operands, in: journal)
        } else if !filter.isEmpty {
            sessions = try context.chosen(query, filter, in: journal)
        } else {
            sessions = try context.chosen([.id(context.chooseNewest(in: journal))], in: journal)
        }
        if dryRun { return try preview(sessions, journal, context) }
        try context.confirm(sessions, "Delete", "Deleting", in: journal)
        let gone = try journal.delete(sessions.ids, reporting: context.format == .human ? 0 : .max)
        context.report(sessions, "Deleted", undo: ("brings it back", "brings them back"))
        try context.report(gone, of: journal)
    }

    /// Shows what would be deleted.
    private func preview(_ sessions: ChosenSessions, _ journal: Journal, _ context: CommandContext) throws {
        let records = try context.format == .human ? sessions.first : sessions.ids.map { try journal.record($0) }
        try context.output(context.format, fields: journal.fields).write(records)
        try context.console.flush()
        context.console.note("\(Messages.sessions(sessions.ids.count)) would be deleted. Nothing was changed.")
    }
}

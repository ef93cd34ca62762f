import ArgumentParser
import Journal

struct ShowCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "show", abstract: "Show one session.",
        discussion: """
            Without an ID, shows the newest session, or at the prompt what you are editing. It also says which of your \
            sessions it is, counted by date without the samples.

              surfjournal show
              surfjournal show 5001 --json
            """)

    @Argument(
        help: ArgumentHelp("A session's ID, or 'last' for the newest (default).", valueName: "id"),
        completion: .value(.entry))
    var entry: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows

    func run(in context: CommandContext) throws {
        if entry == nil, let open = context.prompt?.pad { return try show(open, context) }
        let operand = try entry.map { text throws(Refusal) in try EntryOperand(text) } ?? .last
        if case .draft(let number) = operand { throw Refusal.isDraft(number) }
        let journal = try context.openJournal()
        let record = try journal.record(try context.id(operand, in: journal))
        let output = context.output(context.format, fields: journal.fields)
        switch context.format {
        case .json: try output.writeObject(record, adding: ["ordinal": JSONValue(try journal.ordinal(of: record))])
        case .csv, .plain: try output.write([record])
        case .human:
            let ordinal = try journal.ordinal(of: record)
            try context.console.lines(context.text.lines(record, fields: journal.fields, ordinal: ordinal))
        }
    }

    /// Shows the scratchpad's current values.
    private func show(_ open: OpenScratchpad, _ context: CommandContext) throws {
        if context.format != .human { return try context.write(open) }
        try context.console.lines(context.text.lines(open.pad, fields: open.journal.fields))
    }
}

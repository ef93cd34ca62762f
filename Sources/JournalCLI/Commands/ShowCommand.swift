import ArgumentParser
import Journal

struct ShowCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "show", abstract: "Show one session.",
        discussion: """
            Without an ID, shows the newest session, or at the prompt what you are editing.

              surfjournal show
              surfjournal show 5001 --json
            """)

    @Argument(help: ArgumentHelp("A session's ID, or 'last' for the newest (default).", valueName: "id"))
    var entry: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let format = try globals.format()
        if entry == nil, let open = context.prompt?.pad { return try show(open, format, context) }
        let operand = try entry.map { text throws(Refusal) in try EntryOperand(text) } ?? .last
        if case .draft(let number) = operand { throw Refusal.isDraft(number) }
        let journal = try context.openJournal()
        let record = try journal.record(try context.id(operand, in: journal))
        let output = context.output(format, fields: journal.fields)
        switch format {
        case .json: try output.writeObject(record)
        case .csv, .plain: try output.write([record])
        case .human:
            for line in context.text.lines(record, fields: journal.fields) { try context.console.line(line) }
        }
    }

    /// Shows the scratchpad's current values.
    private func show(_ open: OpenScratchpad, _ format: OutputFormat, _ context: CommandContext) throws {
        if format != .human { return try context.write(open) }
        let lines = context.text.lines(open.pad, fields: open.journal.fields)
        for line in lines { try context.console.line(line) }
    }
}

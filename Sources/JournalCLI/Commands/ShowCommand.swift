import ArgumentParser
import Journal

struct ShowCommand: JournalCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one session.")

    @Argument(help: ArgumentHelp("A session's ID, or 'last' for the newest.", valueName: "id")) var entry: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let format = try globals.format()
        let operand = try EntryOperand(entry)
        if case .draft = operand { throw Complaint.notAnID(entry) }
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
}

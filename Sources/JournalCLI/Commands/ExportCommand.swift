import ArgumentParser
import Journal

struct ExportCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write sessions to a file.",
        discussion: "The file is written whole or not at all. Without a file, or with '-', to standard output.")

    /// What `--format` takes.
    enum FormatName: String, CaseIterable, ExpressibleByArgument {
        case csv, json, jsonl
    }

    @Argument(help: ArgumentHelp("The file, or '-' for standard output.", valueName: "file")) var file = "-"
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(help: ArgumentHelp("What to write; without it, the name's ending decides.", valueName: "format"))
    var format: FormatName?
    @Option(help: ArgumentHelp("How CSV is written.", valueName: "dialect")) var dialect: CSVDialect?
    @Flag(help: "Replace a file that exists.") var force = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let format = try chosenFormat()
        let query = try filter.query(context.filterReader)
        context.echo(query.filter)
        let journal = try context.openJournal(checking: filter.check)
        let count = try export(query, of: journal, Exporter(format, zone: context.zone), context)
        context.console.note(Sentences.exported(count, to: file == "-" ? "standard output" : file))
    }

    private func export(
        _ query: EntryQuery, of journal: Journal, _ exporter: Exporter, _ context: CommandContext
    ) throws -> Int {
        let output = try OutputFile.replacing(file, force: force)
        let cancel = CancelToken()
        let bar = ProgressLine(context.console)
        defer { bar.clear() }
        let total = bar.isOn ? try journal.count(query) : nil
        return try context.interruption.cancelling(target: output.isDirect ? nil : file, cancel.cancel) {
            try exporter.export(query, of: journal, to: output, cancel: cancel, total: total) { progress in
                bar.show(done: progress.done, total: progress.total ?? 0)
            }
        }
    }

    private func chosenFormat() throws -> ExportFormat {
        for (isGiven, option) in [(globals.json, "--json"), (globals.csv, "--csv"), (globals.plain, "--plain")]
        where isGiven {
            throw Complaint.misplaced(
                option: option, command: "export", instead: "it takes --format csv, json or jsonl")
        }
        let byName = format.flatMap { ExportFormat(name: $0.rawValue, dialect: dialect ?? .standard) }
        let chosen = byName ?? ExportFormat(path: file, dialect: dialect ?? .standard)
        if dialect != nil, chosen == .json || chosen == .jsonl {
            throw Complaint.misplaced(
                option: "--dialect", command: "export", instead: "only CSV has dialects, so use --format csv")
        }
        return chosen
    }
}

import ArgumentParser
import Journal
import JournalExchange

struct ExportCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "export", abstract: "Export sessions to a file.",
        discussion: """
            The file is written completely or not at all, and shows the journal at one moment. Without a file, or with \
            '-', it goes to standard output. Without --format, the end of the file's name decides.

              surfjournal export sessions.csv
              surfjournal export --format jsonl --last 1y
              surfjournal export sheet.csv --dialect excel --force
            """)

    /// The values of `--format`.
    enum FormatName: String, CaseIterable, ExpressibleByArgument {
        case csv, json, jsonl
    }

    @Argument(help: ArgumentHelp("The file, or '-' for standard output.", valueName: "file")) var file = "-"
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(help: ArgumentHelp("The format (default: by the end of the file's name).", valueName: "format"))
    var format: FormatName?
    @Option(help: ArgumentHelp("How to write CSV.", valueName: "dialect")) var dialect: CSVDialect?
    @Flag(help: "Replace an existing file.") var force = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    /// An export that is ready to start: what to read, how to write it, and where.
    struct Work {
        let journal: Journal
        let query: EntryQuery
        let exporter: Exporter
        let output: OutputFile

        var backgroundQuery: BackgroundQuery { exporter.backgroundQuery(query, of: journal) }

        /// The number of entries to write.
        func count() throws -> Int { try journal.count(query) }
    }

    func run(in context: CommandContext) throws {
        let count = try export(try prepare(in: context), context)
        context.console.note(Sentences.exported(count, to: file == "-" ? "standard output" : file))
    }

    /// Prepares the export up to its first read of an entry.
    func prepare(in context: CommandContext) throws -> Work {
        let format = try chosenFormat()
        let query = try filter.query(context.filterReader)
        context.echo(query.filter)
        let journal = try context.openJournal(checking: filter.check)
        let output = try OutputFile.replacing(file, force: force, sparing: journal.files)
        if let ending = unknownEnding {
            output.abandon()
            throw Complaint.unknownEnding(ending)
        }
        return Work(journal: journal, query: query, exporter: Exporter(format, zone: context.zone), output: output)
    }

    /// The file name's ending, if the format is inferred from it and it is not a known one. Endings without letters are
    /// ignored.
    private var unknownEnding: String? {
        let ending = ExportFormat.ending(of: file)
        let isKnown = format != nil || dialect != nil || ExportFormat(name: ending) != nil
        return isKnown || !ending.contains(where: \.isLetter) ? nil : ending
    }

    private func export(_ work: Work, _ context: CommandContext) throws -> Int {
        let cancel = CancelToken()
        let bar = ProgressLine(context.console)
        defer { bar.clear() }
        let total = bar.isOn ? try work.count() : nil
        return try context.interruption.cancelling(target: work.output.isDirect ? nil : file, cancel.cancel) {
            try work.exporter.export(
                work.backgroundQuery, fields: work.journal.fields, to: work.output, cancel: cancel, total: total,
                progress: { bar.show(done: $0.done, total: $0.total ?? 0) })
        }
    }

    private func chosenFormat() throws -> ExportFormat {
        for (isGiven, option) in [(globals.json, "--json"), (globals.csv, "--csv"), (globals.plain, "--plain")]
        where isGiven {
            throw Complaint.misplaced(
                option: option, command: "export", instead: "Use --format csv, json or jsonl")
        }
        let byName = format.flatMap { ExportFormat(name: $0.rawValue, dialect: dialect ?? .standard) }
        let chosen = byName ?? ExportFormat(path: file, dialect: dialect ?? .standard)
        if dialect != nil, chosen == .json || chosen == .jsonl {
            throw Complaint.misplaced(
                option: "--dialect", command: "export", instead: "Only CSV has dialects. Use --format csv")
        }
        return chosen
    }
}

import ArgumentParser
import Journal
import JournalTransfer

struct ExportCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "export", abstract: "Export sessions to a file.",
        discussion: """
            The file is written completely or not at all, and shows the journal at one moment. Without a file, or with \
            '-', it goes to standard output. Without --format, the end of the file's name decides.

              surfjournal export sessions.csv
              surfjournal export --format jsonl --last 1y
              surfjournal export sheet.csv --dialect excel --force
              surfjournal export surf.ics --last 1y

            CSV has every text exactly as it is. With --dialect excel, text that a spreadsheet would read as a formula gets an \
            apostrophe before it, which 'import' removes.

            An .ics file is a calendar (RFC 5545): each session's start and duration, its place, the stars in the \
            title, and the rest in the description. Sessions without a date are not in it. It cannot be imported back.

            JSON has the computed tide and light of sessions at places with coordinates, under the key 'computed', which \
            'import' ignores.
            """)

    /// The values of `--format`.
    enum FormatName: String, CaseIterable, ExpressibleByArgument {
        case csv, json, jsonl, ics
    }

    @Argument(help: ArgumentHelp("The file, or '-' for standard output.", valueName: "file"), completion: .file())
    var target: String?
    @Option(
        name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("The same as FILE.", valueName: "file"),
        completion: .file()) var output: String?
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(help: ArgumentHelp("The format (default: by the end of the file's name).", valueName: "format"))
    var format: FormatName?
    @Option(
        help: ArgumentHelp(
            "How to write CSV: 'excel' guards formulas, 'original' is the tutorial's.", valueName: "dialect"))
    var dialect: CSVDialect?
    @Flag(name: .shortAndLong, help: "Replace an existing file.") var force = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let takesFormat = false
    static let formats = CommandFormats.unchecked

    /// The file as it was typed; `-` is standard output.
    var file: String { target ?? output ?? "-" }

    static let onlyReads = true

    func run(in context: CommandContext) throws {
        if target != nil, output != nil { throw Refusal.exclusive(["FILE", "--output"]) }
        let bar = ProgressLine(context.console)
        defer { bar.clear() }
        let export = try prepare(in: context, counts: bar.isOn)
        let cancel = CancelToken()
        let count = try context.interruption.cancelling(target: export.file.isDirect ? nil : file, cancel.cancel) {
            try export.run(cancel: cancel, progress: { bar.show(done: $0.done, total: $0.total ?? 0) })
        }
        bar.clear()
        context.console.note(Messages.exported(count, to: file == "-" ? "standard output" : file))
    }

    /// Prepares the export up to its first read of an entry.
    /// - Parameter counts: Whether to count the entries first.
    func prepare(in context: CommandContext, counts: Bool) throws -> Export {
        let format = try chosenFormat()
        let (journal, query) = try context.open(filter)
        let output = try OutputFile.replacing(context.path(file), force: force, sparing: journal.files)
        if let ending = unknownEnding {
            output.abandon()
            throw Refusal.usage(
                "export cannot write .\(ending) files. Use a name that ends in .csv, .json, .jsonl or .ics, or add --format."
            )
        }
        return Export(
            query, of: journal, as: format, zone: context.zone, to: output,
            total: counts ? try journal.count(format.ordered(query)) : nil, now: context.now,
            computed: try computed(format, journal, context))
    }

    /// What JSON has beside the sessions' values; nil for other formats, and if nothing is known about any place.
    private func computed(
        _ format: ExportFormat, _ journal: Journal, _ context: CommandContext
    ) throws -> ComputedSea? {
        guard format == .json || format == .jsonl, let sea = try context.seaIfKnown(of: journal) else { return nil }
        return ComputedSea(sea, zone: context.zone)
    }

    /// The file name's ending, if the format is inferred from it and it is not a known one. Endings without letters are
    /// ignored.
    private var unknownEnding: String? {
        let ending = ExportFormat.ending(of: file)
        let isKnown =
            format != nil || globals.json || globals.csv || dialect != nil || ExportFormat(name: ending) != nil
        return isKnown || !ending.contains(where: \.isLetter) ? nil : ending
    }

    private func chosenFormat() throws -> ExportFormat {
        if globals.plain {
            throw Refusal.misplaced(
                option: "--plain", command: "export", instead: "Use --format csv, json, jsonl or ics")
        }
        let byOption: [FormatName?] = [format, globals.json ? .json : nil, globals.csv ? .csv : nil]
        let given = byOption.compactMap(\.self)
        if given.count > 1 { throw Refusal.usage("Give one format.") }
        let byName = given.first.flatMap { ExportFormat(name: $0.rawValue, dialect: dialect ?? .standard) }
        let chosen = byName ?? ExportFormat(path: file, dialect: dialect ?? .standard)
        if dialect != nil, [.json, .jsonl, .ics].contains(chosen) {
            throw Refusal.misplaced(
                option: "--dialect", command: "export", instead: "Only CSV has dialects. Use --format csv")
        }
        return chosen
    }
}

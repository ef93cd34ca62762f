import ArgumentParser
import Journal
import SurfLanguage

struct ImportCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "import", abstract: "Read sessions from a file.",
        discussion: """
            From CSV, JSON or JSON lines: what 'export' wrote, the tutorial's file without a header, or any other one, whose \
            columns --map names. All of it is imported or nothing, and one 'undo' takes it back. A session that is there \
            already, in every field, is not imported again. A row needs a place and a date, but for what 'export' wrote. A \
            height without a unit is in feet, or in what --units or 'config units' says, and gets that unit; numbers of \
            measured swell are in metres, periods in seconds, temperatures in °C. Dates as 8/5/14 need --date-order; their \
            years are of 1969 to 2068.

              surfjournal import old.csv --dry-run
              surfjournal import old.csv --map Break=location --map Stars=rating --map Remarks=
              surfjournal import old.csv --date-order mdy --skip-bad
              surfjournal import malibu.csv --location Malibu
            """)

    @Argument(help: ArgumentHelp("The file, or '-' for standard input.", valueName: "file")) var file: String
    @Option(help: ArgumentHelp("What the file is; without it, the name's ending decides.", valueName: "format"))
    var format: ExportCommand.FormatName?
    @Option(help: ArgumentHelp("How the CSV was written; original has no header.", valueName: "dialect"))
    var dialect: CSVDialect?
    @Option(
        help: ArgumentHelp(
            "What a column is: id or a field, or nothing to leave it out. May be given again.",
            valueName: "column=field"))
    var map: [String] = []
    @Option(
        name: [.long, .customLong("spot"), .customLong("place")],
        help: ArgumentHelp("The place of rows without one.", valueName: "place"))
    var location: String?
    @Flag(help: "Import rows without a place or a date too.") var allowMissing = false
    @Flag(help: "Show what would be imported; write nothing.") var dryRun = false
    @Flag(help: "Leave bad rows out, and put them into FILE.rejects.csv.") var skipBad = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("import")
        let request = try request(context)
        if context.session != nil, file == "-" { throw Complaint.importNeedsFile }
        let output = ImportOutput(file: file, isDryRun: dryRun, context: context)
        if file != "-" { try context.requireOtherInput(file) }
        let source = try output.telling { try ImportFile.open(file) }
        let journal = try context.openJournal()
        let outcome = try output.telling { try work(source, request, journal, context) }
        if isJSON { try output.writeJSON(outcome) } else if dryRun { try output.showRows(outcome) }
        output.note(outcome)
    }

    private func work(
        _ source: ImportFile, _ request: ImportRequest, _ journal: Journal, _ context: CommandContext
    ) throws -> ImportOutcome {
        let cancel = CancelToken()
        let bar = ProgressLine(context.console)
        defer { bar.clear() }
        let progress = { (state: ExportProgress) in bar.show(done: state.done, total: state.total ?? 0) }
        return try context.interruption.cancelling(target: Sentences.cancelledJournal, cancel.cancel) {
            try dryRun
                ? journal.previewImport(of: source, request, cancel: cancel, progress: progress)
                : journal.importEntries(
                    from: source, request, cancel: cancel, problem: Sentences.problem, progress: progress)
        }
    }

    // MARK: What is asked for

    private func request(_ context: CommandContext) throws -> ImportRequest {
        if let dialect, let format, format != .csv {
            throw Complaint.misplaced(
                option: "--dialect \(dialect.rawValue)", command: "import",
                instead: "only CSV has dialects, so use --format csv")
        }
        return ImportRequest(
            format: format.flatMap { ExportFormat(name: $0.rawValue, dialect: dialect ?? .standard) },
            dialect: dialect, map: try mappings(), skipsBadRows: skipBad, dates: context.dates,
            required: allowMissing ? [] : [.location, .date], place: try place(context),
            units: context.settings.units)
    }

    private func place(_ context: CommandContext) throws -> String? {
        do throws(FieldError) {
            guard let location, case .text(let place) = try context.fieldReader.value(of: .location, location) else {
                return nil
            }
            return place
        } catch {
            throw Complaint.field(error, option: EntryField.location.flag)
        }
    }

    private func mappings() throws -> [(name: String, column: EntryColumn?)] {
        let mappings = try map.map(mapping)
        let columns = mappings.compactMap(\.column)
        for (index, column) in columns.enumerated() where columns[..<index].contains(column) {
            throw Complaint.mappedTwice(column.name)
        }
        return mappings
    }

    /// Reads `COLUMN=FIELD`; a column may have an equals sign in its name, a field has none.
    private func mapping(_ text: String) throws -> (name: String, column: EntryColumn?) {
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex else { throw Complaint.notAMapping(text) }
        let (name, field) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
        if field.isEmpty { return (name, nil) }
        switch EntryColumn(name: field) {
        case .id?: return (name, .id)
        case .field(let field)?: return (name, .field(field))
        default: throw Complaint.unknownField(field, known: ["id"] + EntryField.allCases.map(\.name))
        }
    }
}

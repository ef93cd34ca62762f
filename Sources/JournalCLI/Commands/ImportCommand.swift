import ArgumentParser
import Journal
import JournalTransfer
import SurfLanguage

struct ImportCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "import", abstract: "Import sessions from a file.",
        discussion: """
            Reads spreadsheets and other tables, JSON, the tracks of watches (GPX, TCX, FIT), Apple Health's export.xml, \
            and other diaries (jrnl, Day One, Markdown, or a sentence on each line), and reports how it read them. It imports \
            all rows or none, and 'undo' undoes it. It skips sessions that you already have. A row of an earlier export that \
            you changed changes its session. A row needs a place and a date, unless 'export' wrote it.

              surfjournal import old.csv --dry-run
              surfjournal import old.csv --map Break=location --map 'Fun=rating:POOR=1,GOOD=4'
              surfjournal import watch.csv --where 'Activity Type = Surfing' --location Zuma
              surfjournal import activity.fit --location 'Ocean Beach'
              surfjournal import notes.txt --sentences
            """)

    @Argument(help: ArgumentHelp("The file, or '-' for standard input.", valueName: "file"), completion: .file())
    var file: String
    @Option(help: ArgumentHelp("The file's format (default: by the end of its name).", valueName: "format"))
    var format: FormatName?
    @Option(
        help: ArgumentHelp(
            "How the CSV was written: 'original' is the tutorial's, without a header.", valueName: "dialect"))
    var dialect: CSVDialect?
    @Option(
        help: ArgumentHelp(
            "A column's field or id, with a unit or words after a colon, or nothing to skip it. Can be repeated.",
            valueName: "column=field"), completion: .value(.nothing))
    var map: [String] = []
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Import only rows with this value. Can be repeated.", valueName: "column=value"),
        completion: .value(.nothing))
    var conditions: [String] = []
    @Option(
        name: [.long, .customLong("spot"), .customLong("place")],
        help: ArgumentHelp("The place for rows without one.", valueName: "place"), completion: .value(.place))
    var location: String?
    @Option(
        help: ArgumentHelp("The zone of times without one (default: this machine's).", valueName: "zone"),
        completion: .value(.zone))
    var timeZone: String?
    @Flag(help: "Read each line as a sentence, as after 'add'.") var sentences = false
    @Flag(help: "Also import rows without a place or date.") var allowMissing = false
    @Flag(name: .customLong("new"), help: "Import changed rows of an export as new sessions.")
    var isNew = false
    @Flag(help: "Show what would be imported, without saving.") var dryRun = false
    @Flag(help: "Skip bad rows and write them to FILE.rejects.csv.") var skipBad = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let takesFormat = false

    /// The values of `--format`.
    enum FormatName: String, CaseIterable, ExpressibleByArgument {
        case csv, json, jsonl
    }

    func run(in context: CommandContext) throws {
        var request = try request(context)
        let file = context.path(file)
        let output = ImportOutput(
            file: file, isDryRun: dryRun, hasConditions: !conditions.isEmpty, context: context)
        if file == "-" {
            try context.prepareStandardInput(atPrompt: "Name a file to import.")
        } else {
            try context.requireOtherInput(file)
        }
        // Create a journal only if the file exists.
        let source = try output.reporting { try ImportFile.open(file) }
        let journal = try context.openJournal(making: .empty)
        request.places = try journal.knownPlaces()
        request.light = context.light(
            at: request.place, try journal.placeValues(.coordinates), try journal.placeValues(.timeZone))
        if !dryRun { try context.backUpFirst(journal) }
        let advice = ImportAdvice(command: self, file: source, journal: journal, context: context)
        let outcome = try decided(request, output, context, advice) { request in
            try work(source, request, journal, output, context)
        }
        if context.isJSON { try output.writeJSON(outcome) } else if dryRun { try output.showRows(outcome) }
        output.note(outcome)
        if !dryRun { remember(request.map, outcome, context) }
    }

    /// Does the work. If no row determines the order of dates, a person at a terminal is asked for it.
    private func decided(
        _ request: ImportRequest, _ output: ImportOutput, _ context: CommandContext, _ advice: ImportAdvice,
        _ work: (ImportRequest) throws -> ImportOutcome
    ) throws -> ImportOutcome {
        func reporting(
            _ request: ImportRequest, _ work: () throws -> ImportOutcome
        ) throws -> ImportOutcome {
            try output.reporting(trying: { advice.commands(after: $0, request) }, work)
        }
        do {
            return try work(request)
        } catch ImportError.orderUnknown(let column, let cell) where context.console.canAsk && file != "-" {
            guard let order = try output.askedOrder(column, cell, request.dates) else {
                return try reporting(request) { throw ImportError.orderUnknown(column: column, cell: cell) }
            }
            var request = request
            (request.dates.order, request.hasOrder) = (order, true)
            return try reporting(request) {
                try advice.file.rewind()
                return try work(request)
            }
        } catch {
            return try reporting(request) { throw error }
        }
    }

    /// Remembers the `--map` options for the next file with this header. If the settings file cannot be written, the
    /// import still succeeds.
    private func remember(_ map: [ColumnMapping], _ outcome: ImportOutcome, _ context: CommandContext) {
        guard !map.isEmpty, let findings = outcome.findings, let shape = findings.shape else { return }
        do throws(Refusal) {
            let spared = (try? context.place.get()).map { JournalFiles(of: $0.url) }
            try ConfigurationFile(context.environment, sparing: spared).remember(map + findings.remembered, of: shape)
        } catch {
            context.console.note("The settings cannot be written, so --map is not remembered.")
        }
    }

    private func work(
        _ source: ImportFile, _ request: ImportRequest, _ journal: Journal, _ output: ImportOutput,
        _ context: CommandContext
    ) throws -> ImportOutcome {
        let cancel = CancelToken()
        let bar = ProgressLine(context.console)
        defer { bar.clear() }
        let progress = { (state: ExportProgress) in bar.show(done: state.done, total: state.total ?? 0) }
        return try context.interruption.cancelling(target: Messages.cancelledJournal, cancel.cancel) {
            try dryRun
                ? journal.previewImport(
                    of: source, request, cancel: cancel, progress: progress, found: output.report, bad: output.report)
                : journal.importEntries(
                    from: source, request, cancel: cancel, problem: Messages.problem, progress: progress,
                    found: output.report,
                    approve: { changes in
                        bar.clear()
                        try output.confirm(changes)
                    })
        }
    }

    // MARK: Request

    private func request(_ context: CommandContext) throws -> ImportRequest {
        if let dialect, let format, format != .csv {
            throw Refusal.misplaced(
                option: "--dialect \(dialect.rawValue)", command: "import",
                instead: "Only CSV has dialects. Use --format csv")
        }
        var request = ImportRequest(
            format: format.flatMap { ExportFormat(name: $0.rawValue, dialect: dialect ?? .standard) },
            dialect: dialect, map: try mappings(), skipsBadRows: skipBad, dates: context.dates,
            required: allowMissing ? [] : [.location, .date], place: try place(context),
            units: context.settings.units.length)
        request.conditions = try conditions.map(condition)
        request.hasOrder = globals.dateOrder != nil
        request.hasSentences = sentences
        if isNew { request.numbered = .new }
        if let zone = try zone(context) { request.read(in: zone) }
        let maps = try Configuration.ofUser(environment: context.environment).importMaps
        request.remembered = { shape in (maps[shape] ?? []).compactMap { ColumnMapping($0) } }
        return request
    }

    private func condition(_ text: String) throws -> ImportCondition {
        guard let condition = ImportCondition(text) else {
            throw Refusal.usage(
                "--where needs COLUMN = VALUE, such as --where 'Activity Type = Surfing', not '\(text)'.")
        }
        return condition
    }

    private func zone(_ context: CommandContext) throws -> String? {
        guard let timeZone, case .text(let zone) = try context.fieldReader.option(.timeZone, timeZone) else {
            return nil
        }
        return zone
    }

    private func place(_ context: CommandContext) throws -> String? {
        guard let location, case .text(let place) = try context.fieldReader.option(.location, location) else {
            return nil
        }
        return place
    }

    private func mappings() throws -> [ColumnMapping] {
        let mappings = try map.map(mapping)
        let meanings = mappings.compactMap(\.meaning)
        for (index, meaning) in meanings.enumerated()
        where meaning.field != .notes && meanings[..<index].contains(where: { $0.target == meaning.target }) {
            throw Refusal.usage("--map gives \(meaning.name) to two columns. Give it to one.")
        }
        return mappings
    }

    private func mapping(_ text: String) throws -> ColumnMapping {
        if let mapping = ColumnMapping(text) { return mapping }
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { throw Refusal.notAMapping(text) }
        let field = text[text.index(after: sign)...].split(separator: ":").first.map(String.init) ?? ""
        if ColumnMapping("x=" + field) != nil { throw Refusal.notAMapping(text) }
        throw Refusal.unknownField(field, known: ["id"] + EntryField.allCases.map(\.optionName))
    }
}

extension Refusal {
    fileprivate static func notAMapping(_ text: String) -> Refusal {
        .usage("--map needs COLUMN=FIELD, such as --map Break=location, not '\(text)'.")
    }
}

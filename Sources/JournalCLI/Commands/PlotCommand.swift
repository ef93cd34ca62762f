import ArgumentParser
import Journal
import JournalTransfer
import JournalInsight
import SurfLanguage

struct PlotCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "plot", abstract: "Draw your sessions.",
        discussion: """
            Sample sessions are drawn only with --samples with. In ASCII, digits stand for shades. --svg writes a \
            picture for browsers, in light and dark.

              surfjournal plot
              surfjournal plot calendar --on 2025
              surfjournal plot months --location malibu
              surfjournal plot hist height --rating 4..
              surfjournal plot scatter period rating --svg period.svg
            """)

    @Argument(help: ArgumentHelp("months (default), calendar, rating, hist FIELD, or scatter X Y.", valueName: "what"))
    var what: [String] = []
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(
        name: [.long, .customShort("o")], help: ArgumentHelp("Write the picture to an SVG file.", valueName: "file"),
        completion: .file()) var svg: String?
    @Flag(name: .shortAndLong, help: "Replace an existing file.") var force = false
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let operandKinds: [CompletionKind] = [
        .words(names), .after(["hist": .words(numericFields), "scatter": .words(numericFields)]),
        .after(["scatter": .words(numericFields)]), .after([:]),
    ]

    static let onlyReads = true

    func run(in context: CommandContext) throws {
        let kind = try PlotCommand.kind(what)
        let (journal, query) = try context.open(filter) { try $0.require(kind.fields) }
        let plot = try journal.plot(
            kind, of: query, now: context.now, zone: context.zone, units: context.settings.units)
        if let svg { try write(plot, kind, to: context.path(svg), sparing: journal.files) }
        if context.isJSON { return try context.console.json(JSONValue(plot, kind)) }
        if plot.sessions == 0 {
            if let note = try noNumbers(for: kind, query, journal) { return context.console.note(note) }
            return try context.reportNothing(journal, filter)
        }
        try svg.map { context.console.note("Drew \($0).") } ?? draw(plot, kind, context)
    }

    /// That there are sessions, but without numbers to draw; nil if that is not the reason.
    private func noNumbers(for kind: PlotKind, _ query: EntryQuery, _ journal: Journal) throws -> String? {
        let drawsDays = [.calendar, .months].contains(kind)
        guard !drawsDays, try journal.count(query) > 0 else { return nil }
        return Messages.noNumbers(kind.fields, isFiltered: !filter.isEmpty)
    }

    private func draw(_ plot: Plot, _ kind: PlotKind, _ context: CommandContext) throws {
        let drawing = PlotText(
            glyphs: context.glyphs(picture), isColoured: context.console.isColoured, width: context.pictureWidth)
        try context.console.lines(drawing.lines(plot))
        try context.console.flush()
        if let note = drawing.note(plot, kind) { context.console.note(note) }
    }

    private func write(_ plot: Plot, _ kind: PlotKind, to path: String, sparing spared: JournalFiles) throws {
        let file = try OutputFile.replacing(path, force: force, sparing: spared)
        try file.write(Array(PlotSVG.text(plot, kind).utf8))
        try file.commit()
    }

    private static let names = ["calendar", "months", "rating", "hist", "scatter"]
    private static let numericFields = EntryField.allCases.filter(\.isNumeric).map(\.optionName)

    private static func kind(_ words: [String]) throws -> PlotKind {
        let name = words.first ?? "months"
        let fields = words.dropFirst()
        let wanted = name == "hist" ? 1 : name == "scatter" ? 2 : 0
        guard names.contains(name) else { throw Refusal.noPicture(name, known: names) }
        guard fields.count == wanted else { throw Refusal.fields(name, wanted: wanted) }
        let drawn = try fields.map(field)
        switch name {
        case "calendar": return .calendar
        case "months": return .months
        case "rating": return .rating
        case "hist": return .histogram(drawn[0])
        default: return .scatter(x: drawn[0], y: drawn[1])
        }
    }

    private static func field(_ name: String) throws -> EntryField {
        guard let field = EntryField(name: name) else {
            throw Refusal.unknownField(name, known: numericFields)
        }
        guard field.isNumeric else { throw Refusal.notNumeric(field) }
        return field
    }
}

extension Plot {
    /// The number of entries drawn.
    var sessions: Int {
        switch self {
        case .calendar(let plot): plot.days.values.reduce(0, +)
        case .bars(let plot): plot.sessions
        case .scatter(let plot): plot.sessions
        }
    }
}

extension Refusal {
    fileprivate static func noPicture(_ name: String, known: [String]) -> Refusal {
        if name.isEmpty {
            return Refusal.usage("Say what to draw: calendar, months, rating, hist FIELD or scatter X Y.")
        }
        let next =
            DidYouMean.nearest(to: name, among: known).map { "Did you mean '\($0)'?" }
            ?? "The pictures are calendar, months, rating, hist FIELD and scatter X Y."
        return Refusal.usage("There is no picture '\(name)'. \(next)")
    }

    /// The wrong number of fields for the picture.
    fileprivate static func fields(_ name: String, wanted: Int) -> Refusal {
        switch wanted {
        case 0: .usage("'\(name)' takes no field. Try: surfjournal plot \(name).")
        case 1: .usage("'hist' draws one field. Try: surfjournal plot hist height.")
        default: Refusal.usage("'scatter' draws two fields. Try: surfjournal plot scatter period rating.")
        }
    }

    fileprivate static func notNumeric(_ field: EntryField) -> Refusal {
        let numeric = EntryField.allCases.filter(\.isNumeric).map(\.optionName).joined(separator: ", ")
        return Refusal.usage("'\(field.optionName)' has no numbers to draw. These have: \(numeric).")
    }
}

extension Messages {
    /// No session has a number for each of these fields.
    fileprivate static func noNumbers(_ fields: [EntryField], isFiltered: Bool) -> String {
        let whose = isFiltered ? "None of these sessions has" : "No session has"
        let options = fields.map(\.flag).joined(separator: " and ")
        return fields.count == 1
            ? "\(whose) a number for \(names(fields)) yet. Record it with \(options)."
            : "\(whose) numbers for both \(fields.map(\.words).joined(separator: " and ")) yet. Record them with \(options)."
    }
}

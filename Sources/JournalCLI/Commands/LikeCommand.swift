import ArgumentParser
import Journal
import JournalInsight
import SurfLanguage

struct LikeCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "like", abstract: "Find sessions in similar conditions, or rank a forecast.",
        discussion: """
            Give conditions, a session, or both. Options override the session's values. --location and --board limit where it \
            looks. Only values that both record are compared, and a session that records fewer than half of yours is \
            skipped.

              surfjournal like --height 5ft --period 14s --wind 'offshore 5kts'
              surfjournal like last
              surfjournal like --swell-height 2m --swell-direction WNW -n 5

            --forecast FILE ranks the parts of the coming days at your places by the rating to expect: FILE is Open-Meteo's \
            forecast as CSV or JSON, or rows of date, height, period, direction and wind. It learns from your rated \
            sessions, tide and light included, says how wrong it is about them, and ranks nothing if always guessing a \
            place's mean is as good.

              surfjournal like --forecast forecast.csv
            """)

    @Argument(
        help: ArgumentHelp("A session's ID, 'last', 'newest', or words that find it.", valueName: "id"),
        completion: .value(.entry))
    var entry: [String] = []
    @OptionGroup(title: "Conditions") var set: FieldOptions
    @Option(help: ArgumentHelp("Rank what this forecast has.", valueName: "file"), completion: .file())
    var forecast: String?
    @Option(help: ArgumentHelp("Whether to include the sample sessions.", valueName: "choice")) var samples:
        SampleChoice?
    @OptionGroup var limit: LimitOption
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    /// The number of entries shown without `--limit`.
    static let matches = 10

    static let onlyReads = true

    func run(in context: CommandContext) throws {
        if let forecast { return try rank(forecast, context) }
        let operand = try EntryOperand.single(entry)
        let given = try conditions(context.fieldReader)
        let limit = try limit.count() ?? LikeCommand.matches
        if operand == nil, given == EntryValues() { throw Refusal.nothingToCompare }
        var query = try places(context.filterReader)
        let journal = try context.openJournal { try $0.require(set.typed.map(\.field)) }
        query.samples = try samples ?? journal.sampleState().ordinaryChoice
        let id = try operand.map { try context.id($0, in: journal) }
        let wanted = SeaState(try merged(given, over: id.map { try journal.record($0).values }))
        if wanted.known.isEmpty { throw Refusal.noConditions(of: id) }
        let result = try journal.like(wanted, in: query, excluding: id, limit: limit)
        try write(result, wanted, query, journal, context)
    }

    private func write(
        _ result: LikeResult, _ wanted: SeaState, _ query: EntryQuery, _ journal: Journal, _ context: CommandContext
    ) throws {
        if context.isJSON {
            return try context.console.json(JSONValue(result, wanted, fields: journal.fields, zone: context.zone))
        }
        if result.matches.isEmpty {
            return context.console.note(try nothingAlike(query, journal, context))
        }
        let text = LikeText(result, text: context.text, units: context.settings.units, glyphs: context.glyphs(picture))
        let lines = text.lines(width: context.pictureWidth)
        try context.console.lines(lines.lines)
        try context.console.flush()
        for note in text.leftOut { context.console.note(note) }
        if !lines.hidden.isEmpty { context.console.note(Messages.tooNarrow(lines.hidden)) }
    }

    /// Why nothing is alike.
    private func nothingAlike(_ query: EntryQuery, _ journal: Journal, _ context: CommandContext) throws -> String {
        if try journal.count(query) > 0 { return "No other session of yours has numbers to compare." }
        if query.filter.isEmpty, samples == nil { return Messages.emptyJournal }
        return Messages.noMatch(context.suggestedName(.place, set.location.first ?? "", in: journal))
    }

    /// The fields that describe the sea.
    private static let compared = Set(SeaAspect.allCases.map(\.field))

    func conditions(_ reader: FieldReader) throws -> EntryValues {
        var values = EntryValues()
        for (field, texts) in set.typed where ![.location, .board].contains(field) {
            guard LikeCommand.compared.contains(field) else {
                throw Refusal.misplaced(
                    option: field.flag, command: "like", instead: "It compares only what the sea was like")
            }
            guard texts.count == 1 else { throw Refusal.givenTwice(option: field.flag) }
            values[field] = try reader.option(field, texts[0])
        }
        return values
    }

    func places(_ reader: FilterReader) throws -> EntryQuery {
        let terms =
            try set.location.map { try reader.option(.location, $0) } + set.board.map { try reader.option(.board, $0) }
        return EntryQuery(filter: terms)
    }

    private func merged(_ given: EntryValues, over entry: EntryValues?) throws -> EntryValues {
        var values = entry ?? EntryValues()
        for field in LikeCommand.compared { if let value = given[field] { values[field] = value } }
        return values
    }
}

extension Refusal {
    /// No conditions in options or in the entry.
    fileprivate static let nothingToCompare = Refusal.usage(
        "Say what to compare, such as: surfjournal like --height 5ft --period 14s, or name a session that has numbers.")

    /// The session has no conditions.
    fileprivate static func noConditions(of id: Int64?) -> Refusal {
        guard let id else { return nothingToCompare }
        return .usage(
            "Session \(id) has no conditions to compare. Try: surfjournal like --height 5ft --period 14s.")
    }
}

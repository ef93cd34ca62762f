import ArgumentParser
import Journal
import SurfLanguage
import TidesAndLight

/// The options that select entries (FILTER in usage lines). They are combined with AND.
struct FilterOptions: ParsableArguments {
    @OptionGroup var fields: FieldOptions

    @Option(help: ArgumentHelp("From this day, month or year on.", valueName: "date"), completion: .value(.nothing))
    var from: [String] = []

    @Option(
        help: ArgumentHelp("Up to and including this day, month or year.", valueName: "date"),
        completion: .value(.nothing))
    var to: [String] = []

    @Option(
        help: ArgumentHelp("On this day, or in this month or year.", valueName: "date"), completion: .value(.nothing))
    var on: [String] = []

    @Option(help: ArgumentHelp("In the last 30d, 2w, 6m or 1y.", valueName: "length"), completion: .value(.nothing))
    var last: [String] = []

    @Option(help: ArgumentHelp("The notes have this #tag.", valueName: "tag"), completion: .value(.tag))
    var tag: [String] = []

    @Option(help: ArgumentHelp("The notes mention this @person.", valueName: "person"), completion: .value(.person))
    var with: [String] = []

    @Option(
        help: ArgumentHelp("The height of the tide, such as 1..3ft.", valueName: "range"), completion: .value(.nothing))
    var tideHeight: [String] = []

    @Option(help: ArgumentHelp("The part of the day by its light.", valueName: "part")) var light: [Daylight] = []

    @Option(
        name: .customLong("where"), help: ArgumentHelp("A predicate, such as 'rating >= 4'.", valueName: "predicate"),
        completion: .value(.nothing)
    )
    var condition: [String] = []

    @Option(help: ArgumentHelp("Whether to include the sample sessions.", valueName: "choice"))
    var samples: SampleChoice?

    /// The options that only filter and set no field.
    static let filteringOnly = Set(HelpDump.options(of: FilterOptions.self).flatMap(\.spelledNames))
        .subtracting(HelpDump.options(of: FieldOptions.self).flatMap(\.spelledNames))

    /// Whether there is no filter.
    var isEmpty: Bool {
        fields.typed.isEmpty && samples == nil && light.isEmpty
            && [from, to, on, last, tag, with, tideHeight, condition].allSatisfy(\.isEmpty)
    }

    /// Whether it selects by date.
    var hasDates: Bool { ![fields.date, from, to, on, last].allSatisfy(\.isEmpty) }

    /// The fields that the journal must have.
    var needed: [EntryField] { fields.typed.map(\.field) + (tag.isEmpty && with.isEmpty ? [] : [.notes]) }

    /// The query for the selected entries.
    /// - Parameter ordinary: Whether sample entries are included if `--samples` is not given.
    func query(
        _ reader: FilterReader, text: [String] = [], samples ordinary: SampleChoice = .with
    ) throws -> EntryQuery {
        var terms = text.isEmpty ? [] : [reader.anyText(text.joined(separator: " "))]
        for (field, texts) in fields.typed { terms += try texts.map { try reader.option(field, $0) } }
        terms += try FilterOptions.terms(from, "--from", reader.from)
        terms += try FilterOptions.terms(to, "--to", reader.to)
        terms += try FilterOptions.terms(on, "--on", reader.on)
        terms += try FilterOptions.terms(last, "--last", reader.last)
        terms += try tag.map { try FilterOptions.mention(.tag, $0, "--tag") }
        terms += try with.map { try FilterOptions.mention(.person, $0, "--with") }
        var query = EntryQuery(filter: terms, samples: samples ?? ordinary)
        for text in condition { try query.narrow(where: text) }
        return query
    }

    private static func mention(
        _ kind: MentionKind, _ text: String, _ option: String
    ) throws(Refusal) -> FilterTerm {
        guard let name = kind.name(text) else { throw .notAName(kind, text, option: option) }
        return .mention(MentionMatch(kind, name))
    }

    private static func terms(
        _ texts: [String], _ option: String, _ read: (String) throws(FieldError) -> FilterTerm
    ) throws -> [FilterTerm] {
        try texts.map { text in
            do throws(FieldError) { return try read(text) } catch { throw Refusal.field(error, option: option) }
        }
    }
}

extension FilterReader {
    /// The condition for a field from the value of its option.
    func option(_ field: EntryField, _ text: String) throws(Refusal) -> FilterTerm {
        do throws(FieldError) { return try term(field, text) } catch { throw .field(error, option: field.flag) }
    }
}

extension CommandContext {
    /// The journal, and the query for the entries that a filter selects. Prints the dates that the filter was understood
    /// to mean.
    /// - Parameters:
    ///   - ordinary: Whether sample entries are included if `--samples` is not given.
    ///   - check: As for `openJournal`. Fields of the filter that the journal does not have are refused first.
    func open(
        _ filter: FilterOptions, text: [String] = [], samples ordinary: SampleChoice = .with,
        checking check: ([EntryField]) throws -> Void = { _ in }
    ) throws -> (Journal, EntryQuery) {
        var query = try filter.query(filterReader, text: text, samples: ordinary)
        noteDates(of: query.filter)
        let questions = try filter.seaQuestions(filterReader)
        let journal = try openJournal { fields in
            try fields.require(filter.needed)
            try check(fields)
        }
        try ask(questions, &query, journal)
        return (journal, query)
    }

    private func noteDates(of filter: [FilterTerm]) {
        let dates = DateWriter(zone: zone)
        for case .date(let from, let before) in filter {
            console.note(
                Messages.understood(
                    from: from.map { dates.understood($0) }, before: before.map { dates.understood($0) }))
        }
    }
}

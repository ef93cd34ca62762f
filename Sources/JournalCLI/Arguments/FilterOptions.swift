import ArgumentParser
import Journal
import SurfLanguage

/// The options that select entries (FILTER in usage lines). They are combined with AND.
struct FilterOptions: ParsableArguments {
    @OptionGroup var fields: FieldOptions

    @Option(help: ArgumentHelp("From this day, month or year on.", valueName: "date"))
    var from: [String] = []

    @Option(help: ArgumentHelp("Up to and including this day, month or year.", valueName: "date"))
    var to: [String] = []

    @Option(help: ArgumentHelp("On this day, or in this month or year.", valueName: "date"))
    var on: [String] = []

    @Option(help: ArgumentHelp("In the last 30d, 2w, 6m or 1y.", valueName: "length"))
    var last: [String] = []

    @Option(
        name: .customLong("where"), help: ArgumentHelp("A predicate, such as 'rating >= 4'.", valueName: "predicate")
    )
    var condition: [String] = []

    @Option(help: ArgumentHelp("Whether to include the sample sessions.", valueName: "choice"))
    var samples: SampleChoice?

    /// The options that only filter and set no field.
    static let filteringOnly = Set(HelpDump.options(of: FilterOptions.self).flatMap(\.spelledNames))
        .subtracting(HelpDump.options(of: FieldOptions.self).flatMap(\.spelledNames))

    /// Whether there is no filter.
    var isEmpty: Bool {
        fields.typed.isEmpty && samples == nil && [from, to, on, last, condition].allSatisfy(\.isEmpty)
    }

    /// The query for the selected entries.
    /// - Parameter ordinary: Whether sample entries are included if `--samples` is not given.
    func query(
        _ reader: FilterReader, text: [String] = [], samples ordinary: SampleChoice = .with
    ) throws -> EntryQuery {
        var terms = text.isEmpty ? [] : [reader.anyText(text.joined(separator: " "))]
        for (field, texts) in fields.typed {
            terms += try FilterOptions.terms(texts, field.flag) { text throws(FieldError) in
                try reader.term(field, text)
            }
        }
        terms += try FilterOptions.terms(from, "--from", reader.from)
        terms += try FilterOptions.terms(to, "--to", reader.to)
        terms += try FilterOptions.terms(on, "--on", reader.on)
        terms += try FilterOptions.terms(last, "--last", reader.last)
        var query = EntryQuery(filter: EntryFilter(terms), samples: samples ?? ordinary)
        for text in condition { try query.narrow(where: text) }
        return query
    }

    /// The fields in the filter.
    var filtered: [EntryField] { fields.typed.map(\.field) }

    private static func terms(
        _ texts: [String], _ option: String, _ read: (String) throws(FieldError) -> FilterTerm
    ) throws -> [FilterTerm] {
        try texts.map { text in
            do throws(FieldError) { return try read(text) } catch { throw Refusal.field(error, option: option) }
        }
    }
}

extension FilterOptions {
    /// Refuses fields that the journal does not have.
    func check(_ fields: [EntryField]) throws(JournalError) {
        if let missing = filtered.first(where: { !fields.contains($0) }) { throw .missingField(missing) }
    }
}

extension CommandContext {
    /// Prints the dates that a filter was understood to mean.
    func noteDates(of filter: EntryFilter) {
        let dates = HumanDate(zone: zone)
        for case .date(let from, let before) in filter.terms {
            console.note(
                Messages.understood(
                    from: from.map { dates.understood($0) }, before: before.map { dates.understood($0) }))
        }
    }
}

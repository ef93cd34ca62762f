import ArgumentParser
import Foundation
import Journal
import SurfLanguage

struct ListCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "list", abstract: "Show your sessions, newest first.",
        discussion: """
            Shows the newest 20, unless you add -n or --all; --json, --csv and --plain show all. Several filters must \
            all match. Use a value or a range, such as 4..6ft, 4.. or ..8s, to find numbers.

              surfjournal list malibu
              surfjournal list --rating 4.. --height 3..6ft --last 1y
              surfjournal list --sort height --reverse -n 5 --columns date,location,height
              surfjournal list --where 'rating >= 4 AND location BEGINSWITH[c] "mal"'
              surfjournal list --json --all
            """,
        aliases: ["ls", "find", "search"])

    @Argument(help: "Words in the place, wind, board or notes; or a year or a month.", completion: .value(.place))
    var text: [String] = []
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var limit: LimitOption
    @Flag(help: "Show all sessions.") var all = false
    @Option(help: ArgumentHelp("Sort by this field, ascending.", valueName: "key"))
    var sort: EntrySort?
    @Flag(help: "Reverse the order.") var reverse = false
    @Option(
        help: ArgumentHelp("The columns to show, such as date,location.", valueName: "columns"),
        completion: .value(.columns)) var columns: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows

    /// The number of rows in the table without `--limit` or `--all`.
    private static let rows = 20
    /// The largest number of entries counted for the line below the table. Counting all of a large journal would take
    /// longer than reading the rows.
    private static let maxCounted = 1_000

    static let onlyReads = true
    static let isPaged = true

    func run(in context: CommandContext) throws {
        if let filter = filter.withinSpan(text, context.filterReader) {
            var inSpan = self
            (inSpan.filter, inSpan.text) = (filter, [])
            return try inSpan.run(in: context)
        }
        let isTable = context.format == .human
        let limit = try chosenLimit() ?? (isTable && !all ? ListCommand.rows : nil)
        var chosen = try chosenColumns()
        let shownFields = (chosen ?? []).compactMap(\.field) + (sort?.field.map { [$0] } ?? [])
        var (journal, query) = try context.open(filter, text: text) { try $0.require(shownFields) }
        (query.sort, query.reversed, query.limit) = (sort, reverse, limit)
        if isTable, chosen == nil { chosen = try ordinaryColumns + found(by: query, journal) }
        var shown = 0
        let output = context.output(
            context.format, fields: journal.fields, columns: chosen, searching: query.filter.compactMap(\.searchedNotes)
        )
        try journal.withReadTransaction(if: isTable && limit ?? .max > EntryOutput.keptRows) {
            try output.write { take in
                shown = 0
                try journal.blocks(query) { block in
                    shown += block.count
                    try take(block)
                }
            }
        }
        guard isTable else { return }
        try context.console.flush()
        context.console.note(try footer(shown, query, journal, context))
    }

    private func footer(
        _ shown: Int, _ query: EntryQuery, _ journal: Journal, _ context: CommandContext
    ) throws -> String {
        let bound = max(ListCommand.maxCounted, shown)
        let total = shown < query.limit ?? .max ? shown : try journal.count(query, upTo: bound)
        guard let total else { return Messages.shown(shown, ofMoreThan: bound) }
        if total > 0 { return Messages.shown(shown, of: total) }
        if text.isEmpty && filter.isEmpty { return Messages.emptyJournal }
        return Messages.noMatch(context.suggestion(filter, text: text, in: journal)) + byDate(context)
    }

    /// How to find sessions by date, if the searched words are one.
    private func byDate(_ context: CommandContext) -> String {
        let words = text.joined(separator: " ")
        let hours = 3_600.0
        guard !words.isEmpty, case .date(let from?, let before?)? = try? context.filterReader.on(words),
            before - from > 22 * hours
        else { return "" }
        return " To find by date: surfjournal list --on \(Messages.quoted(words))."
    }

    /// The columns of the table: the tutorial's fields, then those that the sessions are sorted and found by.
    private var ordinaryColumns: [EntryColumn] {
        let ordinary = EntryColumn.csv(fields: EntryField.firstModel)
        let more = (sort?.field.map { [$0] } ?? []) + filter.fields.typed.map(\.field)
        return more.map(EntryColumn.field)
            .reduce(into: ordinary) { columns, column in
                if !columns.contains(column) { columns.append(column) }
            }
    }

    /// The columns beside the ordinary ones in which something was found: the notes with a tag or a person, and the
    /// fields with the words that were searched.
    private func found(by query: EntryQuery, _ journal: Journal) throws -> [EntryColumn] {
        let ordinary = Set(ordinaryColumns)
        let isNamed = !filter.finding.tag.isEmpty || !filter.finding.with.isEmpty
        return try EntryField.searched.filter { field in
            guard journal.fields.contains(field), !ordinary.contains(.field(field)) else { return false }
            return try field == .notes && isNamed || hasWords(in: field, query, journal)
        }.map(EntryColumn.field)
    }

    /// Whether a session that is shown has the searched words in a field.
    private func hasWords(in field: EntryField, _ query: EntryQuery, _ journal: Journal) throws -> Bool {
        guard !text.isEmpty else { return false }
        var narrowed = query
        narrowed.filter.append(.text(field, TextMatch(text.joined(separator: " "))))
        narrowed.limit = 1
        var isFound = false
        try journal.blocks(narrowed.reading([field])) { _ in isFound = true }
        return isFound
    }

    private func chosenLimit() throws -> Int? {
        guard let count = try limit.count() else { return nil }
        if all { throw Refusal.exclusive(["--all", "--limit"]) }
        return count
    }

    private func chosenColumns() throws -> [EntryColumn]? {
        try columns?.split(separator: ",", omittingEmptySubsequences: false).map { name in
            let name = name.trimmingCharacters(in: .whitespaces)
            if let column = EntryField(name: name).map(EntryColumn.field) ?? EntryColumn(name: name) { return column }
            throw Refusal.unknownField(name, known: EntryColumn.names)
        }
    }
}

extension FilterTerm {
    /// What the term searches in notes; nil if it searches something else.
    fileprivate var searchedNotes: String? {
        switch self {
        case .text(.notes, let match), .anyText(let match): match.text
        case .mention(let match): match.signed
        default: nil
        }
    }
}

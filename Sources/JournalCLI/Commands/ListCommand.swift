import ArgumentParser
import Foundation
import Journal
import SurfLanguage

struct ListCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "list", abstract: "Show sessions, the newest first.",
        discussion: """
            The newest 20, unless -n or --all says otherwise; the formats for programs have all of them. Filters narrow each \
            other; a value or a range, as 4..6ft, 4.. or ..8s, finds a number.

              surfjournal list malibu
              surfjournal list --rating 4.. --height 3..6ft --last 1y
              surfjournal list --sort height --reverse -n 5 --columns date,location,height
              surfjournal list --where 'rating >= 4 AND location BEGINSWITH[c] "mal"'
              surfjournal list --json --all
            """,
        aliases: ["ls"])

    @Argument(help: "Words that the place, the wind or the notes contain.") var text: [String] = []
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: ArgumentHelp("At most so many.", valueName: "count"))
    var limit: String?
    @Flag(help: "All of them.") var all = false
    @Option(help: ArgumentHelp("What to sort by, ascending.", valueName: "key"))
    var sort: EntrySort?
    @Flag(help: "Turn the order round.") var reverse = false
    @Option(help: ArgumentHelp("The columns to show, as date,location.", valueName: "columns")) var columns: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    /// The rows of the human table where nothing else is asked for.
    private static let rows = 20
    /// How many sessions of a large journal are counted for the line below the table: counting all would take longer
    /// than reading the rows.
    private static let mostCounted = 1_000

    func run(in context: CommandContext) throws {
        let format = try globals.format()
        var query = try filter.query(context.filterReader, text: text)
        query.sort = sort
        query.reversed = reverse
        query.limit = try chosenLimit() ?? (format == .human && !all ? ListCommand.rows : nil)
        let chosen = try chosenColumns()
        context.echo(query.filter)
        let journal = try context.openJournal { try check(chosen, $0) }
        var shown = 0
        try context.output(format, fields: journal.fields, columns: chosen).write { take in
            try journal.records(query) { record in
                shown += 1
                try take(record)
            }
        }
        guard format == .human else { return }
        try context.console.flush()
        context.console.note(try footer(shown, query, journal, context))
    }

    /// Refuses fields that the store does not have.
    private func check(_ columns: [EntryColumn]?, _ fields: [EntryField]) throws {
        try filter.check(fields)
        let shown = (columns ?? []).compactMap { column in if case .field(let field) = column { field } else { nil } }
        let asked = shown + (sort?.field.map { [$0] } ?? [])
        if let missing = asked.first(where: { !fields.contains($0) }) { throw JournalError.missingField(missing) }
    }

    private func footer(
        _ shown: Int, _ query: EntryQuery, _ journal: Journal, _ context: CommandContext
    ) throws -> String {
        let bound = max(ListCommand.mostCounted, shown)
        let total = shown < query.limit ?? .max ? shown : try journal.count(query, upTo: bound)
        guard let total else { return Sentences.shown(shown, ofMoreThan: bound) }
        if total > 0 { return Sentences.shown(shown, of: total) }
        if text.isEmpty && filter.isEmpty { return Sentences.emptyJournal }
        return Sentences.noMatch(context.suggestedPlace(filter, text: text, in: journal))
    }

    private func chosenLimit() throws -> Int? {
        guard let limit else { return nil }
        if all { throw Complaint.exclusive(["--all", "--limit"]) }
        guard let count = Int(limit), count >= 0 else { throw Complaint.notACount(limit) }
        return count
    }

    private func chosenColumns() throws -> [EntryColumn]? {
        try columns?.split(separator: ",", omittingEmptySubsequences: false).map { name in
            let name = name.trimmingCharacters(in: .whitespaces)
            if let column = EntryColumn(name: name) { return column }
            throw Complaint.unknownField(name, known: ["id", "rev", "sample"] + EntryField.allCases.map(\.name))
        }
    }
}

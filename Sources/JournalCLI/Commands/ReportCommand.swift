import ArgumentParser
import Journal
import JournalTransfer
import JournalInsight
import SurfLanguage

struct ReportCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "report", abstract: "Write a page about your sessions, to keep or to send to friends.",
        discussion: """
            The page is one file for a browser, and needs no network: totals, a calendar, when each place is best, your \
            boards, people and tags, the tide and the light at places with coordinates, your best sessions, and a list that \
            you can sort and search. --without leaves parts out, for a page that you send.

              surfjournal report --html season.html --last 1y
              surfjournal report 2025 --html friends.html --without places --without times
              surfjournal report --json
            """)

    @Argument(help: ArgumentHelp("A year or a month, such as 2025.", valueName: "date")) var dates: [String] = []
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(
        name: [.long, .customShort("o")],
        help: ArgumentHelp("Write the page to this file, or to standard output with '-'.", valueName: "file"),
        completion: .file())
    var html: String?
    @Option(help: ArgumentHelp("The heading of the page.", valueName: "text"), completion: .value(.nothing)) var title:
        String?
    @Option(help: ArgumentHelp("Leave this out. Can be repeated.", valueName: "part")) var without:
        [SessionReport.Part] = []
    @Flag(name: .customLong("private"), help: "The same as --without notes --without people.") var isPrivate = false
    @Flag(name: .shortAndLong, help: "Replace an existing file.") var force = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let onlyReads = true
    static let operandKinds: [CompletionKind] = [.after([:])]

    func run(in context: CommandContext) throws {
        guard html != nil || context.isJSON else {
            let dates = dates.isEmpty ? "" : dates.joined(separator: " ") + " "
            let name = dates.isEmpty ? "sessions" : dates.filter { !$0.isWhitespace }
            let option = "--html \(name).html"
            let next = self.filter.isEmpty ? "Try: surfjournal report \(dates)\(option)." : "Add \(option)."
            throw Refusal.usage("Say where the page goes. \(next)")
        }
        if html == "-", context.isJSON {
            throw Refusal.usage("The page and --json cannot both go to standard output. Name a file for --html.")
        }
        let filter = try filter.within(dates, context.filterReader)
        let (journal, query) = try context.open(filter)
        let sea = try context.seaIfKnown(of: journal)
        let all = try journal.report(of: query, now: context.now, zone: context.zone, sea: sea)
        let report = all.without(leftOut, zone: context.zone)
        let listed = try html.map { try write(report, of: filter, to: $0, of: journal, in: context) }
        if context.isJSON {
            let goal = context.goalOfYear(filter)
            let fields = fields(of: journal)
            return try context.console.json {
                $0.members(of: report, goal: goal, zone: context.zone, fields: fields)
            }
        }
        if report.statistics.total.sessions == 0 { return try context.reportNothing(journal, filter) }
        guard let html, html != "-", let listed else { return }
        context.console.note(Messages.reported(report.statistics.total.sessions, listed: listed, to: html))
    }

    /// Writes the page.
    /// - Returns: How many sessions its list has.
    private func write(
        _ report: SessionReport, of filter: FilterOptions, to path: String, of journal: Journal,
        in context: CommandContext
    ) throws -> Int {
        let units = context.settings.units
        let totals = StatisticsText(
            report.statistics, goal: context.goalOfYear(filter), areOfAllDates: !filter.hasDates, units: units,
            zone: context.zone, glyphs: Glyphs(isUnicode: true))
        let page = ReportPage(
            report: report, totals: totals, entries: context.text, units: units,
            options: ReportPage.Options(title: title, without: leftOut, fields: fields(of: journal)))
        let (text, listed) = page.html()
        let file = try OutputFile.replacing(context.path(path), force: force, sparing: journal.files)
        try file.write(Array(text.utf8))
        try file.commit()
        return listed
    }

    private func fields(of journal: Journal) -> [EntryField] {
        let absent: [(SessionReport.Part, EntryField)] = [(.notes, .notes), (.places, .location), (.times, .tide)]
        let hidden = absent.filter { leftOut.contains($0.0) }.map(\.1)
        return journal.fields.filter { $0 != .timeZone && !hidden.contains($0) }
    }

    /// What is left out of the page.
    private var leftOut: Set<SessionReport.Part> { Set(without + (isPrivate ? [.notes, .people] : [])) }
}

extension Messages {
    fileprivate static func reported(_ count: Int, listed: Int, to path: String) -> String {
        let list = listed < count ? " Its list has the newest \(grouped(listed))." : ""
        return "Wrote a page about \(sessions(count)) to \(TerminalSafe.text(path)).\(list)"
    }
}

extension SessionReport.Part: ArgumentChoice {}

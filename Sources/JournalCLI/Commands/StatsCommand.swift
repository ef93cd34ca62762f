import ArgumentParser
import Journal
import JournalInsight

struct StatsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "stats", abstract: "Totals, streaks, and when each place is best.",
        discussion: """
            Sample sessions count only with --samples with. Ranges are the middle half of a \
            place's sessions rated 4 or 5, followed by how many there are. With fewer than five it says 'not enough'. Hours \
            are in the zone of each session.

              surfjournal stats
              surfjournal stats 2025
              surfjournal stats --by place --last 2y
              surfjournal stats --by board
              surfjournal stats --by person --with ana
              surfjournal stats --by hour --location malibu
              surfjournal stats --by tide --location rincon
              surfjournal stats --goal 100

            --by tide and light need the coordinates of places ('surfjournal spots set'). A tide is low, mid or high by thirds \
            of the day's range, and rising or falling; one that you typed counts instead of the computed one.

            'surfjournal config goal 100' stores the goal. 'stats' shows it unless you filter. --goal always shows one.
            """)

    @Argument(help: ArgumentHelp("A year or a month, such as 2025.", valueName: "date")) var dates: [String] = []
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(help: ArgumentHelp("Count sessions by this.", valueName: "what")) var by: Grouping?
    @Option(help: ArgumentHelp("Your goal for this year.", valueName: "sessions"), completion: .value(.nothing))
    var goal: Int?
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let onlyReads = true
    static let operandKinds: [CompletionKind] = [.after([:])]

    func run(in context: CommandContext) throws {
        if let goal, goal < 1 {
            throw Refusal.usage("--goal needs a number of sessions, such as --goal 100, not '\(goal)'.")
        }
        let filter = try filter.within(dates, context.filterReader)
        let goal = goal ?? context.goalOfYear(filter)
        let needed = by?.laterField.map { [$0] } ?? []
        let (journal, query) = try context.open(filter) { try $0.require(needed) }
        let sea = by?.needsSea == true ? try context.seaIfKnown(of: journal) : nil
        let statistics = try journal.statistics(
            query, by: by, now: context.now, zone: context.zone, sea: sea)
        if context.isJSON {
            return try context.console.json { $0.members(of: statistics, by: by, goal: goal, zone: context.zone) }
        }
        if statistics.total.sessions == 0 { return try context.reportNothing(journal, filter) }
        let text = StatisticsText(
            statistics, goal: goal, areOfAllDates: !filter.hasDates, units: context.settings.units, zone: context.zone,
            glyphs: context.glyphs(picture))
        let lines = by.map { text.groups(by: $0, width: context.pictureWidth) } ?? text.overview(context.pictureWidth)
        try context.console.lines(lines.lines)
        try context.console.flush()
        for line in text.bestTides { context.console.note(line) }
        if by == nil, let note = text.placesLeftOut { context.console.note(note) }
        if !lines.hidden.isEmpty { context.console.note(Messages.tooNarrow(lines.hidden)) }
    }
}

extension CommandContext {
    /// The goal of sessions in a year, which is one for all sessions.
    func goalOfYear(_ filter: FilterOptions) -> Int? { filter.isEmpty ? settings.goals[.sessionsOfYear] : nil }

    /// Reports why there is nothing to count or draw.
    func reportNothing(_ journal: Journal, _ filter: FilterOptions) throws {
        try console.flush()
        console.note(filter.isEmpty ? Messages.emptyJournal : Messages.noMatch(suggestion(filter, in: journal)))
    }
}

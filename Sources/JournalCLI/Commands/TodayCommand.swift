import ArgumentParser
import Journal
import JournalInsight
import JournalSync
import SurfLanguage

struct TodayCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "today", abstract: "This day in other years, your goals and streak, and what waits.",
        discussion: """
            Shows your last session, the year and the month so far with your goals, your streaks, the drafts and \
            sessions that wait to be saved or synced, and your sessions on this day in other years. At your places with \
            coordinates it shows today's tides and light too. Goals are set with \
            'surfjournal config'. 'Ahead' and 'behind' are measured against an even pace. Sample sessions count only with \
            --samples with.

              surfjournal today
              surfjournal today --json
              surfjournal config goal-hours-month 20
            """)

    @Option(help: ArgumentHelp("Whether to include the sample sessions.", valueName: "choice")) var samples:
        SampleChoice?
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let onlyReads = true

    func run(in context: CommandContext) throws {
        let journal = try context.openJournal()
        let query = EntryQuery(samples: try samples ?? journal.sampleState().ordinaryChoice)
        let output = TodayOutput(
            try journal.today(query, now: context.now, zone: context.zone), goals: context.settings.goals,
            waiting: try Waiting(in: journal), seas: try seas(of: journal, context))
        if context.isJSON {
            return try context.console.json(output.json(fields: journal.fields, zone: context.zone))
        }
        let glyphs = context.glyphs(picture)
        try context.console.lines(output.lines(context.text, now: context.now, context.pictureWidth).map(glyphs.line))
        try context.console.flush()
        if output.isEmpty { context.console.note(Messages.emptyJournal) }
    }
}

extension TodayCommand {
    /// How many places have their tides and their light shown.
    private static let maxPlaces = 2

    /// Today's sea at the places that are surfed most, of those about which something is known.
    private func seas(of journal: Journal, _ context: CommandContext) throws -> [TodaySea] {
        guard let sea = try context.seaIfKnown(of: journal) else { return [] }
        return try context.homePlaces(of: journal, sea).prefix(TodayCommand.maxPlaces).map { place in
            var found = try sea.sea(at: place)
            let day = found.dayNumber(at: context.now)
            let isCovered = found.years?.contains(CivilDay(number: day).year) ?? true
            return TodaySea(
                forecast: try TideForecast(place: place, sea: &found, days: day...day), isCovered: isCovered)
        }
    }
}

/// The tides and the light of today at a place.
struct TodaySea {
    let forecast: TideForecast
    /// Whether the table of tide stations has this year.
    let isCovered: Bool
}

/// What waits for a command: drafts, and sessions that other machines do not have yet.
struct Waiting {
    /// The numbers of the drafts.
    let drafts: [Int]
    /// The number of sessions to exchange; nil if the journal has no remote.
    let sync: Int?

    init(in journal: Journal) throws {
        drafts = try journal.drafts.list().drafts.map(\.number)
        sync = try Waiting.sync(in: journal)
    }

    private static func sync(in journal: Journal) throws -> Int? {
        do {
            return try journal.syncStatus().waiting
        } catch SyncError.notStarted {
            return nil
        }
    }
}

import Foundation
import Journal
import JournalInsight
import SurfLanguage

/// Formats statistics for people.
struct StatisticsText {
    private let statistics: Statistics
    private let goal: Int?
    /// Whether the sessions are those of all dates, so that years can be compared.
    private let areOfAllDates: Bool
    private let units: MeasureUnits
    private let zone: TimeZone
    private let glyphs: Glyphs

    init(
        _ statistics: Statistics, goal: Int?, areOfAllDates: Bool = true, units: MeasureUnits, zone: TimeZone,
        glyphs: Glyphs
    ) {
        (self.statistics, self.goal, self.units) = (statistics, goal, units)
        self.areOfAllDates = areOfAllDates
        (self.zone, self.glyphs) = (zone, glyphs)
    }

    private static let indent = 10
    /// The number of places shown in the overview.
    private static let spots = 10
    /// The number of boards listed in the overview.
    private static let boards = 5
    /// The number of years listed individually.
    private static let years = 8

    /// The whole journal in a few lines, and its most surfed places.
    func overview(_ width: Int) -> Table.Fitted {
        let table = conditions(Array(statistics.spots.prefix(StatisticsText.spots))).fitted(to: width)
        let lines =
            (labelled + others).flatMap { label, text in
                WordWrap.lines(label, text, indent: StatisticsText.indent, width: width)
            } + [""] + WordWrap.lines("", Self.explanation, indent: 0, width: width) + table.lines
        return Table.Fitted(lines: lines.map(glyphs.line), hidden: table.hidden)
    }

    /// The requested groups.
    func groups(by grouping: Grouping, width: Int) -> Table.Fitted {
        let table = grouping == .spot ? conditions(statistics.groups) : counts(statistics.groups, by: grouping)
        var fitted = table.fitted(to: width)
        if grouping == .spot {
            fitted.lines = WordWrap.lines("", Self.explanation, indent: 0, width: width) + fitted.lines
        }
        fitted.lines = fitted.lines.map(glyphs.line)
        return fitted
    }

    static let explanation =
        "Typical conditions of your 4- and 5-star sessions (the middle half; number of sessions in brackets):"

    // MARK: Lines

    /// The totals in words, by label.
    var labelled: [(String, String)] {
        let thisYear = statistics.isThisYearExcluded ? [] : [(String(statistics.thisYear.year), year)]
        return [("Sessions", sessions), ("Rating", rating), ("Waves", waves), ("In water", hours)] + thisYear
            + [("Years", years), ("Streaks", streaks)]
    }

    /// The totals for a page that somebody else gets: only what there is.
    var labelledForOthers: [(String, String)] {
        let total = statistics.total
        let absent = [
            ("Waves", total.waves.sessions == 0), ("In water", total.minutes.sessions == 0),
            ("Rating", total.ratings.rated == 0),
        ].filter(\.1).map(\.0)
        return labelled.filter { !absent.contains($0.0) }
    }

    /// What a page has pictures and tables for.
    private var others: [(String, String)] { [("12 months", months)] + (boards.map { [("Boards", $0)] } ?? []) }

    /// The most used boards; nil if no session has one.
    private var boards: String? {
        let named = statistics.boards.filter { $0.key != .absent }
        if named.isEmpty { return nil }
        let shown = named.prefix(StatisticsText.boards).map { board in
            "\(label(board.key)): \(Messages.grouped(board.tally.sessions))"
        }
        let rest = named.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? ", and \(Messages.grouped(rest)) more" : "")
    }

    private var sessions: String {
        let named = statistics.spots.filter { $0.key != .absent }.count
        var dates = DateWriter(zone: zone)
        let days = [statistics.first, statistics.last].compactMap(\.self).map { String(dates.minute($0).prefix(10)) }
        let span =
            days.first == days.last ? days.prefix(1).map { ", \($0)" }.joined() : ", \(days.joined(separator: " to "))"
        let places = statistics.spots.isEmpty ? "" : " at " + Messages.places(named)
        return Messages.grouped(statistics.total.sessions) + places + span
    }

    private var rating: String {
        let ratings = statistics.total.ratings
        guard let median = ratings.median else { return "none rated" }
        return "median \(ShownNumber.decimal(median)) (\(Messages.grouped(ratings.rated)) rated)"
    }

    private var waves: String {
        let waves = statistics.total.waves
        guard waves.sessions > 0 else { return "none counted yet (add them with --waves)" }
        let each = ShownNumber.decimal(waves.sum / Double(waves.sessions))
        return "\(Messages.grouped(Int(waves.sum))) in \(Messages.sessions(waves.sessions)), \(each) each"
    }

    private var hours: String {
        let minutes = statistics.total.minutes
        guard minutes.sessions > 0 else { return "none timed yet (add times with --duration)" }
        return "\(ShownNumber.hours(minutes.sum)) in \(Messages.sessions(minutes.sessions)), "
            + "\(ShownNumber.hours(minutes.sum / Double(minutes.sessions))) each"
    }

    private var year: String {
        let year = statistics.thisYear
        let before = areOfAllDates ? " (\(Messages.grouped(year.before)) by this day in \(year.year - 1))" : ""
        let parts = [
            Messages.sessions(year.sessions) + before, goal.map { Messages.goal(statistics.progress(of: $0)) },
        ]
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    private var years: String {
        let shown = statistics.years.suffix(StatisticsText.years)
        let before = statistics.years.dropLast(shown.count).reduce(0) { $0 + $1.sessions }
        let earlier = before > 0 ? ["before: \(Messages.grouped(before))"] : []
        return (earlier + shown.map { "\($0.year): \(Messages.grouped($0.sessions))" }).joined(separator: ", ")
    }

    /// A note about the places that the overview does not show, or nil if it shows all.
    var placesLeftOut: String? {
        let count = statistics.spots.count
        guard count > StatisticsText.spots else { return nil }
        return Messages.namesShown(StatisticsText.spots, of: count, .place, all: "'surfjournal stats --by place'")
    }

    /// What the tides of the best sessions at the most surfed places were.
    var bestTides: [String] {
        let sea = SeaText(units: units.length)
        return statistics.bestTides.prefix(StatisticsText.boards).map { tides in
            let (low, high) = (sea.number(tides.heights.low), sea.number(tides.heights.high))
            let range = ShownNumber.range(low, high, sea.unit)
            return "Your 4-5★ at \(label(tides.key)): \(range), \(tides.isRising ? "rising" : "falling"); "
                + "\(Messages.grouped(tides.sessions)) of \(Messages.grouped(tides.heights.sessions))."
        }
    }

    private var streaks: String {
        let streaks = statistics.streaks
        let longest =
            "longest \(Messages.count(streaks.longest.length, "day")) "
            + "and \(Messages.count(streaks.longestWeeks.length, "week")) in a row"
        let now =
            "now \(Messages.count(streaks.current.length, "day")) "
            + "and \(Messages.count(streaks.currentWeeks.length, "week"))"
        return statistics.areOver ? longest : longest + "; " + now
    }

    private var months: String {
        let months = statistics.lastMonths
        let counts = months.map(\.sessions)
        let ends = [months.first, months.last].compactMap { $0?.key.text }.joined(separator: " to ")
        return "\(glyphs.sparkline(counts)) \(ends), at most \(Messages.grouped(counts.max() ?? 0)) a month"
    }

    // MARK: Tables

    /// Groups with their counts. The last column, which has no title, is a bar.
    func counts(_ groups: [EntryGroup], by grouping: Grouping) -> Table {
        let right = DisplayWidth.Alignment.right
        let most = max(1, groups.map(\.tally.sessions).max() ?? 1)
        let rows = groups.map { group in
            [
                label(group.key), Messages.grouped(group.tally.sessions), median(group.tally),
                group.tally.waves.sessions == 0 ? "" : Messages.grouped(Int(group.tally.waves.sum)),
                group.tally.minutes.sessions == 0 ? "" : ShownNumber.hours(group.tally.minutes.sum),
                glyphs.bar(Double(group.tally.sessions) / Double(most), 20),
            ]
        }
        let columns = [
            Table.Column(title: grouping.name, minWidth: grouping.names == nil ? nil : 8),
            Table.Column(title: "sessions", alignment: right),
            Table.Column(title: "median", alignment: right, hidePriority: 1),
            Table.Column(title: "waves", alignment: right, hidePriority: 2),
            Table.Column(title: "in water", alignment: right, hidePriority: 3),
            Table.Column(title: "", hidePriority: 4),
        ]
        return Table(columns: columns, rows: rows)
    }

    /// Places with the conditions in their best sessions.
    func conditions(_ spots: [EntryGroup]) -> Table {
        let height = FieldScale(.height, units: units)
        let places = units.length == .metres ? 2 : 1
        let rows = spots.map { spot in
            let best = spot.best
            return [
                label(spot.key), Messages.grouped(spot.tally.sessions), median(spot.tally),
                best.height.map {
                    range(height.shown($0.low), height.shown($0.high), height.unit, $0.sessions, places)
                },
                best.period.map { range($0.low, $0.high, "s", $0.sessions, 0) },
                best.wind.map { range($0.low, $0.high, "kts", $0.sessions, 0) },
                best.swellDirection.map { "\(ShownNumber.direction($0.degrees)) (\(Messages.grouped($0.sessions)))" },
            ].map { $0 ?? Messages.notEnough }
        }
        let right = DisplayWidth.Alignment.right
        let columns = [
            Table.Column(title: "place", minWidth: 12), Table.Column(title: "sessions", alignment: right),
            Table.Column(title: "median", alignment: right, hidePriority: 3),
            Table.Column(title: "height"),
            Table.Column(title: "period", hidePriority: 5), Table.Column(title: "wind", hidePriority: 6),
            Table.Column(title: "swell", hidePriority: 7),
        ]
        return Table(columns: columns, rows: rows)
    }

    private func range(_ low: Double, _ high: Double, _ unit: String, _ sessions: Int, _ places: Int) -> String {
        "\(ShownNumber.range(low, high, unit, places)) (\(Messages.grouped(sessions)))"
    }

    private func median(_ tally: EntryTally) -> String {
        guard tally.ratings.rated >= Evidence.least, let median = tally.ratings.median else {
            return Messages.notEnough
        }
        return ShownNumber.decimal(median)
    }

    private func label(_ key: GroupKey) -> String {
        switch key {
        case .spot(let name), .board(let name): TerminalSafe.text(name)
        case .mention(let kind, let name): kind.signed(TerminalSafe.text(name))
        case .rating(let stars): String(repeating: "★", count: stars)
        case .hour: (key.text ?? "") + ":00"
        case .month, .year, .season, .wind, .tide, .tideMotion, .light: key.text ?? "-"
        case .weekday: (key.text ?? "").prefix(1).uppercased() + (key.text ?? "").dropFirst()
        case .absent: "-"
        }
    }
}

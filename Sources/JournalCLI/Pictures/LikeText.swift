import Journal
import JournalInsight
import SurfLanguage

/// Formats similar entries and their places for people.
struct LikeText {
    private let result: LikeResult
    private let text: EntryText
    private let glyphs: Glyphs
    private let units: MeasureUnits

    init(_ result: LikeResult, text: EntryText, units: MeasureUnits = .feet, glyphs: Glyphs) {
        (self.result, self.text, self.units, self.glyphs) = (result, text, units, glyphs)
    }

    /// The entries, and the best of their places.
    func lines(width: Int) -> Table.Fitted {
        let sessions = sessions.fitted(to: width)
        let least = ShownNumber.decimal(LikeResult.threshold * 100, 0)
        let title = "By place, of \(Messages.sessions(result.similarCount)) at least \(least)% alike:"
        let places = result.spots.isEmpty ? [] : groups(result.spots, .place).fitted(to: width).lines
        let boards =
            result.boards.isEmpty ? [] : ["", "By board:"] + groups(result.boards, .board).fitted(to: width).lines
        return Table.Fitted(
            lines: (sessions.lines + [""] + WordWrap.lines("", title, indent: 0, width: width) + places + boards).map(
                glyphs.line), hidden: sessions.hidden)
    }

    /// Notes that say how many entries, places and boards are not shown; none if all are.
    var leftOut: [String] {
        let (matches, places) = (result.matches.count, result.spots.count)
        let sessions =
            matches < result.comparedCount ? [Messages.shown(matches, of: result.comparedCount, by: "-n")] : []
        let lists: [(NameKind, Int)] = [(.place, places), (.board, result.boards.count)]
        return sessions
            + lists.filter { $0.1 > LikeText.maxNames }.map { kind, count in
                Messages.namesShown(LikeText.maxNames, of: count, kind, all: "--json")
            }
    }

    /// The largest number of places shown, and of boards.
    private static let maxNames = 10

    private var sessions: Table {
        let columns = [
            Table.Column(title: "alike", alignment: .right), Table.Column(title: "id", alignment: .right),
            Table.Column(title: "date", shortWidth: 10, hidePriority: 1), Table.Column(title: "place", minWidth: 8),
            Table.Column(title: "rating", hidePriority: 2),
            Table.Column(title: "what differs", minWidth: 12, hidePriority: 3),
        ]
        let rows = result.matches.map { match in
            let values = match.record.values
            return [
                percent(match.likeness.similarity), String(match.record.id),
                values.date == nil ? "-" : text.minute(values),
                text.short(values[.location], of: .location), text.short(values[.rating], of: .rating),
                differences(match.likeness),
            ]
        }
        return Table(columns: columns, rows: rows)
    }

    private func groups(_ groups: [EntryGroup], _ kind: NameKind) -> Table {
        let columns = [
            Table.Column(title: kind.word, minWidth: 8), Table.Column(title: "alike", alignment: .right),
            Table.Column(title: "median rating", alignment: .right),
        ]
        let rows = groups.prefix(LikeText.maxNames).map { spot in
            let tally = spot.tally
            let median =
                tally.ratings.rated >= Evidence.least ? tally.ratings.median.map { ShownNumber.decimal($0) } : nil
            return [
                spot.key.text.map(TerminalSafe.text) ?? "-", Messages.grouped(tally.sessions),
                median.map { "\($0) (\(Messages.grouped(tally.ratings.rated)) rated)" } ?? Messages.notEnough,
            ]
        }
        return Table(columns: columns, rows: rows)
    }

    private func percent(_ part: Double) -> String { ShownNumber.decimal((part * 100).rounded(.down), 0) + "%" }

    /// The differences that are large enough to mention, the most important first.
    private func differences(_ likeness: Likeness) -> String {
        let far = likeness.reasons.filter { $0.similarity < 0.95 }.map { Messages.difference($0, units) }
        return far.isEmpty ? "nothing" : far.joined(separator: ", ")
    }
}

import Foundation
import Journal
import SurfLanguage

/// The data of a report: what the sessions of a query add up to, the best of them, and the latest.
package struct SessionReport: Sendable {
    /// The totals, with the sessions of each month as groups.
    package let statistics: Statistics
    /// The people and the tags in the notes, most sessions first.
    package private(set) var people, tags: [EntryGroup]
    /// The groups by tide and by light; empty if nothing is known about any place.
    package let tides, lights: [EntryGroup]
    /// The best sessions: by rating, then waves, then time in the water, then date. Sessions without a rating are absent.
    package private(set) var best: [EntryRecord]
    /// The newest sessions, newest first, at most `mostLatest`. Texts longer than `longestText` bytes are cut.
    package private(set) var latest: [EntryRecord]

    /// The number of best sessions.
    package static let mostBest = 5
    /// The most sessions in `latest`.
    package static let mostLatest = 5_000
    /// The most bytes in UTF-8 that are kept of a text.
    package static let longestText = 4_000

    /// The report without notes, and without the people and tags in them.
    package var withoutNotes: SessionReport {
        var report = self
        (report.people, report.tags) = ([], [])
        for index in best.indices { report.best[index].values[.notes] = nil }
        for index in latest.indices { report.latest[index].values[.notes] = nil }
        return report
    }

    /// The calendar, the months and the ratings.
    package var plots: [(kind: PlotKind, plot: Plot)] {
        [
            (.calendar, .calendar(CalendarPlot(days: statistics.days, end: statistics.end))),
            (.months, .bars(.months(statistics))), (.rating, .bars(.ratings(statistics))),
        ]
    }
}

extension Journal {
    /// The report of a query's entries, ignoring its order and limit. All parts show one state of the journal.
    /// - Parameters:
    ///   - now: The current time, for the streaks and the current year.
    ///   - zone: The zone of the days.
    ///   - sea: What is known about places; nil for nothing.
    /// - Throws: A `JournalError`, or a `TideTableError`.
    /// - Complexity: One statement, linear; memory for the counts and at most `SessionReport.mostLatest` entries.
    package func report(
        of query: EntryQuery, now: Double, zone: TimeZone, sea: SeaOfPlaces? = nil
    ) throws -> SessionReport {
        var newestFirst = query
        (newestFirst.sort, newestFirst.reversed, newestFirst.limit) = (nil, false, nil)
        let computed: [Grouping] = sea == nil || !fields.contains(.tide) ? [] : [.tide, .light]
        var counter = StatisticsCounter([.month, .person, .tag] + computed, zone: zone, sea: sea)
        var best = BestSessions(most: SessionReport.mostBest)
        var latest: [EntryRecord] = []
        try blocks(newestFirst) { block in
            counter.add(block)
            best.add(block)
            for row in 0..<min(block.count, SessionReport.mostLatest - latest.count) {
                latest.append(block.record(row).cut)
            }
        }
        try counter.check()
        return SessionReport(
            statistics: counter.statistics(now: now, before: query.before), people: counter.groups(by: .person).named,
            tags: counter.groups(by: .tag).named, tides: counter.groups(by: .tide).named,
            lights: counter.groups(by: .light).named, best: best.records, latest: latest)
    }
}

extension [EntryGroup] {
    /// Those of sessions that have the value.
    fileprivate var named: [EntryGroup] { filter { $0.key != .absent } }
}

/// Keeps the best sessions, block by block.
private struct BestSessions {
    private let most: Int
    private(set) var records: [EntryRecord] = []
    private var ranks: [Rank] = []

    /// What makes one session better than another.
    private struct Rank: Comparable {
        let rating, waves, minutes, date: Double

        static func < (left: Rank, right: Rank) -> Bool {
            (left.rating, left.waves, left.minutes, left.date) < (right.rating, right.waves, right.minutes, right.date)
        }
    }

    init(most: Int) {
        self.most = most
    }

    mutating func add(_ block: RecordBlock) {
        let columns = [EntryField.rating, .waves, .duration, .date].map { NumberColumn($0, in: block) }
        for row in 0..<block.count {
            guard let rating = columns[0].number(row) else { continue }
            let others = columns.dropFirst().map { $0.number(row) ?? -.infinity }
            keep(row, of: block, Rank(rating: rating, waves: others[0], minutes: others[1], date: others[2]))
        }
    }

    private mutating func keep(_ row: Int, of block: RecordBlock, _ rank: Rank) {
        if records.count == most, let worst = ranks.last, rank <= worst { return }
        let index = ranks.firstIndex { $0 < rank } ?? ranks.count
        ranks.insert(rank, at: index)
        records.insert(block.record(row).cut, at: index)
        if records.count > most {
            ranks.removeLast()
            records.removeLast()
        }
    }
}

extension EntryRecord {
    /// The record with its long texts cut.
    fileprivate var cut: EntryRecord {
        var record = self
        for field in EntryField.allCases {
            guard let text = values.text(field), text.utf8.count > SessionReport.longestText else { continue }
            record.values[field] = .text(text.cut(utf8: SessionReport.longestText))
        }
        return record
    }
}

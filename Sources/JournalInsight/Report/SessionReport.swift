import Foundation
import Journal
import SurfLanguage

/// The data of a report: what the sessions of a query add up to, the best of them, and the latest.
package struct SessionReport: Sendable {
    /// The totals, with the sessions of each month as groups.
    package private(set) var statistics: Statistics
    /// The people and the tags in the notes, most sessions first.
    package private(set) var people, tags: [EntryGroup]
    /// The groups by tide and by light; empty if nothing is known about any place.
    package private(set) var tides, lights: [EntryGroup]
    /// The best sessions: by rating, then waves, then time in the water, then date. Sessions without a rating are absent.
    package private(set) var best: [EntryRecord]
    /// The newest sessions, newest first, at most `maxLatest`. Texts longer than `longestText` bytes are cut.
    package private(set) var latest: [EntryRecord]

    /// The number of best sessions.
    package static let maxBest = 5
    /// The most sessions in `latest`.
    package static let maxLatest = 5_000
    /// The most bytes in UTF-8 that are kept of a text.
    package static let longestText = 4_000

    /// What a report can leave out.
    package enum Part: String, CaseIterable, Sendable {
        /// The notes, and the tags in them.
        case notes
        /// The people in the notes.
        case people
        case places
        /// The time of day, and what follows from it: the tide and the light.
        case times
    }

    /// The report without some parts.
    package func without(_ parts: Set<Part>, zone: TimeZone) -> SessionReport {
        var report = self
        if parts.contains(.notes) { report.tags = [] }
        if parts.contains(.people) { report.people = [] }
        if parts.contains(.times) { (report.tides, report.lights) = ([], []) }
        if parts.contains(.places) { report.statistics = statistics.withoutPlaces }
        if parts.contains(.times) { report.statistics = report.statistics.withoutTimes(zone: zone) }
        report.best = best.map { $0.without(parts, zone: zone) }
        report.latest = latest.map { $0.without(parts, zone: zone) }
        return report
    }

    /// The notes with a sign in place of each person's name.
    fileprivate static func withoutPeople(_ notes: String) -> String {
        var (text, bytes) = (notes, [UInt8]())
        text.withUTF8 { all in
            var (reader, end) = (MentionReader(.person, all), 0)
            while let name = reader.next() {
                bytes += all[end..<name.lowerBound]
                bytes += Array("someone".utf8)
                end = name.upperBound
            }
            bytes += all[end...]
        }
        return String(decoding: bytes, as: UTF8.self)
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
    /// - Complexity: One statement, linear; memory for the counts and at most `SessionReport.maxLatest` entries.
    package func report(
        of query: EntryQuery, now: Double, zone: TimeZone, sea: SeaOfPlaces? = nil
    ) throws -> SessionReport {
        var newestFirst = query
        (newestFirst.sort, newestFirst.reversed, newestFirst.limit) = (nil, false, nil)
        let computed: [Grouping] = sea == nil || !fields.contains(.tide) ? [] : [.tide, .light]
        var counter = StatisticsCounter([.month, .person, .tag] + computed, zone: zone, sea: sea)
        var best = BestSessions(most: SessionReport.maxBest)
        var latest: [EntryRecord] = []
        try blocks(newestFirst) { block in
            counter.add(block)
            best.add(block)
            for row in 0..<min(block.count, SessionReport.maxLatest - latest.count) {
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
    /// The record without some parts. Without times, its date is noon of its day.
    fileprivate func without(_ parts: Set<SessionReport.Part>, zone: TimeZone) -> EntryRecord {
        var record = self
        if parts.contains(.notes) { record.values[.notes] = nil }
        if parts.contains(.people), let notes = record.values.notes {
            record.values[.notes] = .text(SessionReport.withoutPeople(notes))
        }
        if parts.contains(.places) { (record.values[.location], record.values[.timeZone]) = (nil, nil) }
        if parts.contains(.times) {
            record.values[.tide] = nil
            var clock = LocalClock(values.timeZone.flatMap(TimeZone.init(identifier:)) ?? zone)
            if let date = values.date { record.values[.date] = .date(clock.noon(of: date)) }
        }
        return record
    }

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

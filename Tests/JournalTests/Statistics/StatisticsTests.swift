import Foundation
import Testing

@testable import Journal
@testable import JournalInsight
@testable import SurfLanguage

struct StatisticsTests {
    /// 2026-09-12 12:00 in Los Angeles.
    private let now = 810_932_400.0

    private let zone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

    private func statistics(
        _ entries: [EntryValues], by grouping: Grouping? = nil, _ query: EntryQuery = EntryQuery()
    ) throws -> Statistics {
        let journal = try TemporaryJournal()
        for entry in entries { try journal.add(entry) }
        return try journal.open().statistics(query, by: grouping, now: now, zone: zone)
    }

    private func entry(
        _ date: String, _ place: String? = "Malibu", rating: Int16? = nil, board: String? = nil
    ) throws -> EntryValues {
        let dates = DateReader(now: now, zone: zone)
        var values = EntryValues(date: try dates.date(date), location: place, rating: rating)
        values.board = board
        return values
    }

    @Test func `sessions, places, ratings and days are counted`() throws {
        let statistics = try statistics([
            entry("2014-08-01 07:00", rating: 4), entry("2014-08-01 17:00", rating: 1),
            entry("2014-08-02 07:00", "Rincon"), entry("2014-08-03 07:00", nil),
        ])
        #expect(statistics.total.sessions == 4)
        #expect(statistics.total.ratings.median == 2.5)
        #expect(statistics.spots.map(\.key) == [.spot("Malibu"), .spot("Rincon"), .absent])
        #expect(statistics.streaks.longest.length == 3)
        #expect(statistics.years.map(\.sessions) == [4])
        #expect(statistics.groups.isEmpty)
    }

    static let groupings: [(Grouping, [String?])] = [
        (.spot, ["Malibu", "Rincon"]), (.month, ["2014-08", "2015-01"]), (.year, ["2014", "2015"]),
        (.hour, ["07", "23"]), (.rating, ["2", "4", nil]), (.board, ["fish", "log", nil]),
    ]

    @Test(arguments: groupings)
    func `groups are sorted, with the absent value last`(grouping: Grouping, keys: [String?]) throws {
        let statistics = try statistics(
            [
                entry("2015-01-31 23:30", rating: 2, board: "log"),
                entry("2014-08-01 07:00", rating: 4, board: "fish"), entry("2014-08-01 07:30", "Rincon"),
            ], by: grouping)
        #expect(statistics.groups.map(\.key.text) == keys)
        #expect(statistics.groups.reduce(0) { $0 + $1.tally.sessions } == 3)
    }

    @Test func `hours are counted in the session's own time zone`() throws {
        var away = try entry("2014-08-01 07:00")
        away.timeZone = "Europe/Paris"
        #expect(try statistics([away], by: .hour).groups.map(\.key) == [.hour(16)])
    }

    @Test func `the best sessions are those rated 4 and 5`() throws {
        let rated = try (1...5).map { stars in
            var entry = try entry("2014-08-0\(stars) 07:00", rating: Int16(stars))
            entry.height = "\(stars)ft"
            return entry
        }
        let spot = try #require(try statistics(rated).spots.first)
        #expect(spot.best.sessions == 2)
        #expect(spot.best.height == nil)
    }

    @Test func `this year is compared with last year up to the same day`() throws {
        let statistics = try statistics([
            entry("2026-01-01 07:00"), entry("2025-09-12 07:00"), entry("2025-09-13 07:00"), entry("2025-01-01 00:00"),
        ])
        #expect(statistics.thisYear.year == 2026)
        #expect(statistics.thisYear.sessions == 1)
        #expect(statistics.thisYear.before == 2)
        #expect(statistics.lastMonths.count == 12)
        #expect(statistics.lastMonths.last?.key == .month(year: 2026, month: 9))
        #expect(statistics.lastMonths.map(\.sessions) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func `a session later this year does not count for this year yet`() throws {
        let (today, later) = (try entry("2026-09-12 07:00"), EntryValues(date: now + 86_400, location: "Malibu"))
        #expect(try statistics([today, later]).thisYear.sessions == 1)
    }

    @Test func `sample sessions are counted only if requested`() throws {
        let journal = try TemporaryJournal(sample: true)
        try journal.add(EntryValues(date: 0, location: "Malibu"))
        let open = try journal.open()
        func count(_ samples: SampleChoice) throws -> Int {
            try open.statistics(EntryQuery(samples: samples), by: nil, now: now, zone: zone).total
                .sessions
        }
        #expect(try count(.without) == 1)
        #expect(try count(.with) == 5001)
    }

    @Test func `an empty journal has empty statistics`() throws {
        let statistics = try statistics([], by: .year)
        #expect(statistics.total.sessions == 0)
        #expect(statistics.first == nil)
        #expect(statistics.groups.isEmpty)
        #expect(statistics.streaks.longest.length == 0)
    }

    @Test func `places have their first and last session and their spelling variants`() throws {
        let journal = try TemporaryJournal()
        for entry in try [
            entry("2014-08-01 07:00"), entry("2015-08-01 07:00"), entry("2013-08-01 07:00", "malibu"),
            entry("2014-01-01 07:00", nil),
        ] { try journal.add(entry) }
        let spots = try journal.open().names(.place, EntryQuery())
        #expect(spots.map(\.name) == ["Malibu", "malibu", nil])
        #expect(spots[0].sessions == 2)
        #expect(spots[0].first.map { $0 < spots[0].last ?? 0 } == true)
        #expect(spots[0].variants == ["malibu"])
        #expect(spots[2].variants.isEmpty)
    }
}

import Foundation
import Testing

struct TodayTests {
    /// The day some years ago, in the time zone of the tests. 29 February may become 28.
    private func day(yearsAgo years: Int) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "America/Los_Angeles")!
        let parts = calendar.dateComponents([.year, .month, .day], from: Date())
        return String(
            format: "%04d-%02d-%02d", parts.year! - years, parts.month!,
            parts.day == 29 && parts.month == 2 ? 28 : parts.day!)
    }

    private var isLeapDay: Bool { day(yearsAgo: 0).hasSuffix("02-28") || day(yearsAgo: 0).hasSuffix("02-29") }

    @Test func `today shows this day in other years, the year, the streak and what waits`() throws {
        let sandbox = try Sandbox.empty()
        if isLeapDay { return }
        for years in [1, 3] { try sandbox.run("add", "\(day(yearsAgo: years)) 08:00: Malibu, 3ft") }
        try sandbox.run("add", "now: Rincon, 12 waves, 90 min")
        try sandbox.run("add", "2015-01-02 08:00: Zuma", "--draft")
        try sandbox.run("config", "goal", "2")
        try sandbox.run("config", "goal-hours-month", "3")
        let lines = try sandbox.run("today").lines
        #expect(lines.contains { $0.hasPrefix("Last       Rincon, ") && $0.hasSuffix("(today)") })
        let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(text.contains("1 session, 12 waves, 1.5h in the water"))
        #expect(lines.contains { $0.hasPrefix("           50% of your goal of 2 sessions, 1 to go") })
        #expect(lines.contains { $0.hasPrefix("           50% of your goal of 3 hours, 1.5 to go") })
        #expect(lines.contains("Waiting    draft d1"))
        #expect(lines.filter { $0.contains("Malibu") }.count == 2)
        let json = try sandbox.run("today", "--json").object()
        #expect((json["onThisDay"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [1, 2])
        #expect(json["onThisDaySessions"] as? Int == 2)
        #expect((json["streaks"] as? [String: Any])?["currentDays"] as? Int == 1)
        #expect((json["waiting"] as? [String: Any])?["drafts"] as? [String] == ["d1"])
        #expect((json["waiting"] as? [String: Any])?["sync"] is NSNull)
        let goals = json["goals"] as? [[String: Any]]
        #expect(goals?.map { $0["goal"] as? String } == ["goal", "goal-hours-month"])
        #expect(goals?.map { $0["reached"] as? Double } == [1, 1.5])
    }

    @Test(arguments: [(1, "(yesterday)"), (2, "(2 days ago)"), (10, "(10 days ago)")])
    func `today says how many days ago the last session was`(days: Int, text: String) throws {
        let sandbox = try Sandbox.empty()
        try sandbox.run("add", "\(days) days ago: Malibu")
        let last = try #require(try sandbox.run("today").lines.first { $0.hasPrefix("Last ") })
        #expect(last.hasSuffix(text))
    }

    @Test func `an empty journal, and one with samples alone, have honest answers`() throws {
        let empty = try Sandbox.empty().run("today")
        #expect(empty.code == 0)
        #expect(empty.lines.contains("Last       no session yet"))
        #expect(empty.lines.contains("Waiting    nothing"))
        #expect(empty.errors.hasPrefix("The journal has no sessions yet."))
        let sandbox = try Sandbox()
        try sandbox.run("init", "--sample")
        #expect(try sandbox.run("today", "--json").object()["sessions"] as? Int == 5000)
        #expect(try sandbox.run("today", "--samples", "without", "--json").object()["last"] is NSNull)
    }

    @Test func `a session's number counts earlier sessions by date, without samples`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("init", "--sample")
        for line in ["2015-01-02 08:00: Zuma", "2014-01-02 08:00: Zuma", "2015-01-02 08:00: Zuma"] {
            try sandbox.run("add", line)
        }
        let ordinals = try ["5001", "5002", "5003", "1"].map {
            try sandbox.run("show", $0, "--json").object()["ordinal"] as? Int
        }
        #expect(ordinals == [2, 1, 3, nil])
        #expect(try sandbox.run("show", "5001").lines[0] == "Session 5001 (revision 1), your 2nd")
        try sandbox.run("edit", "1", "--rating", "1")
        #expect(try sandbox.run("show", "1", "--json").object()["ordinal"] is Int)
    }

    @Test(arguments: ["goal-month", "goal-waves", "goal-hours"])
    func `a goal is a whole number above zero`(key: String) throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("config", key, "0").code == 2)
        #expect(try sandbox.run("config", key, "12", "--json").output == "{\"\(key)\":12}\n")
    }
}

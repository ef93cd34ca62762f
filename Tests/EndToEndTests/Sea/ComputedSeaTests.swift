import Foundation
import Testing

/// What is computed about sessions: shown beside what was typed, counted and filtered by, never stored.
struct ComputedSeaTests {
    private func ids(_ sandbox: Sandbox, _ filter: String...) throws -> [Int] {
        try sandbox.start(["list", "--json"] + filter).outcome().objects().compactMap { $0["id"] as? Int }.sorted()
    }

    @Test func `show says the tide, the light and the moon of a session`() throws {
        let sandbox = try Sea.sandbox()
        let line = try #require(try sandbox.run("show", "1").lines.last)
        #expect(line.hasPrefix("  computed   tide "))
        #expect(
            line.hasSuffix("ft, rising, 1 h 03 before high · 21 min after sunrise · moon 5 days before new"), "\(line)")
        #expect(try !sandbox.run("show", "6").output.contains("computed"))
        let json = try sandbox.run("show", "1", "--json").object()
        let computed = try #require(json["computed"] as? [String: Any])
        #expect(computed["light"] as? String == "dawn")
        #expect((computed["tide"] as? [String: Any])?["rising"] as? Bool == true)
        #expect(json["tide"] is NSNull)
    }

    @Test func `today shows the tides and the light at the places that are surfed most`() throws {
        let sandbox = try Sea.sandbox()
        let lines = try sandbox.run("today").lines
        #expect(lines.contains { $0.hasPrefix("Tide       Rincon: ") })
        #expect(lines.contains { $0.hasPrefix("Light      Rincon: dawn ") })
        #expect(((try sandbox.run("today", "--json").object()["seas"]) as? [Any])?.count == 1)
        #expect(try !Sandbox.small().run("today").output.contains("Tide"))
    }

    @Test func `sessions are found by their light`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try ids(sandbox, "--light", "dawn") == [1, 4])
        #expect(try ids(sandbox, "--light", "midday") == [3])
        #expect(try ids(sandbox, "--light", "evening") == [2])
        #expect(try ids(sandbox, "--light", "night") == [5])
        #expect(try sandbox.run("list", "--light", "noon").code == 2)
    }

    @Test func `sessions are found by their tide, and a typed one wins`() throws {
        let sandbox = try Sea.sandbox()
        let rising = try ids(sandbox, "--tide", "rising")
        let falling = try ids(sandbox, "--tide", "falling")
        #expect(rising.contains(1))
        #expect((rising + falling).sorted() == [1, 2, 3, 4, 5])
        try sandbox.run("edit", "1", "--tide", "falling")
        try sandbox.run("edit", "6", "--tide", "incoming")
        #expect(try ids(sandbox, "--tide", "rising") == (rising.filter { $0 != 1 } + [6]).sorted())
        #expect(try ids(sandbox, "--tide", "falling") == (falling + [1]).sorted())
    }

    @Test func `sessions are found by the height of their tide, and a typed one wins`() throws {
        let sandbox = try Sea.sandbox()
        let all = try ids(sandbox, "--tide-height=-5..15ft")
        #expect(all == [1, 2, 3, 4, 5])
        let low = try ids(sandbox, "--tide-height", "..2ft")
        let high = try ids(sandbox, "--tide-height", "2ft..")
        #expect((low + high).sorted() == all)
        try sandbox.run("edit", "6", "--tide", "12ft")
        #expect(try ids(sandbox, "--tide-height", "10..15ft") == [6])
        #expect(try sandbox.run("list", "--tide-height", "high tide").code == 2)
        #expect(try sandbox.run("list", "--tide-height", "5..2ft").code == 2)
        #expect(try sandbox.run("add", "2020-01-01 08:00: Zuma", "--tide-height", "2ft").code == 2)
    }

    @Test func `stats counts sessions by tide, light, season, weekday and wind`() throws {
        let sandbox = try Sea.sandbox()
        /// The sessions of each group. Those without one have the key "-".
        func groups(_ by: String) throws -> [String: Int] {
            let found = try sandbox.run("stats", "--by", by, "--json").object()["groups"] as? [[String: Any]] ?? []
            var counts: [String: Int] = [:]
            for group in found { counts[group["key"] as? String ?? "-"] = group["sessions"] as? Int }
            return counts
        }
        #expect(try groups("light") == ["dawn": 2, "midday": 1, "evening": 1, "night": 1, "-": 1])
        #expect(try groups("season") == ["summer": 2, "autumn": 3, "winter": 1])
        #expect(
            try groups("weekday") == ["saturday": 1, "sunday": 1, "monday": 2, "wednesday": 1, "tuesday": 1])
        #expect(try groups("wind") == ["offshore": 1, "onshore": 1, "-": 4])
        let tides = try groups("tide")
        #expect(["low", "mid", "high"].compactMap { tides[$0] }.reduce(0, +) == 5)
        #expect(["rising", "falling"].compactMap { tides[$0] }.reduce(0, +) == 5)
        #expect(tides["-"] == 1)
    }

    @Test func `seasons south of the equator are those there`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.run("add", "2020-01-15 08:00: Bells Beach")
        try sandbox.run("spots", "set", "Bells Beach", "--at", "38.37S 144.28E")
        #expect(try sandbox.run("stats", "--by", "season").output.contains("summer"))
    }

    @Test func `stats by tide says the tides of the best sessions, with their number`() throws {
        let sandbox = try Sea.sandbox()
        for day in 10...16 { try sandbox.run("add", "2020-08-\(day) 08:00: Rincon, *****") }
        let outcome = try sandbox.run("stats", "--by", "tide")
        #expect(outcome.errors.contains("Your 4-5★ at Rincon: "))
        #expect(outcome.errors.contains(" of 9."))
    }

    @Test func `an export has what is computed under a key of its own, and an import ignores it`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.run("export", "a.jsonl").code == 0)
        let lines = try sandbox.read("a.jsonl").split(separator: "\n")
        #expect(lines[0].contains("\"computed\":{\"tide\":{\"metres\":"))
        #expect(!lines[5].contains("computed"))
        #expect(try !sandbox.run("export").output.contains("computed"))
        #expect(try sandbox.run("init", "--store", "other.sqlite").code == 0)
        let imported = try sandbox.run("import", "a.jsonl", "--store", "other.sqlite")
        #expect(imported.code == 0)
        #expect(!imported.errors.contains("computed"), "\(imported.errors)")
        #expect(try sandbox.run("export", "--store", "other.sqlite").output == sandbox.run("export").output)
    }

    @Test func `the report has the sessions by tide and light`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.run("report", "--html", "a.html").code == 0)
        let page = try sandbox.read("a.html")
        #expect(page.contains("<h2>Tide</h2>"))
        #expect(page.contains("<h2>Light</h2>"))
        #expect(try sandbox.run("report", "--json").object()["computed"] is [String: Any])
    }

    @Test func `what is computed is never stored`() throws {
        let sandbox = try Sea.sandbox()
        for command in [["show", "1"], ["stats", "--by", "tide"], ["export", "a.json"], ["tide", "Rincon"]] {
            #expect(try sandbox.start(command).outcome().code == 0)
        }
        #expect(try sandbox.run("show", "1", "--json").object()["rev"] as? Int == 1)
        #expect(try sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE ZTIDE IS NOT NULL") == .integer(0))
    }
}

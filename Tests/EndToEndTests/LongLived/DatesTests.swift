import Foundation
import Testing

/// Dates that are hard for clocks and calendars: long ago, in the far future, in repeated or skipped hours, in other
/// zones.
struct DatesTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
    }

    private func date(_ id: String = "last", in zone: String? = nil) throws -> String? {
        if let zone { sandbox.environment["TZ"] = zone }
        defer { sandbox.environment["TZ"] = "America/Los_Angeles" }
        return try sandbox.run("show", id, "--json").object()["date"] as? String
    }

    @Test(arguments: [
        ("1969-07-20 13:17", "1969-07-20T13:17:00-07:00"), ("1906-04-18 05:12", "1906-04-18T05:12:00-08:00"),
        ("1778-01-18 12:00Z", "1778-01-18T04:07:00-07:53"), ("0001-01-01T00:00:00Z", "0000-12-31T16:07:00-07:53"),
        ("1970-01-01T00:00:00Z", "1969-12-31T16:00:00-08:00"),
    ])
    func `a session of long ago can be added, listed, exported and imported`(typed: String, shown: String) throws {
        let added = try sandbox.run("add", "--location", "Waikiki", "--date", typed, "--height", "4ft")
        #expect(added.code == 0, "\(added.errors)")
        #expect(try date() == shown)
        try expectRoundTrip()
        for command in [
            ["stats"], ["stats", "--by", "month"], ["plot", "calendar"], ["plot", "months"], ["like", "1"],
        ] {
            #expect(try sandbox.start(command).outcome().code == 0, "\(command)")
        }
    }

    @Test(arguments: ["2101-02-03T04:05:06Z", "9999-12-31T23:59:59Z"])
    func `a session in the far future keeps its date in every command`(written: String) throws {
        let seconds = try Date(written, strategy: .iso8601).timeIntervalSinceReferenceDate
        #expect(try sandbox.run("add", "2014-08-01: Malibu, 4ft").code == 0)
        let database = try sandbox.connect()
        try database.execute("UPDATE ZJOURNALENTRY SET ZDATE = \(seconds)")
        try database.close()
        #expect(try sandbox.run("check", "--accept").code == 0)
        #expect(try date(in: "UTC") == written)
        #expect(try sandbox.run("edit", "1", "--rating", "3").code == 0)
        #expect(try date(in: "UTC") == written)
        for command in [
            ["list"], ["list", "--from", "2100"], ["stats"], ["stats", "--by", "month"], ["stats", "--by", "year"],
            ["plot", "calendar"], ["plot", "months"], ["like", "1"], ["check"], ["export", "out.csv"], ["undo"],
        ] {
            #expect(try sandbox.start(command).outcome().code == 0, "\(command)")
        }
        // A date in the future is refused in an imported file too.
        #expect(try sandbox.run("import", "out.csv", "--store", try emptyStore()).code == 5)
    }

    @Test func `a skipped hour is refused, and of a repeated one the first counts`() throws {
        let never = try sandbox.run("add", "2026-03-08 02:30: Malibu")
        #expect(never.code == 2)
        #expect(try sandbox.entryCount() == 0)
        #expect(try sandbox.run("add", "2025-11-02 01:30: Malibu").code == 0)
        #expect(try date() == "2025-11-02T01:30:00-07:00")
    }

    @Test func `the two hours of a repeated hour are exported with their offsets and imported as two`() throws {
        for date in ["2025-11-02T01:30:00-07:00", "2025-11-02T01:30:00-08:00"] {
            #expect(try sandbox.run("add", "--location", "Malibu", "--date", date).code == 0)
        }
        #expect(try [date("1"), date("2")] == ["2025-11-02T01:30:00-07:00", "2025-11-02T01:30:00-08:00"])
        #expect(try sandbox.run("list", "--on", "2025-11-02", "--json").objects().count == 2)
        try expectRoundTrip()
    }

    @Test func `a session is the same moment in every time zone, and a day is that of the reader`() throws {
        sandbox.environment["TZ"] = "Pacific/Auckland"
        #expect(try sandbox.run("add", "2014-08-02 07:00: Raglan, 4ft").code == 0)
        #expect(try sandbox.run("edit", "1", "--rating", "4", "--draft").code == 0)
        sandbox.environment["TZ"] = "America/Los_Angeles"
        #expect(try date() == "2014-08-01T12:00:00-07:00")
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try date(in: "Pacific/Auckland") == "2014-08-02T07:00:00+12:00")
        #expect(try date(in: "Asia/Kolkata") == "2014-08-02T00:30:00+05:30")
        for (zone, day) in [("Pacific/Auckland", "2014-08-02"), ("America/Los_Angeles", "2014-08-01")] {
            sandbox.environment["TZ"] = zone
            #expect(try sandbox.run("list", "--on", day, "--json").objects().count == 1)
        }
        try expectRoundTrip(reader: "Asia/Kolkata")
    }

    @Test(arguments: ["", "Nowhere/City", ":America/Los_Angeles", "PST8PDT", "../../etc/passwd", "UTC-3"])
    func `with any value of TZ a session is added and read as the same moment`(zone: String) throws {
        sandbox.environment["TZ"] = zone
        let added = try sandbox.run("add", "2014-08-02T07:00:00Z: Raglan, 4ft")
        #expect(added.code == 0, "\(added.errors)")
        #expect(try date(in: "UTC") == "2014-08-02T07:00:00Z")
    }

    private func emptyStore() throws -> String {
        let store = sandbox.file("empty.sqlite")
        #expect(try sandbox.run("init", "--store", store).code == 0)
        return store
    }

    /// An export that is imported into another journal is exported again with the same bytes.
    ///
    /// - Parameter zone: The zone in which it is imported.
    private func expectRoundTrip(reader zone: String = "America/Los_Angeles") throws {
        for format in ["csv", "json"] {
            let store = sandbox.file(format + ".sqlite")
            #expect(try sandbox.run("init", "--store", store).code == 0)
            #expect(try sandbox.run("export", "out." + format).code == 0)
            let writer = sandbox.environment["TZ"]
            sandbox.environment["TZ"] = zone
            let outcome = try sandbox.run("import", "out." + format, "--store", store)
            #expect(outcome.code == 0, "\(outcome.errors)")
            sandbox.environment["TZ"] = writer
            #expect(try sandbox.run("export", "again." + format, "--store", store).code == 0)
            #expect(try sandbox.read("again." + format) == sandbox.read("out." + format))
        }
    }
}

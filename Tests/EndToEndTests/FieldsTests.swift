import Foundation
import SQLite
import Testing

/// The fields that version 2 added, from option to store and back.
struct FieldsTests {
    private static let flags = [
        "--notes", "fun", "--board", "6'2\" fish", "--tide", "low, rising", "--crowd", "12", "--waves", "14",
        "--duration", "1h30", "--swell-height", "5ft", "--swell-period", "14s", "--swell-direction", "WNW",
        "--water-temperature", "63.5F", "--time-zone", "Europe/Lisbon",
    ]

    private func sandboxWithEntry() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.start(["add", "--location", "Coxos"] + Self.flags).outcome().code == 0)
        return sandbox
    }

    @Test func `options set the later fields, and numbers may have units`() throws {
        let sandbox = try sandboxWithEntry()
        let entry = try #require(try sandbox.run("list", "--json").objects().first)
        #expect(entry["notes"] as? String == "fun")
        #expect(entry["timeZone"] as? String == "Europe/Lisbon")
        #expect(entry["board"] as? String == "6'2\" fish")
        #expect(entry["tide"] as? String == "low, rising")
        #expect(entry["crowd"] as? String == "12")
        #expect(entry["waves"] as? Int == 14)
        let numbers = ["duration", "swellHeight", "swellPeriod", "swellDirection", "waterTemperature"]
        #expect(numbers.map { entry[$0] as? Double } == [90, 1.524, 14, 292.5, 17.5])
        #expect(try sandbox.sql("SELECT ZSWELLHEIGHT || '|' || ZWAVES FROM ZJOURNALENTRY") == "1.524|14")
    }

    @Test func `show lists each field that has a value, with lengths in the requested unit`() throws {
        let sandbox = try sandboxWithEntry()
        let feet = try sandbox.run("show", "1").lines
        #expect(feet.contains("  swell height       5ft"))
        #expect(feet.contains("  water temperature  17.5°C (64°F)"))
        #expect(feet.contains("  duration           1h30"))
        #expect(try sandbox.run("show", "1", "--units", "m").lines.contains("  swell height       1.52m"))
        #expect(try sandbox.run("edit", "1", "--clear", "swell-height,waves").code == 0)
        #expect(try sandbox.run("show", "1").lines.allSatisfy { !$0.contains("swell height") && !$0.contains("waves") })
    }

    @Test func `the later fields work in filters, columns and sorting`() throws {
        let sandbox = try sandboxWithEntry()
        try sandbox.run("add", "Supertubos", "--swell-height", "3m", "--crowd", "packed", "--notes", "big")
        let ids = { (arguments: [String]) in
            try sandbox.start(["list", "--plain", "--columns", "id"] + arguments).outcome().lines
        }
        #expect(try ids(["--swell-height", "2m.."]) == ["2"])
        #expect(try ids(["--swell-direction", "W..NW"]) == ["1"])
        #expect(try ids(["--water-temperature", "60F..65F"]) == ["1"])
        #expect(try ids(["--duration", "..1h"]) == [])
        #expect(try ids(["--crowd", "pack"]) == ["2"])
        #expect(try ids(["--notes", "FUN"]) == ["1"])
        #expect(try ids(["big"]) == ["2"])
        #expect(try ids(["--sort", "swellHeight", "--reverse"]) == ["2", "1"])
        #expect(try ids(["--where", "waves > 10 AND tide CONTAINS 'low'"]) == ["1"])
        let row = try sandbox.run("list", "--plain", "--columns", "swellHeight,duration,waves", "--waves", "14")
        #expect(row.output == "1.524\t90\t14\n")
    }

    @Test func `list shows only the first fields in a table, but all of them in CSV`() throws {
        let sandbox = try sandboxWithEntry()
        let header = try sandbox.run("list").lines.first
        #expect(
            header?.split(separator: " ").map(String.init) == [
                "id", "date", "place", "height", "period", "wind", "rating",
            ])
        let csv = try sandbox.run("list", "--csv").lines
        #expect(
            csv.first == "id,date,location,height,period,wind,rating,notes,timeZone,board,tide,crowd,waves,duration,"
                + "swellHeight,swellPeriod,swellDirection,waterTemperature")
        #expect(
            csv.last?.hasSuffix("fun,Europe/Lisbon,\"6'2\"\" fish\",\"low, rising\",12,14,90,1.524,14,292.5,17.5")
                == true)
    }

    @Test func `the rest of a sentence becomes notes, and the time zone comes from TZ`() throws {
        let sandbox = try Sandbox.empty()
        let entry = try sandbox.run("add", "Malibu, 4ft, with Jim, no wind at all", "--json").object()
        #expect(entry["notes"] as? String == "with Jim, no wind at all")
        #expect(entry["timeZone"] as? String == "America/Los_Angeles")
        #expect(
            try sandbox.run("edit", "1", "--date", "2014-08-01", "--json").object()["timeZone"] as? String
                == "America/Los_Angeles")
    }

    @Test(arguments: [
        ["--waves", "many"], ["--swell-height", "12s"], ["--swell-direction", "up"], ["--water-temperature", "70"],
        ["--duration", "1h75"], ["--time-zone", "Malibu"], ["--tide", ""],
    ])
    func `an invalid value for a field is refused with the name of its option`(arguments: [String]) throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.start(["add", "Malibu"] + arguments).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(arguments[0]))
        #expect(try sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY") == 0)
    }

    @Test(arguments: [
        ["add", "Reef", "--notes", "x"], ["add", "Reef, and so on"], ["edit", "7", "--waves", "3"],
        ["list", "--tide", "low"],
        ["list", "--sort", "waves"], ["list", "--columns", "id,board"], ["list", "--where", "crowdPeople > 3"],
        ["export", "--swell-period", "12.."], ["edit", "7", "--clear", "notes"], ["stats", "--by", "board"],
    ])
    func `using a later field in a journal of the first version suggests migrate`(arguments: [String]) throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let outcome = try sandbox.start(arguments).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("surfjournal migrate"))
        #expect(outcome.output == "")
    }

    @Test(arguments: [["init"], ["init", "--sample"]])
    func `a new journal has an index on the date`(arguments: [String]) throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.start(arguments).outcome().code == 0)
        let sql = try sandbox.sql("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZJOURNALENTRY'")
        #expect(sql == "CREATE INDEX Z_JournalEntry_byDate ON ZJOURNALENTRY (ZDATE COLLATE BINARY ASC)")
    }

    @Test func `most sample sessions have the later fields`() throws {
        let sandbox = try Sandbox()
        let entries = try sandbox.run("list", "--json").objects()
        #expect(entries.allSatisfy { $0["timeZone"] is String })
        let shares = ["board", "tide", "crowd", "waves", "duration", "swellHeight", "waterTemperature"].map { name in
            Double(entries.filter { !($0[name] is NSNull) }.count) / Double(entries.count)
        }
        #expect(shares.allSatisfy { (0.6...0.95).contains($0) })
        let cold = try sandbox.run("list", "--json", "--location", "Thurso").objects().compactMap {
            $0["waterTemperature"] as? Double
        }
        #expect(!cold.isEmpty && cold.allSatisfy { (4...16).contains($0) })
    }

    @Test(arguments: [
        ("waves", "a dozen", "number of waves", "14"), ("duration", "a while", "duration", "1h30"),
        ("water-temperature", "70", "water temperature", "17C, or 63F"),
        ("swell-direction", "up", "swell direction", "WNW, or 290"),
    ])
    func `the error for an invalid value gives an example of a valid one`(
        field: String, text: String, kind: String, example: String
    ) throws {
        let error = try Sandbox.small().run("edit", "1", "--\(field)", text).errors
        #expect(error.contains("'\(text)' is not a valid \(kind). Try --\(field) \(example)."), "\(error)")
    }
}

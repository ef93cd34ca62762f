import Foundation
import Testing

/// `tide`: the tides, the light and the moon of days.
struct TideTests {
    @Test func `tide shows a day's high and low waters, light, moon and station`() throws {
        let lines = try Sea.sandbox().run("tide", "Rincon", "2020-09-12").lines
        #expect(lines.first == "Rincon, Sat 2020-09-12")
        #expect(lines.contains { $0.hasPrefix("Tide    low ") && $0.contains("high ") && $0.contains("ft") })
        #expect(lines.contains { $0.hasPrefix("Light   dawn 06:1") && $0.contains("sunrise 06:3") })
        #expect(lines.contains { $0.hasPrefix("Moon    5 days before new") })
        #expect(lines.suffix(2).joined(separator: " ").contains("Above mean lower low water at Rincon Island"))
        #expect(lines.contains { $0.contains("█") })
        #expect(lines.contains { $0.hasPrefix("        00 ") })
    }

    @Test func `tide --json has the keys that programs rely on`() throws {
        let json = try Sea.sandbox().run("tide", "rincon", "2020-07-04", "--json").object()
        #expect(json["place"] as? String == "rincon")
        let station = json["station"] as? [String: Any]
        #expect(station?["name"] as? String == Sea.station)
        #expect(station?["distanceKm"] as? Double == 4.2)
        #expect(station?["datum"] as? String == "Mean Lower Low Water")
        let extremes = try #require(json["extremes"] as? [[String: Any]])
        #expect((3...4).contains(extremes.count))
        for extreme in extremes {
            #expect((extreme["time"] as? String)?.hasPrefix("2020-07-04T") == true)
            #expect((extreme["time"] as? String)?.hasSuffix("-07:00") == true)
            #expect(["high", "low"].contains(extreme["kind"] as? String))
            #expect(extreme["metres"] is Double)
        }
        let sun = json["sun"] as? [String: Any]
        for key in ["dawn", "sunrise", "sunset", "dusk"] { #expect(sun?[key] is String, "\(key)") }
        let moon = json["moon"] as? [String: Any]
        #expect(moon?["phase"] as? String == "full")
        #expect(abs((moon?["days"] as? Double ?? 9)) < 1)
    }

    @Test func `without a place, tide takes the one that is surfed most`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.run("tide", "2020-07-04", "--json").object()["place"] as? String == "Rincon")
        #expect(try sandbox.run("tide").code == 0)
    }

    @Test func `several days are a list, and one object in JSON`() throws {
        let sandbox = try Sea.sandbox()
        let lines = try sandbox.run("tide", "Rincon", "2020-07-01..2020-07-03").lines
        #expect(lines.first == "Rincon, 2020-07-01 to 2020-07-03")
        #expect(lines.filter { $0.contains("2020-07-0") }.count == 4)
        let json = try sandbox.run("tide", "Rincon", "2020-07", "--json").object()
        #expect((json["days"] as? [Any])?.count == 31)
        #expect(((json["extremes"] as? [Any])?.count ?? 0) > 110)
    }

    @Test func `a day with 23 or 25 hours has its own tides, at the place's offset`() throws {
        let sandbox = try Sea.sandbox()
        for (day, offsets) in [("2020-03-08", ["-08:00", "-07:00"]), ("2020-11-01", ["-07:00", "-08:00"])] {
            let json = try sandbox.run("tide", "Rincon", day, "--json").object()
            let times = (json["extremes"] as? [[String: Any]] ?? []).compactMap { $0["time"] as? String }
            #expect(times.allSatisfy { $0.hasPrefix(day) }, "\(times)")
            #expect(times.allSatisfy { time in offsets.contains { time.hasSuffix($0) } })
        }
    }

    @Test func `a station can be asked for itself, by a part of its name`() throws {
        let sandbox = try Sandbox.empty()
        let json = try sandbox.run("tide", "--station", "boston", "2020-07-04", "--json").object()
        #expect(json["place"] is NSNull)
        #expect(((json["station"] as? [String: Any])?["name"] as? String)?.hasPrefix("Boston") == true)
        #expect(
            (json["extremes"] as? [[String: Any]])?.allSatisfy { ($0["time"] as! String).hasSuffix("-04:00") } == true)
        let several = try sandbox.run("tide", "--station", "san")
        #expect(several.code == 2)
        #expect(several.errors.contains("stations: "))
        for name in ["Atlantis", "oston", "eafood"] {
            #expect(try sandbox.run("tide", "--station", name).code == 3, "\(name)")
        }
        #expect(try sandbox.run("tide", "--station", "Boston", "Rincon").code == 2)
    }

    @Test func `a station of currents is refused, and is never a place's`() throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.run("tide", "--station", "Deception Pass (Narrows), Washington Current")
        #expect(outcome.code != 0)
        #expect(outcome.errorLines.count == 1)
    }

    @Test func `heights follow the unit, in the options or the settings`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.run("tide", "Rincon", "2020-07-04", "--units", "m").output.contains("m, "))
        try sandbox.run("config", "units", "m")
        #expect(try !sandbox.run("tide", "Rincon", "2020-07-04").output.contains("ft"))
    }

    @Test func `tide --format ics is a calendar with an event for each high and low water`() throws {
        let sandbox = try Sea.sandbox()
        let count = (try sandbox.run("tide", "Rincon", "2020-07-04", "--json").object()["extremes"] as? [Any])?.count
        let text = try sandbox.run("tide", "Rincon", "2020-07-04", "--format", "ics").output
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
        #expect(text.components(separatedBy: "BEGIN:VEVENT").count - 1 == count)
        #expect(text.contains("LOCATION:Rincon\r\n"))
    }

    @Test func `tide --svg writes a picture, which --force replaces`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.run("tide", "Rincon", "2020-07-04", "--svg", "tide.svg").code == 0)
        let picture = try sandbox.read("tide.svg")
        #expect(picture.hasPrefix("<svg "))
        #expect(picture.contains("class=\"curve\""))
        #expect(picture.contains("sunset"))
        #expect(try XMLDocumentCheck.isWellFormed(picture))
        #expect(try sandbox.run("tide", "Rincon", "--svg", "tide.svg").code == 1)
        #expect(try sandbox.run("tide", "Rincon", "--svg", "tide.svg", "--force").code == 0)
        #expect(try sandbox.run("tide", "Rincon", "2020", "--svg", "year.svg").code == 2)
    }

    @Test func `a polar day and a polar night say so`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.run("add", "2020-06-15 12:00: Longyearbyen")
        try sandbox.run("spots", "set", "Longyearbyen", "--at", "78.2N 15.6E")
        let summer = try sandbox.run("tide", "Longyearbyen", "2020-06-20")
        #expect(summer.output.contains("the sun does not set"))
        #expect(summer.output.contains("no station within 60 km"))
        #expect(try sandbox.run("tide", "Longyearbyen", "2020-12-20").output.contains("the sun does not rise"))
        let json = try sandbox.run("tide", "Longyearbyen", "2020-12-20", "--json").object()
        #expect(json["station"] is NSNull)
        #expect((json["sun"] as? [String: Any])?["sunrise"] is NSNull)
        #expect((json["sun"] as? [String: Any])?["polar"] as? String == "night")
    }

    @Test(arguments: [
        (["tide", "Topanga"], 2, "No coordinates are known for Topanga"), (["tide", "Rincn"], 3, "Did you mean"),
        (["tide", "Rincon", "2150-01-01"], 2, "1700 to 2100"), (["tide", "Rincon", "1699-12-31"], 2, "1700 to 2100"),
        (["tide", "Rincon", "2020-01-01.."], 2, "both ends"),
        (["tide", "Rincon", "1900..2000"], 2, "At most 50 years"),
        (["tide", "Rincon", "--format", "ics", "--json"], 2, "cannot be used together"),
    ])
    func `what cannot be shown is refused with one sentence`(arguments: [String], code: Int32, words: String) throws {
        let outcome = try Sea.sandbox().start(arguments).outcome()
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.output == "")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `a journal without coordinates says how to set them`() throws {
        let outcome = try Sandbox.small().run("tide")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("surfjournal spots set PLACE --at"))
    }
}

/// Whether a text is XML without entities of its own.
enum XMLDocumentCheck {
    static func isWellFormed(_ text: String) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", "import sys, xml.dom.minidom as m; m.parseString(sys.argv[1])", text]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

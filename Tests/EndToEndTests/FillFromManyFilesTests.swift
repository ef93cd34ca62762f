import Foundation
import Testing

/// `fill` with files of several stations and years.
struct FillFromManyFilesTests {
    /// Two sessions near Santa Monica Bay and one elsewhere.
    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        for line in [
            "2019-03-02 09:00 Malibu, 4ft", "2021-07-11 18:30 Malibu, 3ft", "2021-07-12 18:30 Hossegor, 5ft",
        ] {
            #expect(try sandbox.run("add", line, "--time-zone", "UTC").code == 0)
        }
        #expect(try sandbox.run("spots", "set", "Malibu", "--at", "34.03,-118.68").code == 0)
        try sandbox.write(
            """
            # STATION_ID | OWNER | TTYPE | HULL | NAME | PAYLOAD | LOCATION | TIMEZONE | FORECAST | NOTE
            #
            46221|SC|Waverider Buoy||Santa Monica Bay, CA||33.860 N 118.641 W (33&#176;51'36" N 118&#176;38'27" W)|P|| |
            46025|N|3-meter discus buoy||Santa Monica Basin||33.755 N 119.045 W (33&#176;45'19" N 119&#176;2'42" W)|P|| |

            """, to: "station_table.txt")
        try sandbox.write(
            "#YY MM DD hh mm WVHT DPD MWD WTMP\n#yr mo dy hr mn m sec deg degC\n2019 03 02 08 49 1.2 14 280 15.5\n",
            to: "46221h2019.txt")
        try sandbox.write(
            "#YY MM DD hh mm WDIR WSPD WVHT DPD\n2021 07 11 18 40 270 5.0 0.9 9\n2021 07 12 18 40 270 5.0 9 9\n",
            to: "46025h2021.txt")
        return sandbox
    }

    private let files = ["station_table.txt", "46221h2019.txt", "46025h2021.txt"]

    @Test func `ten years of files are filled in one command, each value with its station, and undone in one step`()
        throws
    {
        let sandbox = try sandbox()
        let before = try sandbox.run("list", "--plain", "--all").output
        let outcome = try sandbox.start(["fill"] + files + ["--yes"]).outcome()
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Filled empty fields of 2 sessions."))
        #expect(outcome.errors.contains("Hossegor has no coordinates"))
        let shown = try sandbox.run("show", "1").output
        #expect(shown.contains("(46221, 19 km, 11 min before)"))
        let filled = try #require(try sandbox.run("show", "2", "--json").object()["filled"] as? [String: [String: Any]])
        #expect(filled["wind"]?["station"] as? String == "46025")
        #expect(filled["wind"]?["kilometres"] as? Int == 45)
        #expect(filled["wind"]?["minutes"] as? Int == 10)
        #expect(try sandbox.run("show", "3", "--json").object()["filled"] == nil)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.run("list", "--plain", "--all").output == before)
        #expect(try sandbox.run("show", "1", "--json").object()["filled"] == nil)
        #expect(try sandbox.run("redo").code == 0)
        #expect(try sandbox.run("show", "1").output.contains("46221, 19 km"))
    }

    /// A bug once found: a session that came back had its values, and nothing about where they came from.
    @Test func `a deleted session comes back with the stations of its values`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.start(["fill"] + files + ["--yes"]).outcome().code == 0)
        let before = try sandbox.run("show", "1", "--json").object()["filled"] as? [String: [String: Any]]
        #expect(try sandbox.run("delete", "1").code == 0)
        #expect(try sandbox.run("undo").code == 0)
        let after = try sandbox.run("show", "1", "--json").object()["filled"] as? [String: [String: Any]]
        #expect(after?.isEmpty == false)
        #expect(after?.keys.sorted() == before?.keys.sorted())
    }

    @Test func `the preview says from which station each session's values come`() throws {
        let sandbox = try sandbox()
        let preview = try sandbox.start(["fill"] + files + ["--dry-run"]).outcome()
        #expect(preview.output.contains("46221") && preview.output.contains("46025"))
        let json = try sandbox.start(["fill"] + files + ["--dry-run", "--json"]).outcome().object()
        let sessions = try #require(json["sessions"] as? [[String: Any]])
        #expect(sessions.count == 2)
        #expect((sessions[1]["sources"] as? [String: [String: Any]])?["swellHeight"]?["minutes"] as? Int == -11)
    }

    @Test func `without the list of stations several buoys are not used, and it says what is missing`() throws {
        let sandbox = try sandbox()
        let outcome = try sandbox.run("fill", "46221h2019.txt", "46025h2021.txt", "--yes")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("station_table.txt"))
        #expect(outcome.errors.contains("Nothing was changed"))
        let named = try sandbox.run("fill", "46221h2019.txt", "46025h2021.txt", "--station", "46025", "--yes")
        #expect(named.errors.contains("Filled empty fields of 2 sessions."))
    }

    @Test func `a better station replaces what was filled if asked, and never what was typed`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("fill", "station_table.txt", "46025h2021.txt", "--yes").code == 0)
        #expect(try sandbox.run("edit", "2", "--swell-period", "11s").code == 0)
        try sandbox.write("#YY MM DD hh mm WVHT DPD\n2021 07 11 18 30 1.4 12\n", to: "46221h2021.txt")
        let kept = try sandbox.run("fill", "station_table.txt", "46221h2021.txt", "--yes")
        #expect(kept.errors.contains("Nothing was changed"))
        let replaced = try sandbox.run("fill", "station_table.txt", "46221h2021.txt", "--replace-filled", "--yes")
        #expect(replaced.errors.contains("Filled empty fields of 1 session."))
        let session = try sandbox.run("show", "2", "--json").object()
        #expect(session["swellHeight"] as? Double == 1.4)
        #expect(session["swellPeriod"] as? Double == 11)
    }

    @Test func `a plan prints the commands that fetch the files, by station and year`() throws {
        let sandbox = try sandbox()
        let plan = try sandbox.run("fill", "--plan", "station_table.txt")
        #expect(plan.code == 0)
        let buoy = try #require(plan.lines.first { $0.contains("ndbc") })
        #expect(buoy.hasPrefix("curl "))
        #expect(
            buoy.contains(
                "--output 46221h2019.txt.gz 'https://www.ndbc.noaa.gov/data/historical/stdmet/46221h2019.txt.gz'"))
        #expect(buoy.contains("46221h2021.txt.gz"))
        #expect(!buoy.contains("h2020"))
        let model = try #require(plan.lines.first { $0.contains("open-meteo") })
        #expect(model.contains("start_date=2019-03-01&end_date=2019-03-03"))
        #expect(model.contains("--output malibu-2021-wind.csv"))
        #expect(plan.lines.last?.hasPrefix("surfjournal fill station_table.txt 46221h2019.txt.gz") == true)
        #expect(plan.errors.contains("Hossegor has no coordinates"))
        let groups = try #require(try sandbox.run("fill", "--plan", "--json").object()["groups"] as? [[String: Any]])
        #expect(groups.map { $0["station"] as? String } == ["Open-Meteo"])
        #expect(try sandbox.run("fill", "--plan", "46221h2019.txt").code == 2)
        #expect(try sandbox.sql("SELECT max(Z_OPT) FROM ZJOURNALENTRY") == .integer(1))
    }

    @Test func `the printed fetch is a line that a shell runs as it is`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("spots", "rename", "Malibu", "O'Brien's; rm -rf x").code == 0)
        let plan = try sandbox.run("fill", "--plan", "station_table.txt").lines.filter { $0.hasPrefix("curl ") }
        try sandbox.write(plan.joined(separator: "\n") + "\n", to: "fetch.sh")
        let outcome = try sandbox.shell("curl() { printf '%s\\n' \"$@\"; }; set -e; . ./fetch.sh")
        #expect(outcome.code == 0)
        let words = outcome.lines
        #expect(words.contains("o-brien-s-rm-rf-x-2019-waves.csv"))
        #expect(words.count { $0.hasPrefix("https://") } == 6)
    }

    @Test func `a file that breaks in the middle changes nothing`() throws {
        let sandbox = try sandbox()
        try sandbox.write("#YY MM DD hh mm WVHT\n2021 07 11 18 30 high\n", to: "46221h2021.txt")
        let outcome = try sandbox.start(["fill"] + files + ["46221h2021.txt", "--yes"]).outcome()
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("46221h2021.txt:2:"))
        #expect(try sandbox.sql("SELECT max(Z_OPT) FROM ZJOURNALENTRY") == .integer(1))
    }
}

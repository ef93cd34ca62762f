import Foundation
import Testing

struct InsightTests {
    // MARK: stats

    @Test func `stats shows totals and the median rating`() throws {
        let outcome = try Sandbox.small().run("stats")
        #expect(outcome.code == 0)
        #expect(outcome.lines[0] == "Sessions  3 at 3 places, 2014-08-01 to 2014-09-03")
        #expect(outcome.lines[1] == "Rating    median 4 (3 rated)")
        #expect(outcome.output.contains("not enough"))
    }

    @Test func `stats and like say how many places are shown and how many there are`() throws {
        let sandbox = try Sandbox.empty()
        let rows = (1...25).map { "\(2000 + $0)-01-01T00:00:00Z,Place \($0),4ft,12s\n" }.joined()
        try sandbox.write("date,location,height,period\n" + rows, to: "all.csv")
        #expect(try sandbox.run("import", "all.csv").code == 0)
        let stats = try sandbox.run("stats")
        #expect(stats.errors == "10 of 25 places. 'surfjournal stats --by place' shows all.\n")
        #expect(stats.output.contains("Years     before: 17, "))
        #expect(try sandbox.run("stats", "--by", "spot").errors == "")
        let like = try sandbox.run("like", "--height", "4ft", "--period", "12s", "-n", "20")
        #expect(
            like.errorLines == ["20 of 25 sessions. -n shows more.", "10 of 25 places. --json shows all."])
        let all = try sandbox.run("like", "--height", "4ft", "--period", "12s", "-n", "25", "--location", "place 1")
        #expect(all.errorLines == ["10 of 11 places. --json shows all."])
        #expect(try sandbox.run("like", "--height", "4ft", "-n", "3", "--json").errors == "")
        #expect(try Sandbox.small().run("stats").errors == "")
    }

    @Test func `stats --by board counts sessions by board, most used first`() throws {
        let sandbox = try Sandbox.small()
        for (day, board) in [("04", "log"), ("05", "5'10 fish"), ("06", "5'10 fish")] {
            #expect(try sandbox.run("add", "2014-09-\(day) 9am: Rincon, board: \(board)").code == 0)
        }
        let lines = try sandbox.run("stats", "--by", "board").lines
        #expect(lines.map { $0.prefix(9).trimmingCharacters(in: .whitespaces) } == ["board", "5'10 fish", "log", "-"])
        let groups = try sandbox.run("stats", "--by", "board", "--json").object()["groups"] as? [[String: Any]]
        #expect(groups?.map { $0["sessions"] as? Int } == [2, 1, 3])
        #expect(groups?.first?["key"] as? String == "5'10 fish")
    }

    @Test(arguments: ["spot", "place", "location"])
    func `stats --by accepts place, spot and location`(name: String) throws {
        let outcome = try Sandbox.small().run("stats", "--by", name, "--json")
        #expect(try outcome.object()["by"] as? String == "spot")
        #expect(try Sandbox.small().run("stats", "--by", name).lines.contains { $0.hasPrefix("place ") })
    }

    @Test func `previews before an import or a question say how many sessions they show`() throws {
        let sandbox = try Sandbox.empty()
        let rows = (1...25).map { "\(2000 + $0)-01-01T00:00:00Z,Place \($0)\n" }.joined()
        try sandbox.write("date,location\n" + rows, to: "all.csv")
        let preview = try sandbox.run("import", "all.csv", "--dry-run")
        #expect(preview.errorLines.contains("\(preview.lines.count - 1) of 25 sessions."))
        #expect(try sandbox.run("import", "all.csv").code == 0)
        let terminal = try TerminalSession(["delete", "--location", "place"], in: sandbox)
        terminal.expect("20 of 25 sessions.")
        terminal.type("n\r")
        #expect(terminal.exitCode() == 1)
        #expect(try sandbox.entryCount() == 25)
    }

    @Test func `a message on a terminal wraps between words`() throws {
        let terminal = try TerminalSession(["show", "99"], in: Sandbox.small(), columns: 40)
        #expect(terminal.exitCode() == 3)
        let lines = terminal.screen.lines
        #expect(lines.count > 1)
        #expect(lines.joined(separator: " ").hasPrefix("surfjournal: There is no session 99"))
        #expect(lines.allSatisfy { !$0.hasSuffix("sho") && $0.count <= 40 })
        let file = try Sandbox.small().shell("COLUMNS=40 \"$SURF\" show 99")
        #expect(file.errorLines.count == 1)
    }

    @Test func `the error for a full disk names standard output`() throws {
        let outcome = try Sandbox.small().shell("\"$SURF\" export - > /dev/full")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors == "surfjournal: Standard output cannot be written: the disk is full.\n"
        )
    }

    @Test func `stats counts the samples while there is nothing else, or if asked to`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("stats").lines[0].hasPrefix("Sessions  5,000 at "))
        #expect(try sandbox.run("stats", "--samples", "without", "--json").object()["sessions"] as? Int == 0)
        try sandbox.run("add", "2014-08-01 7am: Malibu")
        #expect(try sandbox.run("stats", "--json").object()["sessions"] as? Int == 1)
        #expect(try sandbox.run("stats", "--samples", "with").lines[0].hasPrefix("Sessions  5,001 at "))
    }

    static let groupings: [(String, [String])] = [
        ("spot", ["Malibu", "Mavericks", "Rincon"]), ("month", ["2014-08", "2014-09"]), ("year", ["2014"]),
        ("hour", ["07", "08", "09"]), ("rating", ["2", "4", "5"]),
    ]

    @Test(arguments: groupings)
    func `stats --by groups by place, month, year, hour or rating`(by: String, keys: [String]) throws {
        let groups = try Sandbox.small().run("stats", "--by", by, "--json").object()["groups"] as? [[String: Any]]
        #expect(groups?.compactMap { $0["key"] as? String } == keys)
        #expect(groups?.compactMap { $0["sessions"] as? Int }.reduce(0, +) == 3)
    }

    @Test func `stats counts only the sessions that match a filter`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("stats", "--rating", "4..", "--json").object()["sessions"] as? Int == 2)
        let nothing = try sandbox.run("stats", "--location", "nowhere")
        #expect(nothing == Outcome(code: 0, output: "", errors: "No sessions match.\n"))
    }

    @Test func `stats of some dates does not compare years`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("stats").output.contains("by this day in"))
        #expect(try sandbox.run("stats", "--rating", "1..").output.contains("by this day in"))
        for filter in [["--from", "2001"], ["--date", "2001.."]] {
            #expect(try !sandbox.start(["stats"] + filter).outcome().output.contains("by this day in"))
        }
    }

    @Test func `stats shows progress towards a goal`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("stats", "--goal", "50").output.contains("0% of your goal of 50, 50 to go"))
        #expect(try sandbox.run("stats", "--goal", "0").code == 2)
        #expect(try sandbox.run("stats", "--csv").code == 2)
    }

    @Test func `with an empty journal, statistics say how to add a session`() throws {
        let sandbox = try Sandbox.empty()
        for arguments in [["stats"], ["plot", "months"], ["spots"], ["like", "--height", "4ft"]] {
            let outcome = try sandbox.start(arguments).outcome()
            #expect(outcome.code == 0)
            #expect(outcome.output == "")
            #expect(outcome.errors.contains("surfjournal add"), "\(arguments)")
        }
    }

    // MARK: spots

    @Test func `spots lists places in every format`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "2014-09-04 09:00: \"malibu\"").code == 0)
        #expect(
            try sandbox.run("spots").lines == [
                "place      sessions  first       last        also",
                "Malibu            1  2014-08-01  2014-08-01  malibu",
                "Mavericks         1  2014-09-03  2014-09-03",
                "Rincon            1  2014-08-02  2014-08-02",
                "malibu            1  2014-09-04  2014-09-04  Malibu",
            ])
        #expect(try sandbox.run("spots", "--csv").lines[0] == "location,sessions,first,last,variants")
        #expect(
            try sandbox.run("spots", "--plain").lines[1]
                == "Mavericks\t1\t2014-09-03T09:00:00-07:00\t2014-09-03T09:00:00-07:00\t")
        let objects = try sandbox.run("spots", "--json").objects()
        #expect(objects.compactMap { $0["location"] as? String } == ["Malibu", "Mavericks", "Rincon", "malibu"])
        #expect(objects[0]["variants"] as? [String] == ["malibu"])
        #expect(try sandbox.run("spots").errors.contains("2 of them may be spelled in several ways"))
    }

    @Test func `spots counts the sample sessions too`() throws {
        let objects = try Sandbox().run("spots", "--json").objects()
        #expect(objects.compactMap { $0["sessions"] as? Int }.reduce(0, +) == 5000)
    }

    // MARK: plot

    @Test(arguments: [["calendar"], ["months"], ["rating"], ["hist", "height"], ["scatter", "height", "rating"]])
    func `plot draws on standard output or prints JSON`(what: [String]) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["plot"] + what).outcome()
        #expect(outcome.code == 0)
        #expect(outcome.lines.count > 4)
        let object = try sandbox.start(["plot", "--json"] + what).outcome().object()
        #expect(object["plot"] as? String == what[0])
        #expect(object["sessions"] as? Int == 3)
    }

    @Test func `plot --svg writes a picture, and overwrites one only with --force`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("plot").output == sandbox.run("plot", "months").output)
        #expect(try sandbox.run("plot", "months", "--svg", "m.svg").code == 0)
        #expect(try sandbox.read("m.svg").hasPrefix("<svg "))
        #expect(try sandbox.run("plot", "rating", "--svg", "m.svg").code == 1)
        #expect(try sandbox.run("plot", "rating", "--svg", "m.svg", "--force").code == 0)
        #expect(try sandbox.read("m.svg").contains("Sessions by rating"))
        #expect(sandbox.files == ["m.svg"])
    }

    static let mistakes: [([String], String)] = [
        ([""], "Say what to draw"), (["moths"], "Did you mean 'months'?"), (["hist"], "'hist' draws one field"),
        (["hist", "notes"], "'notes' has no numbers"), (["hist", "hight"], "Did you mean 'height'?"),
        (["scatter", "height"], "'scatter' draws two fields"), (["months", "height"], "'months' takes no field"),
    ]

    @Test(arguments: mistakes)
    func `the errors of plot say what it can draw`(what: [String], words: String) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["plot"] + what).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(words))
    }

    @Test func `a dumb terminal gets only ASCII`() throws {
        let sandbox = try Sandbox.small()
        sandbox.environment["TERM"] = "dumb"
        for arguments in [["stats"], ["plot", "calendar"], ["plot", "months"], ["like", "1"]] {
            #expect(try sandbox.start(arguments).outcome().output.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    // MARK: like

    @Test func `like says if no other session can be compared`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("like", "--height", "3ft").errors.hasPrefix("The journal has no sessions yet."))
        try sandbox.run("add", "2015-01-02 08:00: Malibu, 3ft")
        #expect(try sandbox.run("like", "last").errors == "No other session of yours has numbers to compare.\n")
    }

    @Test func `like finds the sessions with the most similar conditions`() throws {
        let object = try Sandbox.small().run("like", "--height", "5ft", "--wind", "offshore 6kts", "--json").object()
        let sessions = object["sessions"] as? [[String: Any]] ?? []
        let ids = sessions.compactMap { ($0["entry"] as? [String: Any])?["id"] as? Int }
        #expect(ids == [1, 2, 3].filter { ids.contains($0) })
        #expect(ids.first == 1)
        let why = sessions.first?["why"] as? [[String: Any]]
        #expect(why?.compactMap { $0["aspect"] as? String } == ["height", "windKind", "windSpeed"])
    }

    @Test func `like with a session excludes that session`() throws {
        let sandbox = try Sandbox.small()
        let lines = try sandbox.run("like", "1").lines
        #expect(lines[0].hasPrefix("alike"))
        #expect(!lines.contains { $0.contains("Malibu") })
        #expect(try sandbox.run("like", "99").code == 3)
    }

    @Test func `like can start from a session's conditions, change some of them, and look at one place`() throws {
        let sandbox = try Sandbox.small()
        let object = try sandbox.run("like", "1", "--height", "20ft", "--location", "maver", "--json").object()
        #expect((object["sessions"] as? [Any])?.count == 1)
        #expect((object["conditions"] as? [String: Any])?["height"] as? Double == 20)
        #expect((object["conditions"] as? [String: Any])?["period"] as? Double == 12)
    }

    @Test(arguments: [
        [], ["--rating", "4"], ["--height", "big"], ["-n", "x", "--height", "4ft"], ["--from", "2014"],
    ])
    func `like needs conditions with numbers`(arguments: [String]) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.start(["like"] + arguments).outcome().code == 2)
    }

    // MARK: A journal of the first version

    @Test func `statistics, plots and places work on a journal from the tutorial without migration`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        #expect(try sandbox.run("stats", "--json").object()["sessions"] as? Int == 5000)
        #expect(try sandbox.run("stats").output.contains("none counted yet"))
        let months = try sandbox.run("plot", "months", "--json").object()
        let (dated, without) = (months["sessions"] as? Int ?? 0, months["without"] as? Int ?? 0)
        #expect(dated > 4900)
        #expect(dated + without == 5000)
        #expect(try !sandbox.run("spots", "--json").objects().isEmpty)
        #expect(try sandbox.run("like", "last").code == 0)
        let waves = try sandbox.run("plot", "hist", "waves")
        #expect(waves.code == 2)
        #expect(waves.errors.contains("surfjournal migrate"))
    }
}

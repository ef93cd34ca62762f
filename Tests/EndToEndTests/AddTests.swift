import SQLite
import Testing

struct AddTests {
    @Test func `a sentence adds a session`() throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.run(
            "add", "2014-08-01", "07:00:", "Malibu,", "4ft", "@", "12s,", "offshore 5kts, ****")
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == "Added 1: Malibu (a new place), Fri 2014-08-01 07:00, 4ft @ 12s, offshore 5kts, ★★★★.\n")
        let row = "ZLOCATION || '|' || ZHEIGHT || '|' || ZPERIOD || '|' || ZWIND || '|' || ZRATING || '|' || Z_OPT"
        #expect(try sandbox.sql("SELECT \(row) FROM ZJOURNALENTRY") == "Malibu|4ft|12s|offshore 5kts|4|1")
        #expect(try sandbox.sql("SELECT CAST(ZDATE + 978307200 AS INTEGER) FROM ZJOURNALENTRY") == 1_406_901_600)
    }

    @Test func `a sentence is read from standard input`() throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.shell("echo '2014-08-01 07:00: Malibu, 4ft, ****' | $SURF add -")
        #expect(outcome.errors == "Added 1: Malibu (a new place), Fri 2014-08-01 07:00, 4ft, ★★★★.\n")
        let several = try sandbox.shell("printf '2014-08-02 7am: Malibu\n2014-08-03 7am: Zuma\n' | $SURF add -")
        #expect(several.code == 2 && several.errors.contains("surfjournal import - --sentences"))
        #expect(try sandbox.shell("$SURF add - </dev/null").code == 2)
        #expect(try sandbox.shell("printf '\\377' | $SURF add -").code == 2)
        #expect(try sandbox.entryCount() == 1)
    }

    @Test(arguments: [("add -", "Type the sentence."), ("import -", "Name a file to import.")])
    func `standard input is the commands' own at the prompt`(line: String, advice: String) throws {
        let sandbox = try Sandbox.small()
        try sandbox.write(line + "\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("At the prompt, standard input has your commands. \(advice)"))
    }

    @Test func `options add a session and keep the text exactly as given`() throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.run(
            "add", "--spot", "  Café  ", "--height", "head high", "--wind=-4", "--rating", "5", "--date", "2014-08-01",
            "--json")
        let entry = try outcome.object()
        #expect(entry["id"] as? Int == 1)
        #expect(entry["rev"] as? Int == 1)
        #expect(entry["location"] as? String == "  Café  ")
        #expect(entry["wind"] as? String == "-4")
        #expect(entry["period"] is Void? || "\(entry["period"] ?? "")" == "<null>")
        #expect(entry["date"] as? String == "2014-08-01T12:00:00-07:00")
    }

    @Test(arguments: [
        ("height", "big", true), ("period", "soonish", true), ("height", "overhead", false), ("wind", "-4", false),
        ("wind", "NW", false), ("tide", "low", false),
    ])
    func `an option's measure without a number is kept as text, and a message says so`(
        field: String, text: String, isReported: Bool
    ) throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.run("add", "Malibu", "--\(field)=\(text)")
        #expect(outcome.code == 0)
        let remark = "'\(text)' has no number for the \(field). It is kept as text and not counted."
        #expect(outcome.errorLines.contains(remark) == isReported)
        #expect(try sandbox.run("list", "--json").objects().first?[field] as? String == text)
    }

    @Test func `words after -- are not options`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("add", "--rating", "3", "--", "--Reef--, 4ft").code == 0)
        #expect(try sandbox.sql("SELECT ZLOCATION FROM ZJOURNALENTRY") == "Reef")
    }

    @Test func `options and filters understand the same words as a sentence`() throws {
        let sandbox = try Sandbox.empty()
        let options = [
            "--location", "Rincon", "--date", "saturday last week", "--height", "waist to chest", "--rating", "****",
            "--waves", "12 waves", "--duration", "1 hour 20 minutes", "--water-temperature", "water 17C",
            "--swell-direction", "south swell",
        ]
        #expect(try sandbox.start(["add"] + options).outcome().code == 0)
        for filter in [
            ["--height", "waist..overhead"], ["--on", "last week"], ["--rating", "4/5"], ["--rating", "****"],
            ["--waves", "12 waves"], ["--duration", "1 hour..2 hours"], ["--height", "knee+"],
        ] {
            #expect(try sandbox.start(["list", "--plain"] + filter).outcome().lines.count == 1, "\(filter)")
        }
        #expect(try sandbox.run("list", "--on", "this week").lines.isEmpty)
    }

    @Test func `the line that reports a new session can be typed to add it again`() throws {
        let sandbox = try Sandbox.empty()
        let first = try sandbox.run(
            "add",
            "2014-08-01 7am: \"St. Ives, left\", 4ft @ 12s, offshore, ****, 5ft WNW swell, water 17C, 1h30, "
                + "board: 6'2 twin, \"say “hi”, 4/5\"")
        let echo = try #require(first.errors.firstMatch(of: /Added 1: (.*)\n/)).output.1
        let second = try sandbox.run("add", String(echo))
        let expected = first.errors.replacing("Added 1", with: "Added 2").replacing(" (a new place)", with: "")
        #expect(second.errors.hasPrefix(expected))
        #expect(second.errors.contains("You already have a session there around that time, 1: "))
        let columns = "ZDATE, ZLOCATION, ZHEIGHT, ZPERIOD, ZWIND, ZRATING, ZNOTES, ZBOARD, ZDURATION, ZSWELLDIRECTION"
        #expect(try sandbox.sql("SELECT count(*) FROM (SELECT DISTINCT \(columns) FROM ZJOURNALENTRY)") == 1)
    }

    @Test func `the date is now unless given`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("add", "Malibu").code == 0)
        #expect(try sandbox.sql("SELECT abs(ZDATE + 978307200 - strftime('%s', 'now')) < 600 FROM ZJOURNALENTRY") == 1)
    }

    @Test(arguments: [
        ["--rating", "0"], ["--rating", "6"], ["--rating", "five"], ["--rating", ""], ["--height", ""],
        ["--date", "2999-01-01"], ["--date", "tomorrowish"], ["--date", "03/04"], ["--date", "2014-02-30"],
        ["--from", "2014"],
        ["--where", "rating > 3"], ["--last", "3d"], ["--samples", "only"], ["--colour", "red"], ["--rating"],
        ["--rating", "3", "--rating", "4"], ["--notes", ""], ["--spot", "Rincon"], ["--wind", "-4"], ["6"],
        [", ******"],
        [", 4ft, 5ft"], ["--csv"],
    ])
    func `an invalid value is a usage error and adds nothing`(arguments: [String]) throws {
        let sandbox = try Sandbox.empty()
        let first = arguments[0].hasPrefix(",") ? ["add", "Malibu" + arguments[0]] : ["add", "Malibu,"] + arguments
        let outcome = try sandbox.start(first).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.hasPrefix("surfjournal: "))
        #expect(outcome.errors.hasSuffix("Nothing was changed.\n"))
        #expect(try sandbox.entryCount() == 0)
    }

    @Test(arguments: [[], ["--height", "4ft"], ["4ft, ****"], ["later: Malibu"]] as [[String]])
    func `a session needs a place and a valid date`(arguments: [String]) throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.start(["add"] + arguments).outcome().code == 2)
        #expect(try sandbox.entryCount() == 0)
    }

    @Test(arguments: [["add", "Malibu"]], ["--from=2014", "--to", "--where", "--samples=only"])
    func `an option that only filters is refused by add`(command: [String], option: String) throws {
        let outcome = try Sandbox().start(command + [option, "2014"]).outcome()
        let name = option.prefix { $0 != "=" }
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'\(command[0])' does not take \(name). That option only finds sessions."))
    }

    @Test func `the error for an ambiguous sentence suggests a line that works when copied`() throws {
        let sandbox = try Sandbox.empty()
        let errors = try sandbox.run("add", "Malibu, 4").errors
        #expect(
            errors.hasPrefix(
                "surfjournal: What is '4': the height, the period, how long it was or how many waves? Try: "))
        let line = try #require(errors.firstMatch(of: /Try: surfjournal (add '[^']*')/)).output.1
        #expect(try sandbox.shell("\"$SURF\" \(line)").code == 0)
        #expect(try sandbox.entryCount() == 1)
    }

    @Test func `a dry run shows where each value was read from and saves nothing`() throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.run("add", "--dry-run", "2014-08-01 Rincon 4-6ft 14s, so cold")
        #expect(outcome.code == 0)
        #expect(
            outcome.lines == [
                "  date       about Fri 2014-08-01 12:00:00-07:00  from “2014-08-01”",
                "  place      Rincon (a new place)  from “Rincon”", "  height     4-6ft  from “4-6ft”",
                "  period     14s  from “14s”", "  notes      so cold  from “so cold”",
                "  time zone  America/Los_Angeles",
            ])
        #expect(try sandbox.entryCount() == 0)
    }

    @Test(arguments: ["list", "undo", "show last", "list malibu", "delete 7", "help add"])
    func `a sentence that is itself a command is refused with a hint to run that command`(line: String) throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.run("add", line)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'\(line)' is a command: surfjournal \(line)."))
        #expect(try sandbox.entryCount() == 0)
    }

    @Test func `adding, cancelling, adding and saving leaves exactly one new session`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "Ghost Point, 3ft", "--draft").code == 0)
        #expect(try sandbox.entryCount() == 3)
        #expect(try sandbox.run("cancel").code == 0)
        #expect(try sandbox.run("add", "2015-01-01: Trestles, 3ft", "--draft").code == 0)
        #expect(try sandbox.run("save").code == 0)
        #expect(try sandbox.entryCount() == 4)
        #expect(try sandbox.sql("SELECT group_concat(ZLOCATION) FROM ZJOURNALENTRY WHERE Z_PK > 3") == "Trestles")
        #expect(try sandbox.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'JournalEntry'") == 4)
        let export = try sandbox.run("export").lines
        #expect(export.count == 5)
        #expect(export.filter { $0.contains("Trestles") }.count == 1)
        #expect(!export.contains { $0.contains("Ghost") })
    }

    @Test func `--quiet hides messages but not data`() throws {
        let sandbox = try Sandbox.empty()
        let outcome = try sandbox.run("add", "Malibu", "-q", "--json")
        #expect(outcome.errors == "")
        #expect(try outcome.object()["location"] as? String == "Malibu")
    }
}

import Testing

/// Words that people try who have not read the help.
struct FirstWordsTests {
    @Test(arguments: ["find", "search"])
    func `find and search list what has the word`(command: String) throws {
        let outcome = try Sandbox.small().run(command, "malibu", "--json")
        #expect(try outcome.objects().map { $0["id"] as? Int } == [1])
    }

    @Test(arguments: [["2014"], ["august", "2014"], ["2014-08"]])
    func `a year or a month alone is a date`(words: [String]) throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2013-10-01 7am: Trestles, 3ft")
        #expect(try sandbox.start(["list", "--json"] + words).outcome().objects().count == (words == ["2014"] ? 3 : 2))
        let stats = try sandbox.start(["stats", "--json"] + words).outcome()
        #expect(try stats.object()["sessions"] as? Int == (words == ["2014"] ? 3 : 2))
    }

    @Test(arguments: [
        ("undelete", "'surfjournal undo'"), ("replace", "'surfjournal edit'"), ("remove", "'surfjournal delete'"),
        ("new", "'surfjournal add'"), ("history", "'surfjournal undo --list'"), ("dates", "'surfjournal help dates'"),
    ])
    func `a word of other programs is refused with the command that works`(word: String, command: String) throws {
        let outcome = try Sandbox.small().run(word, "1")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("There is no command '\(word)'. \(command)"))
    }

    static let foreign: [([String], String)] = [
        (["-5"], "Try: surfjournal list -n 5."), (["list", "-12"], "Try: surfjournal list -n 12."),
        (["-contains", "glassy"], "Try: surfjournal list WORD."), (["--delete"], "surfjournal delete."),
        (["--on", "2014"], "It belongs to a command, such as: surfjournal list."),
        (["edit", "-1"], "'last' is the session that you added or changed last"),
        (["rating", "5"], "To set the rating: surfjournal edit last --rating VALUE."),
        (["export", "--columns", "date"], "'surfjournal list --csv' takes it."),
        (["import", "a.csv", "b.csv"], "'import' reads one file at a time."),
        (["undo", "--only", "x"], "--only 'x' is not valid: use a whole number."),
        (["completions", "pwsh"], "Name your shell: bash, zsh or fish."),
        (["spots", "set", "Bells", "--at", "-38.37,144.28"], "begins with '-' as in --at=-38.37,144.28."),
        (["@ana"], "surfjournal list --with ana."), (["#dawnie"], "surfjournal list --tag dawnie."),
    ]

    @Test(arguments: foreign)
    func `an option or a sign of other programs is refused with what works`(words: [String], advice: String) throws {
        let outcome = try Sandbox.small().start(words).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(advice))
    }

    @Test func `restore of a session's number says how to undo a deletion`() throws {
        let outcome = try Sandbox.small().run("restore", "5150")
        #expect(outcome.code == 3)
        #expect(outcome.errors.contains("To bring back a deleted session, use 'surfjournal undo'."))
    }

    @Test func `report of a year without a file says how to write it`() throws {
        let outcome = try Sandbox.small().run("report", "2014")
        #expect(outcome.errors.contains("surfjournal report 2014 --html 2014.html"))
        let filtered = try Sandbox.small().run("report", "--rating", "4..")
        #expect(filtered.errors == "surfjournal: Say where the page goes. Add --html sessions.html.\n")
    }

    @Test func `the start of an option's name is suggested`() throws {
        let outcome = try Sandbox.small().run("list", "--rat", "4")
        #expect(outcome.errors.contains("Did you mean '--rating'?"))
    }

    static let nearlyRight: [([String], String)] = [
        (["list", "--since", "2014"], "'--since'. Did you mean '--from'?"),
        (["stats", "--until", "2014"], "'--until'. Did you mean '--to'?"),
        (["delete", "--everything"], "'--everything'. See 'surfjournal help delete'."),
        (["list", "last", "month"], "No sessions match. To find by date: surfjournal list --on 'last month'."),
        (["list", "--rating", ">3"], "--rating '>3' is not a rating or range. Try --rating 3..5."),
        (["delete", "1,2"], "Separate several with spaces, such as 1 2 3."),
        (["list", "--where", "location CONTAINS Malibu"], "A text needs quotes, such as \"Malibu\"."),
        (["list", "--tide-height", "x"], "--tide-height 'x' is not valid: use a height or a range, such as 1..3ft."),
        (["edit", "last", "notes", "went", "well"], "surfjournal edit last --notes 'went well'."),
        (["edit", "last", "--notes", "went", "well"], "Quote a value of several words, such as --notes 'went well'."),
    ]

    @Test(arguments: nearlyRight)
    func `what is nearly right is answered with what is right`(words: [String], advice: String) throws {
        #expect(try Sandbox.small().start(words).outcome().errors.contains(advice))
    }

    @Test(arguments: [("--sort", "dat", "date"), ("--samples", "withot", "without")])
    func `a word that an option does not know is refused with the nearest`(
        option: String, value: String, meant: String
    ) throws {
        let outcome = try Sandbox.small().run("list", option, value)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("\(option) must be "))
        #expect(outcome.errors.contains("not '\(value)'. Did you mean '\(meant)'?"))
    }

    @Test func `a command that only reads does not say that nothing was changed`() throws {
        let sandbox = try Sandbox.small()
        #expect(try !sandbox.run("list", "--where", "foo = 1").errors.contains("Nothing was changed"))
        #expect(try !sandbox.run("show", "99").errors.contains("Nothing was changed"))
        #expect(try sandbox.run("delete", "99").errors.contains("Nothing was changed"))
    }

    @Test func `an unknown field in a predicate is called a field`() throws {
        let outcome = try Sandbox.small().run("list", "--where", "ratng = 1")
        #expect(outcome.errors.contains("--where: there is no field 'ratng' (character 1). Did you mean 'rating'?"))
    }

    @Test func `only dates in words say what they mean`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("list", "--on", "2014").errors == "3 sessions.\n")
        #expect(
            try sandbox.run("list", "--on", "august 2014").errors.hasPrefix(
                "Dates from Fri 2014-08-01 through Sun 2014-08-31.\n"))
        let reversed = try sandbox.run("list", "--from", "2026", "--to", "2025")
        #expect(reversed.code == 2)
        #expect(reversed.errors == "surfjournal: --from 2026 is after --to 2025.\n")
    }

    @Test func `the prompt knows its own name and has no redirection`() throws {
        let terminal = try TerminalSession.small()
        terminal.enter("surfjournal show 1")
        terminal.expect("Session 1")
        terminal.enter("list > x.txt")
        terminal.expect("The prompt has no '>'.")
        terminal.leave()
    }
}

struct KeptBackupsTests {
    @Test func `backup --keep removes the oldest of its own in a folder and nothing else`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("mine", to: "backups/SurfJournalModel-2019-01-01T000000.txt")
        try sandbox.write("mine", to: "backups/Other-2019-01-01T000000.sqlite")
        for year in 2020...2023 { try sandbox.write("old", to: "backups/SurfJournalModel-\(year)-01-01T000000.sqlite") }
        let outcome = try sandbox.run("backup", "backups", "--keep", "3")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Removed 2 older backups. The newest 3 are kept."))
        let names = try sandbox.shell("ls backups").lines
        #expect(names.count == 5)
        #expect(names.contains("Other-2019-01-01T000000.sqlite"))
        #expect(names.contains("SurfJournalModel-2022-01-01T000000.sqlite"))
        #expect(!names.contains("SurfJournalModel-2021-01-01T000000.sqlite"))
    }

    @Test(arguments: [["backup", "--keep", "0", "."], ["backup", "missing", "--keep", "2"]])
    func `backup --keep needs a folder and a number`(arguments: [String]) throws {
        #expect(try Sandbox.small().start(arguments).outcome().code == 2)
    }
}

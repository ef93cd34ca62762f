import Testing

struct SeveralSessionsTests {
    @Test func `edit with a filter changes all that it finds in one step, which undo takes back`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-01 7am: Malibu, 3ft")
        let outcome = try sandbox.run("edit", "--spot", "malibu", "--board", "5'10 twin")
        #expect(outcome.code == 0)
        #expect(outcome.errors.hasPrefix("Changed the board of 2 sessions."))
        #expect(outcome.errors.contains("  1: Malibu, Fri 2014-08-01 07:00\n"))
        #expect(try boards(sandbox) == ["5'10 twin", nil, nil, "5'10 twin"])
        #expect(try sandbox.run("undo").errors.contains("(2 sessions)"))
        #expect(try boards(sandbox) == [nil, nil, nil, nil])
    }

    @Test func `edit takes several IDs`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("edit", "1", "3", "--rating", "2").code == 0)
        #expect(try sandbox.run("list", "--rating", "2", "--json").objects().count == 3)
        #expect(try sandbox.run("edit", "1", "99", "--rating", "5").code == 3)
        #expect(try sandbox.run("list", "--rating", "5", "--json").objects().isEmpty)
    }

    @Test func `a range is part of the filter, and a single value is set`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("edit", "--rating", "4..", "--crowd", "empty").code == 0)
        #expect(try sandbox.run("list", "--crowd", "empty", "--json").objects().count == 2)
    }

    @Test func `changing more than three sessions asks, and needs --yes without a terminal`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-01 7am: Malibu, 3ft")
        let refused = try sandbox.run("edit", "--on", "2014", "--crowd", "empty")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("Add --yes to change without asking."))
        #expect(try sandbox.run("edit", "--on", "2014", "--crowd", "empty", "-y").code == 0)
        #expect(try sandbox.run("list", "--crowd", "empty", "--json").objects().count == 4)
    }

    @Test func `edit of several sessions keeps their other fields`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "2", "--notes", "Same")
        let first = try sandbox.run("show", "1", "--json").object()
        #expect(first["height"] as? String == "4ft")
        #expect(first["rating"] as? Int == 4)
        #expect(first["notes"] as? String == "Same")
    }

    @Test(arguments: [
        ["edit", "--spot", "malibu"], ["edit", "1", "2"], ["edit", "1", "2", "--draft", "--rating", "3"],
        ["edit", "1", "--on", "2014", "--rating", "3"], ["edit", "d1", "1", "--rating", "3"],
    ])
    func `edit of several sessions refuses what it cannot do`(arguments: [String]) throws {
        #expect(try Sandbox.small().start(arguments).outcome().code == 2)
    }

    @Test func `a field without dashes whose value is not understood is refused with the line that works`() throws {
        let outcome = try Sandbox.small().run("edit", "1", "period", "long")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("Fields take --: surfjournal edit 1 --period long."))
    }

    private func boards(_ sandbox: Sandbox) throws -> [String?] {
        try sandbox.run("list", "--sort", "id", "--json").objects().map { $0["board"] as? String }
    }
}

struct NamedByWordsTests {
    @Test func `a word that one session has stands for its ID, and says which`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("show", "malibu", "--json").object()["id"] as? Int == 1)
        let edited = try sandbox.run("edit", "mavericks", "--rating", "3")
        #expect(edited.errors.hasPrefix("'mavericks' is 3: Mavericks, Wed 2014-09-03 09:00.\n"))
        #expect(try sandbox.run("show", "3", "--json").object()["rating"] as? Int == 3)
    }

    @Test func `a date stands for the session of that day, with or without quotes`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.run("add", "yesterday 7am: Rincon, 4ft")
        #expect(try sandbox.run("show", "yesterday", "--json").object()["location"] as? String == "Rincon")
        try sandbox.run("add", "5 days ago 7am: Malibu, 4ft")
        #expect(try sandbox.run("show", "5", "days", "ago", "--json").object()["location"] as? String == "Malibu")
    }

    @Test func `words that several sessions have are refused with a list, newest first`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-01 7am: Malibu, 3ft")
        let outcome = try sandbox.run("delete", "malibu")
        #expect(outcome.code == 2)
        #expect(
            outcome.errors.contains(
                "'malibu' could be several sessions: 4 Malibu, Wed 2014-10-01 07:00; 1 Malibu, Fri 2014-08-01 07:00."))
        #expect(try sandbox.entryCount() == 4)
    }

    @Test func `on a terminal one of several sessions is chosen by its place in the list`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-01 7am: Malibu, 3ft")
        let terminal = try TerminalSession(["delete", "malibu"], in: sandbox)
        terminal.expect("Which one, 1 to 2?")
        terminal.type("2\r")
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.sql("SELECT group_concat(Z_PK) FROM ZJOURNALENTRY") == "2,3,4")
    }

    @Test func `delete and edit alone offer the newest sessions on a terminal`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try TerminalSession(["delete"], in: sandbox)
        terminal.expect("Your newest sessions:")
        terminal.expect("Which one, 1 to 3?")
        terminal.type("1\r")
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.sql("SELECT group_concat(Z_PK) FROM ZJOURNALENTRY") == "1,2")
    }

    @Test func `words that no session has are refused`() throws {
        let outcome = try Sandbox.small().run("show", "malbu")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("Did you mean 'Malibu'?"))
    }

    @Test func `a draft that is not there is not called one`() throws {
        let outcome = try Sandbox.small().run("show", "d9")
        #expect(outcome.code == 3)
        #expect(outcome.errors == "surfjournal: There is no draft d9. See 'surfjournal drafts'.\n")
    }
}

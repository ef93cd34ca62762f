import SQLite
import Testing

struct DeleteTests {
    @Test(arguments: ["delete", "rm"])
    func `delete takes IDs and prints the deleted sessions`(name: String) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run(name, "1", "newest", "1", "--json")
        #expect(outcome.code == 0)
        #expect(try outcome.objects().map { $0["location"] as? String } == ["Malibu", "Mavericks"])
        #expect(
            outcome.errors == """
                Deleted 2 sessions. 'surfjournal undo' brings them back.
                  1: Malibu, Fri 2014-08-01 07:00
                  3: Mavericks, Wed 2014-09-03 09:00

                """)
        #expect(try sandbox.sql("SELECT group_concat(Z_PK) FROM ZJOURNALENTRY") == "2")
    }

    @Test func `deleting several IDs deletes all of them or none`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("delete", "1", "99").code == 3)
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `delete accepts a filter`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("delete", "--on", "2014-08").code == 0)
        #expect(try sandbox.sql("SELECT group_concat(Z_PK) FROM ZJOURNALENTRY") == "3")
    }

    static let namingNothing: [([String], Int32)] = [
        ([], 2), (["1", "--rating", "4"], 2), (["--rating", "1"], 3), (["x"], 2), (["d1"], 3),
    ]

    @Test(arguments: namingNothing)
    func `delete without a valid session or filter deletes nothing`(arguments: [String], code: Int32) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.start(["delete"] + arguments).outcome().code == code)
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `deleting more than three sessions needs --yes when there is no terminal`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "Rincon")
        #expect(try sandbox.run("delete", "--rating", "1..").code == 0)
        try sandbox.makeFour()
        let outcome = try sandbox.run("delete", "--location", "four")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--yes"))
        #expect(try sandbox.run("delete", "--location", "four", "--yes").code == 0)
        #expect(try sandbox.entryCount() == 1)
    }

    static let answers: [(String, Int32, Int64)] = [("y", 0, 0), ("n", 1, 4), ("", 1, 4)]

    @Test(arguments: answers)
    func `deleting more than three sessions asks first on a terminal`(answer: String, code: Int32, left: Int64) throws {
        let sandbox = try Sandbox.empty()
        try sandbox.makeFour()
        let command = "\"$SURF\" delete --location four > gone"
        let terminal = try TerminalSession(["-c", command], of: Shells.sh, in: sandbox)
        terminal.expect("Delete these 4 sessions? [y/N]")
        terminal.type(answer + "\r")
        #expect(terminal.exitCode() == code)
        #expect(try sandbox.entryCount() == .integer(left))
    }

    @Test func `--no-input asks nothing even on a terminal`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.makeFour()
        let terminal = try TerminalSession(["delete", "--location", "four", "--no-input"], in: sandbox)
        #expect(terminal.exitCode() == 2)
    }

    @Test func `an ID is never reused`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("delete", "3")
        #expect(try sandbox.run("add", "Rincon", "--json").object()["id"] as? Int == 4)
    }
}

extension Sandbox {
    /// Adds four sessions at one place.
    fileprivate func makeFour() throws {
        for day in 1...4 { #expect(try run("add", "2013-01-0\(day): Four, 4ft").code == 0) }
    }
}

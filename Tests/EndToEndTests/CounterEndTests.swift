import SQLite
import Testing

/// A counter that has reached its end is an error with exit code 5 and changes nothing; `check` finds it.
@Suite struct CounterEndTests {
    static let ends: [Int64] = [1 << 53, .max - 2, .max - 1, .max]

    private func sandbox(_ sql: String) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try Connection(path: sandbox.journal).execute(sql)
        return sandbox
    }

    private func rows(_ sandbox: Sandbox) throws -> [Value] {
        try [
            sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY"), sandbox.sql("SELECT max(Z_MAX) FROM Z_PRIMARYKEY"),
            sandbox.sql("SELECT count(*) FROM ATRANSACTION"),
        ]
    }

    @Test(arguments: ends)
    func `without free IDs nothing can be added or imported, and check reports it`(end: Int64) throws {
        let sandbox = try sandbox("UPDATE Z_PRIMARYKEY SET Z_MAX = \(end) WHERE Z_ENT = 1")
        try sandbox.write("date,location\n2014-01-01 07:00,Swamis\n", to: "new.csv")
        try sandbox.write("[{\"date\":\"2014-01-01T07:00:00Z\",\"location\":\"Swamis\"}]", to: "new.json")
        let before = try rows(sandbox)
        for command in [["add", "--location", "Swamis"], ["import", "new.csv"], ["import", "new.json"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 5)
            #expect(outcome.errors.contains("has no numbers left for sessions."))
        }
        #expect(try rows(sandbox) == before)
        let check = try sandbox.run("check")
        #expect(check.code == 5)
        #expect((check.output + check.errors).contains("The counter of IDs says \(end), the highest"))
        #expect(try sandbox.run("edit", "1", "--rating", "1").code == 0)
        #expect(try sandbox.run("delete", "2").code == 0)
        #expect(try sandbox.run("undo").code == 0)
    }

    @Test(arguments: [16_001, 16_002], ends.suffix(2))
    func `without free numbers for the history nothing is saved, and check reports it`(entity: Int, end: Int64) throws {
        let sandbox = try sandbox("UPDATE Z_PRIMARYKEY SET Z_MAX = \(end) WHERE Z_ENT = \(entity)")
        let before = try rows(sandbox)
        for command in [["add", "--location", "Swamis"], ["delete", "1"], ["spots", "rename", "Malibu", "Swamis"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 5)
            #expect(outcome.errors.contains("has no numbers left for its history."))
        }
        #expect(try rows(sandbox) == before)
        let check = try sandbox.run("check")
        #expect(check.code == 5)
        #expect((check.output + check.errors).contains("The counter of the history says \(end), the highest"))
    }

    @Test func `a session at the highest revision can be edited, deleted and restored`() throws {
        let sandbox = try sandbox("UPDATE ZJOURNALENTRY SET Z_OPT = \(Int64.max) WHERE Z_PK = 1")
        let check = try sandbox.run("check")
        #expect((check.output + check.errors).contains("1 row at the highest revision"))
        for command in [["edit", "1", "--rating", "1"], ["undo"], ["delete", "1"], ["undo"]] {
            #expect(try sandbox.start(command).outcome().code == 0)
        }
        let other = try self.sandbox("UPDATE ZJOURNALENTRY SET Z_OPT = \(Int64.max)")
        for command in [["spots", "rename", "Malibu", "Swamis"], ["undo"], ["delete", "1", "2"], ["undo"]] {
            #expect(try other.start(command).outcome().code == 0)
        }
    }

    @Test func `the highest ID can be used, exported and imported`() throws {
        let sandbox = try sandbox("UPDATE Z_PRIMARYKEY SET Z_MAX = \((1 << 53) - 1) WHERE Z_ENT = 1")
        #expect(try sandbox.run("add", "--location", "Swamis").code == 0)
        #expect(try sandbox.run("export", "all.json").code == 0)
        #expect(try sandbox.run("init", "--empty", "--store", "new.sqlite").code == 0)
        #expect(try sandbox.run("import", "all.json", "--store", "new.sqlite").code == 0)
        let ids = try sandbox.run("list", "--json", "--store", "new.sqlite").objects().compactMap { $0["id"] as? Int }
        #expect(ids.contains(1 << 53))
    }
}

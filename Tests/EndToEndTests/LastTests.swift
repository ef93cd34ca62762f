import Testing

struct LastTests {
    /// The ID of the session that an operand names.
    private func id(_ operand: String, in sandbox: Sandbox) throws -> Int? {
        try sandbox.run("show", operand, "--json").object()["id"] as? Int
    }

    @Test func `last is the session that was added last, also with an old date`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2013-05-01 7am: Trestles, 3ft")
        #expect(try id("last", in: sandbox) == 4)
        #expect(try id("newest", in: sandbox) == 3)
        #expect(try sandbox.run("show", "--json").object()["id"] as? Int == 4)
    }

    @Test func `last is the session that was edited last`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2")
        #expect(try id("last", in: sandbox) == 1)
        try sandbox.run("edit", "last", "--board", "twin")
        #expect(try sandbox.run("show", "1", "--json").object()["board"] as? String == "twin")
    }

    @Test func `last after a deletion is the session touched before, and after its undo the restored one`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "2", "--rating", "1")
        try sandbox.run("edit", "1", "--rating", "1")
        try sandbox.run("delete", "last")
        #expect(try id("last", in: sandbox) == 2)
        try sandbox.run("undo")
        #expect(try id("last", in: sandbox) == 1)
    }

    @Test func `last after an import is the newest session of the file`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("date,location\n2013-02-01,Old\n2013-03-01,Newer\n2013-01-01,Oldest\n", to: "a.csv")
        try sandbox.run("import", "a.csv")
        #expect(try sandbox.run("show", "last", "--json").object()["location"] as? String == "Newer")
    }

    @Test func `renaming a place does not move last`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2")
        try sandbox.run("spots", "rename", "Mavericks", "Mavs")
        #expect(try id("last", in: sandbox) == 1)
    }

    @Test func `last skips many commands whose sessions are all deleted`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "2", "--rating", "1")
        for _ in 1...12 {
            try sandbox.run("add", "2013-05-01 7am: Trestles, 3ft")
            try sandbox.run("delete", "last")
        }
        #expect(try id("last", in: sandbox) == 2)
    }

    @Test func `last in a journal of samples is the newest of them`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("show", "last").output == sandbox.run("show", "newest").output)
    }

    @Test func `each command that acts on a named session prints its place and date`() throws {
        let sandbox = try Sandbox.small()
        let name = "Malibu, Fri 2014-08-01 07:00"
        #expect(try sandbox.run("edit", "1", "--rating", "4").errors == "Nothing was changed in 1: \(name).\n")
        #expect(try sandbox.run("edit", "1", "--rating", "5").errors.contains(name))
        #expect(try sandbox.run("edit", "1", "--rating", "3", "--draft").errors.contains(name))
        #expect(try sandbox.run("cancel", "1").errors == "Discarded draft d1 of session 1 (\(name)).\n")
        #expect(
            try sandbox.run("delete", "last").errors
                == "Deleted 1: \(name). 'surfjournal undo' brings it back.\n")
        let several = try sandbox.run("delete", "2", "newest").errors
        #expect(several.contains("  2: Rincon, Sat 2014-08-02 08:00\n  3: Mavericks, Wed 2014-09-03 09:00\n"))
    }
}

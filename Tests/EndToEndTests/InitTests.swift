import Testing

struct InitTests {
    @Test func `init creates an empty journal`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("init", "--json")
        #expect(outcome.code == 0)
        #expect(try outcome.object()["entries"] as? Int == 0)
        #expect(try sandbox.entryCount() == 0)
    }

    @Test func `init --sample creates a journal with the samples`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("init", "--sample").code == 0)
        #expect(try sandbox.entryCount() == 5000)
    }

    @Test func `init creates the journal that --store names`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("--store", "new.sqlite", "init").code == 0)
        #expect(try sandbox.run("list", "--json", "--store", "new.sqlite").output == "[]\n")
    }

    @Test func `init refuses to change an existing journal`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("init", "--sample")
        #expect(outcome.code == 1)
        #expect(try sandbox.entryCount() == 3)
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func `init refuses to create a journal beside a file that SQLite would take for its log`(suffix: String) throws {
        let sandbox = try Sandbox()
        try sandbox.write("of something else", to: "new.sqlite" + suffix)
        let outcome = try sandbox.run("init", "--store", "new.sqlite")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("new.sqlite" + suffix))
        #expect(sandbox.files == ["new.sqlite" + suffix])
        #expect(try sandbox.read("new.sqlite" + suffix) == "of something else")
    }

    @Test func `--empty and --sample exclude each other`() throws {
        #expect(try Sandbox().run("init", "--empty", "--sample").code == 2)
    }
}

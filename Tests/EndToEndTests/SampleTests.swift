import Testing

struct SampleTests {
    @Test func `samples can be removed and restored under their IDs, and edited ones stay`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("edit", "newest", "--rating", "1")
        let before = try sandbox.run("list", "--samples", "with", "--json").output
        #expect(try sandbox.run("sample", "remove", "--json").output == "{\"removed\":4999}\n")
        #expect(try sandbox.entryCount() == 1)
        #expect(try sandbox.run("sample", "restore", "--json").output == "{\"restored\":4999}\n")
        #expect(try sandbox.run("list", "--samples", "with", "--json").output == before)
    }

    @Test func `sample needs remove or restore`() throws {
        #expect(try Sandbox().run("sample").code == 2)
        #expect(try Sandbox().run("sample", "destroy").code == 2)
    }

    // MARK: Which journal a first command makes

    @Test(arguments: [
        ["list"], ["stats"], ["today"], ["spots"], ["show", "last"], ["export", "-"], ["edit", "1", "--rating", "5"],
    ])
    func `a first command that looks makes a journal with samples and says so`(arguments: [String]) throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.start(arguments).outcome()
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("with 5,000 sample sessions"))
        #expect(!outcome.output.isEmpty || arguments[0] == "edit")
    }

    @Test func `a first command that adds a session makes an empty journal`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("add", "2014-08-01 7am: Malibu, 4ft", "--json")
        #expect(try outcome.object()["id"] as? Int == 1)
        #expect(outcome.errors.contains("Created your journal at \(sandbox.journal).\n"))
        #expect(!outcome.errors.contains("sample"))
        #expect(try sandbox.entryCount() == 1)
    }

    @Test func `a first command that imports makes an empty journal`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("date,location\n2014-08-01,Malibu\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").code == 0)
        #expect(try sandbox.run("list", "--json").objects().count == 1)
    }

    @Test func `sync start on a second machine lists only what was surfed`() throws {
        let (one, _, remote) = try Sandbox.twoWithRemote()
        try one.run("add", "2014-08-01 7am: Malibu, 4ft")
        #expect(try one.run("sync", "start", remote, "--yes").code == 0)
        let two = try Sandbox()
        let outcome = try two.run("sync", "start", remote, "--yes")
        #expect(outcome.code == 0)
        #expect(!outcome.errors.contains("sample"))
        #expect(try two.entryCount() == 1)
    }

    @Test(arguments: ["--samples", "--sample"])
    func `init makes a journal with samples on request`(option: String) throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("init", option).code == 0)
        #expect(try sandbox.entryCount() == 5000)
    }

    // MARK: When samples count

    @Test func `samples are left out of every command once there is a session of one's own`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("list")
        let added = try sandbox.run("add", "2014-08-01 7am: Malibu, 4ft, *****")
        #expect(added.errors.contains("From now on the 5,000 sample sessions are left out."))
        #expect(try sandbox.run("list", "--json").objects().count == 1)
        #expect(try sandbox.run("list").errors == "1 session.\n")
        #expect(try sandbox.run("export", "-").output.split(separator: "\n").count == 2)
        #expect(try sandbox.run("spots", "--json").objects().count == 1)
        #expect(try sandbox.run("boards", "--json").objects().filter { $0["board"] is String }.isEmpty)
        #expect(try sandbox.run("stats", "--json").object()["sessions"] as? Int == 1)
        #expect(try sandbox.run("show", "newest", "--json").object()["location"] as? String == "Malibu")
        #expect(try sandbox.run("delete", "--rating", "1", "--yes").code == 3)
    }

    @Test func `only the command that made the difference says that samples are left out`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("list")
        try sandbox.run("add", "2014-08-01 7am: Malibu, 4ft")
        #expect(try !sandbox.run("add", "2014-08-02 7am: Malibu, 4ft").errors.contains("left out"))
        #expect(try !sandbox.run("list").errors.contains("left out"))
    }

    @Test func `an edited sample is a session of one's own`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("edit", "newest", "--rating", "1")
        #expect(outcome.errors.contains("From now on the 4,999 sample sessions are left out."))
        #expect(try sandbox.run("list", "--json").objects().count == 1)
    }

    @Test func `samples are shown again on request, and when the last own session is deleted`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("list")
        try sandbox.run("add", "2014-08-01 7am: Malibu, 4ft")
        #expect(try sandbox.run("list", "--samples", "with", "--json").objects().count == 5001)
        #expect(try sandbox.run("list", "--samples", "only", "--json").objects().count == 5000)
        try sandbox.run("delete", "last")
        #expect(try sandbox.run("list", "--json").objects().count == 5000)
    }

    @Test func `samples are counted and drawn while there is nothing else`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("stats", "--json").object()["sessions"] as? Int == 5000)
        #expect(try sandbox.run("plot", "months").output.contains("Jan"))
        #expect(try sandbox.run("like", "--height", "5ft").code == 0)
    }
}

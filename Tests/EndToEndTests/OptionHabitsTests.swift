import Testing

/// Options as other command lines have them.
struct OptionHabitsTests {
    @Test func `export takes -o, -f and --json`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("export", "-o", "a.csv").code == 0)
        #expect(try sandbox.run("export", "-o", "a.csv").code == 1)
        #expect(try sandbox.run("export", "-f", "-o", "a.csv").code == 0)
        #expect(try sandbox.run("export", "--json").objects().count == 3)
    }

    @Test func `FORCE_COLOR colours and --no-color does not`() throws {
        let sandbox = try Sandbox.small()
        sandbox.environment["FORCE_COLOR"] = "1"
        #expect(try sandbox.run("list").output.contains("\u{1B}[1m"))
        #expect(try !sandbox.run("list", "--no-color").output.contains("\u{1B}["))
        #expect(try sandbox.run("help").output.contains("\u{1B}[1mRecord\u{1B}[0m"))
    }

    @Test func `delete --dry-run shows what would be deleted`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("delete", "--on", "2014-08", "--dry-run", "--json")
        #expect(try outcome.objects().count == 2)
        #expect(outcome.errors == "2 sessions would be deleted. Nothing was changed.\n")
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `rename --dry-run says how many sessions would change`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("spots", "rename", "Malibu", "First Point", "--dry-run")
        #expect(outcome.errors == "'Malibu' would become 'First Point' in 1 session. Nothing was changed.\n")
        #expect(try sandbox.run("list", "First Point", "--json").objects().isEmpty)
        #expect(try sandbox.run("spots", "rename", "Malbu", "First Point", "--dry-run").code == 3)
    }

    @Test func `a tilde is the folder that HOME names, in every path`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("backup", "~/copy.sqlite").code == 0)
        #expect(try sandbox.run("export", "~/all.csv").code == 0)
        #expect(try sandbox.run("list", "--store", "~/copy.sqlite", "--json").objects().count == 3)
        #expect(try sandbox.shell("ls \"$HOME\"").lines == ["all.csv", "copy.sqlite"])
        #expect(try sandbox.run("import", "~/all.csv", "--dry-run").code == 0)
        _ = try sandbox.shell("echo list > \"$HOME/commands\"")
        #expect(try sandbox.run("run", "~/commands").code == 0)
        #expect(try sandbox.run("fill", "~/none.txt").errors.contains("~") == false)
        #expect(try sandbox.run("config", "tides", "~/none.tcd").errors.contains("home/none.tcd"))
    }

    @Test func `fields are named as their options are, too`() throws {
        let sandbox = try Sandbox.small()
        let output = try sandbox.run("list", "--columns", "id,place,swell-height", "--sort", "time-zone").output
        #expect(output.hasPrefix("id  place      swell height\n"))
        #expect(try sandbox.run("edit", "1", "--clear", "water-temperature").code == 0)
    }
}

struct ReportPartsTests {
    private func page(_ options: String...) throws -> String {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--notes", "Fun #dawnie with @ana")
        #expect(try sandbox.start(["report", "--html", "a.html"] + options).outcome().code == 0)
        return try sandbox.read("a.html")
    }

    @Test(arguments: [
        ("notes", "#dawnie"), ("people", "@ana"), ("places", "Malibu"), ("times", "07:00"),
    ])
    func `report leaves out a part`(part: String, text: String) throws {
        #expect(try page().contains(text))
        #expect(try !page("--without", part).contains(text))
    }

    @Test func `report without people keeps the rest of the notes`() throws {
        #expect(try page("--without", "people").contains("Fun #dawnie with @someone"))
    }

    @Test func `report as JSON leaves out the times, too`() throws {
        let sandbox = try Sandbox.small()
        let report = try sandbox.run("report", "--json", "--without", "times").output
        let hours = Set(report.matches(of: /T(\d\d):/).map { String($0.1) })
        #expect(
            try sandbox.run("report", "--json").output.matches(of: /T(\d\d):/).contains {
                !hours.contains(String($0.1))
            })
        #expect(hours.count == 1)
    }

    @Test func `the page has no advice for its maker`() throws {
        #expect(try !page().contains("--waves"))
    }
}

import Testing

struct NotesTests {
    private static let notes = "Dawn, offshore.\n\nTwo seals watched from the kelp for an hour. Then dolphins came."

    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--notes", NotesTests.notes)
        return sandbox
    }

    @Test func `show keeps the lines of notes`() throws {
        let lines = try sandbox().run("show", "1").lines
        let start = try #require(lines.firstIndex { $0.hasPrefix("  notes") })
        let indent = String(repeating: " ", count: 13)
        #expect(lines[start] == "  notes      Dawn, offshore.")
        #expect(lines[start + 1] == "")
        #expect(lines[start + 2] == indent + "Two seals watched from the kelp for an hour. Then dolphins came.")
    }

    @Test func `a tab or an escape in notes still cannot move the cursor`() throws {
        let sandbox = try sandbox()
        try sandbox.run("edit", "1", "--notes", "one\n\u{1B}[2Jtwo\r\nthree\tfour")
        let output = try sandbox.run("show", "1").output
        #expect(output.contains("␛[2Jtwo\n"))
        #expect(output.contains("three␉four"))
    }

    @Test func `list shows the notes that matched, from shortly before the match`() throws {
        let output = try sandbox().run("list", "dolphins").output
        #expect(output.contains("notes"))
        #expect(output.contains("…kelp for an hour. Then dolphins came."))
    }

    @Test func `list does not show notes if the place matched`() throws {
        #expect(try !sandbox().run("list", "malibu").output.contains("notes"))
    }

    @Test func `list with a tag, a person or --notes shows the notes`() throws {
        let sandbox = try sandbox()
        try sandbox.run("edit", "2", "--notes", "Fun #dawnie with @ana")
        for arguments in [["--tag", "dawnie"], ["--with", "ana"], ["--notes", "fun"]] {
            #expect(try sandbox.start(["list"] + arguments).outcome().output.contains("Fun #dawnie with @ana"))
        }
    }

    @Test func `list finds boards too, and shows them`() throws {
        let sandbox = try sandbox()
        try sandbox.run("edit", "2", "--board", "9'6 log")
        let output = try sandbox.run("list", "9'6").output
        #expect(output.contains("board"))
        #expect(output.contains("9'6 log"))
    }
}

struct ExactCSVTests {
    @Test(arguments: ["@ben came", "=1+1", "-4 degrees", "+1", "'@quoted", "''=x", "|pipe", "'plain"])
    func `the standard dialect comes back as it was, and only Excel's has a guard`(notes: String) throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--notes=\(notes)")
        try sandbox.run("export", "all.csv")
        let text = try sandbox.read("all.csv")
        if !notes.hasPrefix("'") { #expect(text.contains(",\(notes),")) }
        try sandbox.run("export", "excel.csv", "--dialect", "excel")
        for file in ["all.csv", "excel.csv"] {
            let copy = sandbox.file(file + ".sqlite")
            try sandbox.run("init", "--store", copy)
            #expect(try sandbox.run("import", file, "--store", copy).code == 0)
            #expect(try sandbox.run("show", "1", "--store", copy, "--json").object()["notes"] as? String == notes)
        }
    }

    @Test func `Excel's dialect guards what a spreadsheet would run`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--notes", "=1+1")
        #expect(try sandbox.run("export", "--dialect", "excel").output.contains(",'=1+1,"))
        #expect(try sandbox.run("export").output.contains(",=1+1,"))
        #expect(try sandbox.run("list", "--csv").output.contains(",=1+1,"))
    }

    @Test func `a file with guards of an earlier version is read without them`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write("id,date,location,notes\n1,2014-08-01T07:00:00-07:00,Malibu,'@ben\n", to: "old.csv")
        #expect(try sandbox.run("import", "old.csv").code == 0)
        #expect(try sandbox.run("show", "--json").object()["notes"] as? String == "@ben")
    }
}

import Testing

/// The option for a place has three names; messages always call it place.
struct PlaceNamesTests {
    private static let names = ["--location", "--spot", "--place"]

    @Test(arguments: names)
    func `every name of the place option sets and filters the place`(name: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", name, "Topanga", "--date", "2015-01-02 08:00").code == 0)
        #expect(try sandbox.run("edit", "4", name, "Zuma").code == 0)
        for command in ["list", "spots", "export"] {
            #expect(try sandbox.run(command, name, "zuma").output.contains("Zuma"), "\(command)")
        }
        #expect(try sandbox.run("stats", name, "malibu").output.contains("Sessions  1 at 1 place"))
        #expect(try sandbox.run("plot", "rating", name, "malibu").code == 0)
        #expect(try sandbox.run("like", "--height", "4ft", name, "malibu").output.contains("Malibu"))
        #expect(try sandbox.run("delete", name, "zuma").code == 0)
        #expect(try sandbox.entryCount() == 3)
    }

    @Test(arguments: names)
    func `every name of the place option gives imported rows their place`(name: String) throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write("date,rating\n2015-01-02 08:00,4\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", name, "Zuma").code == 0)
        #expect(try sandbox.run("show", "1", "--json").object()["location"] as? String == "Zuma")
    }

    @Test(arguments: ["location", "spot", "place"])
    func `every name of the place field works where a field is named`(name: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("list", "--columns", name, "--sort", name, "-n", "1").lines.last == "Malibu")
        try sandbox.write("Break,date\nZuma,2015-01-02\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--map", "Break=\(name)").code == 0)
        try sandbox.write("edit 1\nset \(name) Topanga\nsave\n", to: "script")
        #expect(try sandbox.run("run", "script").code == 0)
        #expect(try sandbox.run("show", "1", "--json").object()["location"] as? String == "Topanga")
    }

    @Test func `messages say place whichever option was used`() throws {
        let sandbox = try Sandbox.small()
        let edited = try sandbox.run("edit", "1", "--location", "Zuma").errorLines
        #expect(edited.last?.hasPrefix("Saved 1 (place): Zuma") == true)
        #expect(try sandbox.run("show", "1").lines.contains("  place      Zuma"))
        #expect(try sandbox.run("undo").errors.contains("place Zuma \u{2192} Malibu"))
        let twice = try sandbox.run("add", "Zuma, 4ft", "--place", "Rincon")
        #expect(twice.errors.contains("Two values for the place"))
    }

    @Test func `a new place given by an option is called new, with a similar known place`() throws {
        let sandbox = try Sandbox.small()
        let added = try sandbox.run("add", "--place", "Zuma", "--height", "3ft").errors
        #expect(added.hasPrefix("Added 4: Zuma (a new place), "))
        #expect(try sandbox.run("add", "--place", "Zuma").errors.hasPrefix("Added 5: Zuma, "))
        let near = try sandbox.run("add", "--place", "Rincn").errorLines
        #expect(near.first == "'Rincn' is a new place. Did you mean Rincon?")
        #expect(near.dropFirst().first?.hasPrefix("Added 6: Rincn (a new place), ") == true)
        let edited = try sandbox.run("edit", "1", "--place", "Mavricks").errorLines
        #expect(edited.first == "'Mavricks' is a new place. Did you mean Mavericks?")
        #expect(edited.last?.hasPrefix("Saved 1 (place): Mavricks, ") == true)
        #expect(try sandbox.run("edit", "1", "--place", "Malibu").errorLines.first == "'Malibu' is a new place.")
    }
}

import SQLite
import Testing

struct EditTests {
    @Test func `edit saves at once and keeps the date`() throws {
        let sandbox = try Sandbox.small()
        let date = try sandbox.sql("SELECT ZDATE FROM ZJOURNALENTRY WHERE Z_PK = 1")
        let outcome = try sandbox.run("edit", "1", "--rating", "5", "--wind", "glassy", "--json")
        #expect(outcome.code == 0)
        #expect(try outcome.object()["rev"] as? Int == 2)
        #expect(outcome.errors.hasPrefix("Saved 1 (wind, rating): Malibu"))
        #expect(try sandbox.sql("SELECT ZWIND || ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == "glassy5")
        #expect(try sandbox.sql("SELECT ZDATE FROM ZJOURNALENTRY WHERE Z_PK = 1") == date)
    }

    @Test(arguments: [["1", "5 stars, glassy"], ["1", "5", "stars,", "glassy"]])
    func `a sentence after the name changes what it says`(words: [String]) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["edit"] + words).outcome()
        #expect(outcome.errors.hasPrefix("Saved 1 (wind, rating): Malibu"), "\(outcome.errors)")
        #expect(try sandbox.sql("SELECT ZWIND || ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == "glassy5")
        #expect(try sandbox.start(["edit"] + words + ["--rating", "4"]).outcome().code == 2)
    }

    @Test(arguments: [("rating 5", "rating"), ("period 14s", "period"), ("wind glassy", "wind"), ("waves 12", "waves")])
    func `a field and its value after the name are a sentence`(words: String, field: String) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["edit", "1"] + words.split(separator: " ").map(String.init)).outcome()
        #expect(outcome.errors.hasPrefix("Saved 1 (\(field)): Malibu"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ["1", "--height", "big"], ["1", "2", "--height", "big", "--yes"],
        ["--from", "2014", "--height", "big", "--yes"],
    ])
    func `a measure without a number is kept as text, and a message says so`(arguments: [String]) throws {
        let outcome = try Sandbox.small().start(["edit"] + arguments).outcome()
        #expect(outcome.code == 0)
        let remarks = outcome.errorLines.filter { $0.contains("no number") }
        #expect(remarks == ["'big' has no number for the height. It is kept as text and not counted."])
    }

    @Test func `edit of the open session says it at the prompt, too`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("edit 1\nedit --height big --wind NW\nsave\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 0)
        let remarks = outcome.errorLines.filter { $0.contains("no number") }
        #expect(remarks == ["'big' has no number for the height. It is kept as text and not counted."])
    }

    @Test func `setting a value that is already there writes nothing`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("edit", "1", "--rating", "4", "--json")
        #expect(outcome.code == 0)
        #expect(try outcome.object()["rev"] as? Int == 1)
        #expect(outcome.errors.contains("Nothing was changed in 1: Malibu"))
    }

    @Test func `--clear empties a field`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("edit", "1", "--clear", "wind", "--clear", "period").code == 0)
        #expect(try sandbox.sql("SELECT ZWIND IS NULL AND ZPERIOD IS NULL FROM ZJOURNALENTRY WHERE Z_PK = 1") == 1)
    }

    static let refused: [([String], Int32)] = [
        (["1"], 2), (["99", "--rating", "3"], 3), (["1", "--rating", "6"], 2), (["1", "--clear", "winds"], 2),
        (["1", "--clear", "wind", "--wind", "x"], 2), (["x", "--rating", "3"], 2), (["d9", "--rating", "3"], 3),
        (["1", "--rating", "3", "--if-rev", "7"], 4), (["1", "--rating", "3", "--on-conflict", "never"], 2),
        (["1", "--on", "2014"], 2),
    ]

    @Test(arguments: refused)
    func `an invalid edit is refused and changes nothing`(arguments: [String], code: Int32) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["edit"] + arguments).outcome()
        #expect(outcome.code == code)
        #expect(outcome.errorLines.count == 1)
        #expect(try sandbox.sql("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == 3)
        #expect(sandbox.drafts.isEmpty)
    }

    @Test func `--if-rev saves only if the revision matches`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("edit", "1", "--rating", "3", "--if-rev", "1").code == 0)
        #expect(try sandbox.run("edit", "1", "--rating", "2", "--if-rev", "1").code == 4)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 3)
    }

    @Test func `--if-rev keeps a draft only if the revision matches`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("edit", "1", "--draft", "--rating", "3", "--if-rev", "7").code == 4)
        #expect(sandbox.drafts.isEmpty)
        #expect(try sandbox.run("edit", "1", "--draft", "--rating", "3", "--if-rev", "1").code == 0)
        for draft in ["1", "d1"] {
            #expect(try sandbox.run("edit", draft, "--draft", "--rating", "2", "--if-rev", "7").code == 4)
        }
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 3)
    }

    @Test func `edit mentions a draft of the same session`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "1")
        #expect(try sandbox.run("edit", "1", "--wind", "glassy").errors.contains("also has draft d1 waiting"))
    }

    @Test(arguments: [["--clear", "place"], ["--clear", "notes,spot"], ["--draft", "--clear", "location"]])
    func `the place of a session cannot be cleared`(options: [String]) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["edit", "1"] + options).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("A session needs a place."))
        #expect(try sandbox.sql("SELECT ZLOCATION FROM ZJOURNALENTRY WHERE Z_PK = 1") == "Malibu")
        #expect(sandbox.drafts.isEmpty)
    }

    @Test func `the place cannot be cleared at the prompt either`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("edit 1\nset place -\n", to: "script")
        #expect(try sandbox.run("run", "script").errors.contains("script:2: A session needs a place."))
    }
}

import SQLite
import Testing

struct SpotsRenameTests {
    @Test func `spots rename renames a place in every session with exactly that name, in one transaction`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2015-01-01: Malibu")
        try sandbox.run("add", "2015-01-02: \"malibu\"")
        let outcome = try sandbox.run("--json", "spots", "rename", "Malibu", "First Point")
        #expect(outcome.output == "{\"renamed\":2,\"from\":\"Malibu\",\"to\":\"First Point\"}\n")
        #expect(outcome.errors == "Renamed 'Malibu' to 'First Point' in 2 sessions.\n")
        #expect(
            try sandbox.sql("SELECT group_concat(ZLOCATION || Z_OPT) FROM ZJOURNALENTRY")
                == "First Point2,Rincon1,Mavericks1,First Point2,malibu1")
        #expect(try sandbox.run("undo", "--list", "--json").objects().first?["command"] as? String == "spots rename")
    }

    @Test func `renaming a place is a conflict for a draft of one of its sessions`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--location", "Surfrider")
        try sandbox.run("spots", "rename", "Malibu", "First Point")
        #expect(try sandbox.run("save").code == 4)
    }

    static let mistakes: [([String], Int32)] = [
        (["Nowhere", "Somewhere"], 3), (["Malibu", "Malibu"], 2), (["Malibu", ""], 2), (["Malibu"], 2), ([], 2),
        (["a", "b", "c"], 2), (["Malibu", "First Point", "--rating", "4"], 2),
    ]

    @Test(arguments: mistakes)
    func `spots rename with invalid names changes nothing`(names: [String], code: Int32) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.start(["spots", "rename"] + names).outcome().code == code)
        #expect(try sandbox.sql("SELECT max(Z_OPT) FROM ZJOURNALENTRY") == 1)
    }
}

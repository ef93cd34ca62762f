import SQLite
import Testing

/// Two processes edit one session; session 1 begins as Malibu, 4ft @ 12s, offshore 5kts, 4 stars.
struct ConflictTests {
    /// One process has a draft, then another saves an edit.
    private func conflict(mine: [String], theirs: [String]) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.start(["edit", "1", "--draft"] + mine).outcome().code == 0)
        #expect(try sandbox.start(["edit", "1"] + theirs).outcome().code == 0)
        return sandbox
    }

    private func stored(_ sandbox: Sandbox) throws -> Value {
        try sandbox.sql(
            "SELECT ZHEIGHT || ' ' || ZWIND || ' ' || ZRATING || ' ' || Z_OPT FROM ZJOURNALENTRY WHERE Z_PK = 1")
    }

    static let overlapping: [(String, Int32, String, Int)] = [
        ("auto", 4, "4ft onshore 5 2", 1), ("ask", 4, "4ft onshore 5 2", 1), ("fail", 4, "4ft onshore 5 2", 1),
        ("mine", 0, "9ft onshore 2 3", 0), ("theirs", 0, "9ft onshore 5 3", 0),
        ("overwrite", 0, "9ft offshore 5kts 2 3", 0),
        ("discard", 0, "4ft onshore 5 2", 0),
    ]

    @Test(arguments: overlapping)
    func `the answer decides a conflict when both sides changed the rating`(
        answer: String, code: Int32, expected: String, drafts: Int
    ) throws {
        let sandbox = try conflict(
            mine: ["--rating", "2", "--height", "9ft"], theirs: ["--rating", "5", "--wind", "onshore"])
        #expect(try sandbox.run("save", "d1", "--on-conflict", answer).code == code)
        #expect(try stored(sandbox) == .text(expected))
        #expect(sandbox.drafts.count == drafts)
    }

    static let apart: [(String, Int32, String, Int)] = [
        ("auto", 0, "9ft onshore 4 3", 0), ("ask", 4, "4ft onshore 4 2", 1), ("fail", 4, "4ft onshore 4 2", 1),
        ("mine", 0, "9ft onshore 4 3", 0), ("theirs", 0, "9ft onshore 4 3", 0),
        ("overwrite", 0, "9ft offshore 5kts 4 3", 0),
        ("discard", 0, "4ft onshore 4 2", 0),
    ]

    @Test(arguments: apart)
    func `the answer decides whether changes of different fields are merged`(
        answer: String, code: Int32, expected: String, drafts: Int
    ) throws {
        let sandbox = try conflict(mine: ["--height", "9ft"], theirs: ["--wind", "onshore"])
        #expect(try sandbox.run("save", "--on-conflict", answer).code == code)
        #expect(try stored(sandbox) == .text(expected))
        #expect(sandbox.drafts.count == drafts)
    }

    @Test(arguments: ConflictTests.answers)
    func `when the session was deleted elsewhere, only discard removes the draft`(answer: String) throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        #expect(try sandbox.run("delete", "1").code == 0)
        let outcome = try sandbox.run("save", "d1", "--on-conflict", answer)
        #expect(outcome.code == (answer == "discard" ? 0 : 4))
        #expect(sandbox.drafts.count == (answer == "discard" ? 0 : 1))
        #expect(try sandbox.entryCount() == 2)
    }

    static let answers = ["auto", "ask", "mine", "theirs", "overwrite", "discard", "fail"]

    @Test func `a draft of a session deleted elsewhere can be saved as a new session`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.run("delete", "1")
        #expect(try sandbox.run("save", "d1").errors.contains("save d1 --as-new"))
        let saved = try sandbox.run("save", "d1", "--as-new", "--json").objects()
        #expect(saved.map { $0["id"] as? Int } == [4])
        #expect(
            try sandbox.sql("SELECT ZLOCATION || ZHEIGHT || ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 4") == "Malibu4ft2")
    }

    @Test func `a conflict shows three values of each field and says that the draft is kept`() throws {
        let sandbox = try conflict(mine: ["--rating", "2"], theirs: ["--rating", "5"])
        let outcome = try sandbox.run("save")
        #expect(outcome.code == 4)
        #expect(outcome.errorLines[1].split(separator: " ") == ["rating", "★★★★", "★★★★★", "★★"])
        #expect(outcome.errors.hasSuffix("Draft d1 was not saved and is kept.\n"))
    }

    @Test func `--on-conflict theirs reports when none of my changes are left`() throws {
        let sandbox = try conflict(mine: ["--rating", "2"], theirs: ["--rating", "5"])
        let outcome = try sandbox.run("save", "--on-conflict", "theirs")
        #expect(outcome.errors.hasSuffix("Kept session 1 as it is stored. None of your changes were left to save.\n"))
        #expect(try stored(sandbox) == "4ft offshore 5kts 5 2")
    }

    @Test func `--on-conflict theirs names only those of my fields that were saved`() throws {
        let sandbox = try conflict(mine: ["--rating", "2", "--height", "9ft"], theirs: ["--rating", "5"])
        #expect(try sandbox.run("save", "--on-conflict", "theirs").errors.contains("Saved 1 (height)"))
    }

    @Test func `a merge is reported`() throws {
        let sandbox = try conflict(mine: ["--rating", "2"], theirs: ["--wind", "onshore"])
        #expect(try sandbox.run("save").errors.contains("changed since you began (wind). Both changes were saved"))
    }

    @Test(arguments: [("m", "4ft onshore 2 3"), ("t", "4ft onshore 5 2"), ("c", "4ft onshore 5 2")])
    func `on a terminal, a conflict asks which side to keep`(answer: String, expected: String) throws {
        let sandbox = try conflict(mine: ["--rating", "2"], theirs: ["--rating", "5", "--wind", "onshore"])
        let terminal = try TerminalSession(["save"], in: sandbox)
        terminal.expect("[m]ine")
        terminal.type(answer + "\r")
        #expect(terminal.exitCode() == 0)
        #expect(try stored(sandbox) == .text(expected))
        #expect(sandbox.drafts.isEmpty)
    }

    @Test func `two processes that edit different fields at once both succeed`() throws {
        let sandbox = try Sandbox.small()
        let both = try [
            sandbox.start(["edit", "1", "--rating", "1"]), sandbox.start(["edit", "1", "--wind", "onshore"]),
        ]
        #expect(try both.map { try $0.outcome().code } == [0, 0])
        #expect(try stored(sandbox) == "4ft onshore 1 3")
    }
}

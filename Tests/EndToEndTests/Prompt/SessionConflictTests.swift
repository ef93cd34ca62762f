import Foundation
import SQLite
import Testing

/// Two processes edit one session, one of them at a terminal; session 1 begins as Malibu, 4ft @ 12s, offshore 5kts, 4
/// stars.
struct SessionConflictTests {
    /// A `save` at the prompt after another process saved.
    private func conflict(_ mine: [String], _ theirs: [String]) throws -> TerminalSession {
        let terminal = try TerminalSession.small()
        terminal.edit(1, setting: mine)
        #expect(try terminal.sandbox.start(["edit", "1"] + theirs).outcome().code == 0)
        terminal.type("save\r")
        return terminal
    }

    private func stored(_ sandbox: Sandbox) throws -> String? {
        try sandbox.sql("SELECT ZHEIGHT || ' ' || ZWIND || ' ' || ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1").text
    }

    static let answers: [([String], String, String)] = [
        (["m", "t"], "Saved 1 (height)", "9ft onshore 5"), (["t", "m"], "Saved 1 (rating)", "6ft onshore 2"),
        (["t", "t"], "None of your changes were left", "6ft onshore 5"),
        (["e", "t"], "Saved 1 (height)", "8ft onshore 5"), (["c"], "Kept session 1 as it is stored", "6ft onshore 5"),
    ]

    @Test(arguments: answers)
    func `a conflict asks about each field that both sides changed`(answers: [String], told: String, expected: String)
        throws
    {
        let terminal = try conflict(
            ["height 9ft", "rating 2"], ["--height", "6ft", "--rating", "5", "--wind", "onshore"])
        terminal.expect("You are editing session 1, which changed")
        terminal.expect("when you began")
        for (field, answer) in zip(["height", "rating"], answers) {
            terminal.expect("\(field): [m]ine, [t]heirs, [e]dit, keep a [d]raft, [c]ancel mine? ")
            terminal.type(answer + "\r")
            guard answer == "e" else { continue }
            terminal.expect("height: ")
            terminal.type("\u{15}8ft\r")
        }
        terminal.expect(told)
        terminal.leave()
        #expect(try stored(terminal.sandbox) == expected)
        #expect(terminal.sandbox.drafts.isEmpty)
    }

    @Test(arguments: ["d\r", "\u{03}"])
    func `keeping a draft, or Ctrl-C, saves nothing and leaves the scratchpad open`(keys: String) throws {
        let terminal = try conflict(["rating 2"], ["--rating", "5"])
        terminal.expect("[c]ancel mine? ")
        terminal.type(keys)
        terminal.expect("Draft d1 was not saved and is kept.")
        terminal.expect("surf 1*> ")
        #expect(try stored(terminal.sandbox) == "4ft offshore 5kts 5")
        terminal.type("save --on-conflict mine\r")
        terminal.expect("Saved 1 (rating)")
        terminal.leave()
        #expect(try stored(terminal.sandbox) == "4ft offshore 5kts 2")
    }

    @Test func `after a failed save, undo still reverses the last change`() throws {
        let terminal = try conflict(["rating 2", "wind glassy"], ["--rating", "5"])
        terminal.expect("[c]ancel mine? ")
        terminal.type("d\r")
        terminal.enter("undo", at: "surf 1*> ")
        terminal.expect("Undone. Now: wind offshore 5kts.")
        terminal.enter("save --on-conflict mine", at: "surf 1*> ")
        terminal.expect("Saved 1 (rating)")
        terminal.leave()
        #expect(try stored(terminal.sandbox) == "4ft offshore 5kts 2")
    }

    @Test func `changes to different fields are merged, and a message says so`() throws {
        let terminal = try conflict(["rating 2"], ["--wind", "onshore"])
        terminal.expect("was changed since you began (wind). Both changes were saved.")
        terminal.leave()
        #expect(try stored(terminal.sandbox) == "4ft onshore 2")
    }

    @Test func `saving a session deleted elsewhere offers to add it as a new one`() throws {
        let terminal = try TerminalSession.small()
        terminal.edit(1, setting: ["rating 2"])
        try terminal.sandbox.run("delete", "1")
        terminal.type("save\r")
        terminal.expect("Save yours as a new one? [y/N] ")
        terminal.type("y\r")
        terminal.expect("Added 4: Malibu")
        terminal.leave()
        #expect(try terminal.sandbox.entryCount() == 3)
        #expect(terminal.sandbox.drafts.isEmpty)
    }

    @Test func `deleting the session of an open scratchpad causes a conflict when that is saved`() throws {
        let terminal = try TerminalSession.small()
        terminal.edit(1, setting: ["rating 2"])
        terminal.type("delete 1\r")
        terminal.expect("Deleted 1: Malibu")
        terminal.enter("save --on-conflict mine", at: "surf 1*> ")
        terminal.expect("was deleted elsewhere. 'save d1 --as-new'")
        terminal.enter("cancel", at: "surf 1*> ")
        terminal.leave()
        #expect(try terminal.sandbox.entryCount() == 2)
    }

    @Test func `when two prompts edit one session, the second to save is asked`() throws {
        let sandbox = try Sandbox.small()
        let both = try [TerminalSession(in: sandbox), TerminalSession(in: sandbox)]
        for (index, terminal) in both.enumerated() {
            terminal.edit(1, setting: ["rating \(index + 1)"])
        }
        both[0].type("save\r")
        both[0].expect("Saved 1 (rating)")
        both[1].type("save\r")
        both[1].expect("1 session changed in another terminal: 1.")
        both[1].expect("rating: [m]ine")
        both[1].type("m\r")
        both[1].expect("Saved 1 (rating)")
        for terminal in both { terminal.type("exit\r") }
        #expect(both.map { $0.exitCode() } == [0, 0])
        #expect(try stored(sandbox) == "4ft offshore 5kts 2")
    }

    @Test func `a change by a program without history is noticed, also under an open scratchpad`() throws {
        let terminal = try TerminalSession.small()
        terminal.edit(1, setting: ["rating 2"])
        try Connection(path: terminal.sandbox.journal).execute(
            "UPDATE ZJOURNALENTRY SET ZWIND = 'onshore', Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
        terminal.type("save\r")
        terminal.expect("The journal was changed elsewhere.")
        terminal.expect("You are editing session 1, which changed.")
        terminal.expect("Saved 1 (rating)")
        terminal.leave()
        #expect(try stored(terminal.sandbox) == "4ft onshore 2")
    }

    @Test func `Ctrl-C at a conflict outside the prompt keeps the change as a draft`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.run("edit", "1", "--rating", "5")
        let terminal = try TerminalSession(["save", "d1"], in: sandbox)
        terminal.expect("[c]ancel mine? ")
        terminal.type("\u{03}")
        #expect(terminal.exitCode() == 130)
        #expect(terminal.words.contains("Draft d1 was not saved and is kept"))
        #expect(sandbox.drafts == ["d1"])
    }
}

import Foundation
import Testing

/// `undo` and history at the prompt. Session 1 is Malibu, 4ft @ 12s, offshore 5kts, 4 stars.
struct SessionUndoTests {
    /// Runs lines as one script.
    private func run(_ sandbox: Sandbox, _ lines: String) throws -> Outcome {
        try sandbox.write(lines, to: "script")
        return try sandbox.shell("\"$SURF\" < script")
    }

    private func rating(_ sandbox: Sandbox) throws -> Int64? {
        try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1").integer
    }

    @Test func `every command at the prompt is in the history under its own name`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try run(
            sandbox, "edit 1 --rating 1\nadd '2015-01-01: Zuma, 3ft'\ndelete 2\nedit 3\nset rating 1\nsave\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let commands = try sandbox.run("undo", "--list", "--json").objects().map { $0["command"] as? String }
        #expect(commands.prefix(4) == ["save", "delete", "add", "edit"])
    }

    @Test func `undo steps through the scratchpad while it is open and through the journal otherwise`() throws {
        let sandbox = try Sandbox.small()
        let inside = try run(sandbox, "edit 1 --rating 1\nedit 1\nset wind glassy\nundo\n")
        #expect(inside.errors.contains("Undone. Now: wind offshore 5kts."))
        #expect(try rating(sandbox) == 1)
        let outside = try run(sandbox, "edit 1\nset rating 2\nsave\nundo\n")
        #expect(outside.errors.contains("Undid 'save' (1 session)."))
        #expect(try rating(sandbox) == 1)
        #expect(try run(sandbox, "undo --list\n").code == 0)
    }

    @Test func `redo steps through the scratchpad while it is open and through the journal otherwise`() throws {
        let sandbox = try Sandbox.small()
        let inside = try run(sandbox, "edit 1 --rating 1\nundo\nedit 1\nset wind glassy\nundo\nredo\n")
        #expect(inside.errors.contains("Redone. Now: wind glassy."))
        #expect(try rating(sandbox) == 4)
        let outside = try run(sandbox, "redo\nundo\nundo\nredo\nredo\nredo\n")
        #expect(outside.code == 3)
        #expect(outside.errors.contains("stdin:6: Nothing to redo"))
        #expect(try rating(sandbox) == 1)
    }

    @Test func `undo and redo at the prompt reverse and repeat its own commands`() throws {
        let terminal = try TerminalSession.small()
        terminal.enter("edit 1 --rating 1", at: "surf> ")
        terminal.enter("undo", at: "surf> ")
        terminal.expect("1: rating ★ → ★★★★")
        terminal.enter("redo", at: "surf> ")
        terminal.expect("1: rating ★★★★ → ★")
        terminal.enter("undo --only 1", at: "surf> ")
        terminal.expect("1: rating ★ → ★★★★")
        terminal.leave()
    }

    @Test func `undone and renamed sessions are not reported as changed in another terminal`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try run(
            sandbox,
            """
            edit 1 --rating 1
            undo
            delete 2
            undo
            spots rename Malibu 'First Point'
            show 1 --plain
            undo
            show 1 --plain
            """)
        #expect(outcome.code == 0)
        #expect(!outcome.errors.contains("another terminal"), "\(outcome.errors)")
        #expect(outcome.lines.map { $0.split(separator: "\t")[2] } == ["First Point", "Malibu"])
        #expect(try sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY") == 3)
    }

    @Test func `settings and checksums changed at the prompt are not reported as changed elsewhere`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try run(
            sandbox,
            "show 1 --plain\nspots zone Malibu Pacific/Honolulu\nshow 1 --plain\ncheck --accept\nshow 1 --plain\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("elsewhere"), "\(outcome.errors)")
    }

    @Test func `redo discards a restored draft again even while it is open in a scratchpad`() throws {
        let sandbox = try Sandbox.small()
        let lines = "edit 1 --draft --rating 2\ncancel d1\nundo\nedit d1\nset wind glassy\nredo --on-conflict auto\n"
        let outcome = try run(sandbox, lines)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("Discarded draft d1 again.\n"))
        #expect(sandbox.drafts == [])
        #expect(try sandbox.run("undo").errors == "Draft d1 is back.\n")
        let draft = try #require(try sandbox.run("drafts", "--json").objects().first)
        #expect((draft["changes"] as? [String: Any])?["wind"] as? String == "glassy")
    }

    @Test(arguments: ["cancel", "cancel d1"])
    func `undo restores a cancelled scratchpad as a draft`(cancel: String) throws {
        let sandbox = try Sandbox.small()
        let outcome = try run(sandbox, "edit 1\nset rating 2\n\(cancel)\nundo\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(sandbox.drafts == ["d1"])
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try rating(sandbox) == 2)
    }
}

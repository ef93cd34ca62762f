import Foundation
import SQLite
import TestSupport
import Testing

/// Undo and redo from one process to the next. Session 1 is Malibu, 4ft @ 12s, offshore 5kts, 4 stars.
struct RedoTests {
    private let columns = ["list", "--plain", "--all", "--columns", "id,date,location,height,period,wind,rating"]

    private func listed(_ sandbox: Sandbox) throws -> String { try sandbox.start(columns).outcome().output }

    @Test func `undo twice goes two steps back, and redo twice two steps forward`() throws {
        let sandbox = try Sandbox.small()
        var states = [try listed(sandbox)]
        let commands = [
            ["add", "2015-01-01: Trestles, 3ft"], ["edit", "1", "--rating", "1", "--clear", "wind"], ["delete", "3"],
            ["spots", "rename", "Malibu", "First Point"], ["delete", "--on", "2014-08"],
        ]
        for command in commands {
            #expect(try sandbox.start(command).outcome().code == 0)
            states.append(try listed(sandbox))
        }
        for state in states.reversed().dropFirst() {
            #expect(try sandbox.run("undo").code == 0)
            #expect(try listed(sandbox) == state)
        }
        for state in states.dropFirst() {
            #expect(try sandbox.run("redo").code == 0)
            #expect(try listed(sandbox) == state)
        }
        #expect(try sandbox.run("check").code == 0)
    }

    @Test func `redo shows the values before and after`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2")
        try sandbox.run("undo")
        #expect(try sandbox.run("redo").errors == "Redid 'edit' (1 session).\n  1: rating ★★★★ → ★★.\n")
        try sandbox.run("undo")
        let object = try sandbox.run("redo", "--json").object()
        #expect((object["redone"] as? [String: Any])?["command"] as? String == "edit")
        #expect((object["entries"] as? [[String: Any]])?.count == 1)
        try sandbox.run("undo")
        #expect(try sandbox.run("redo", "-q").errors == "")
    }

    @Test func `undo lists five sessions and counts the rest`() throws {
        let sandbox = try Sandbox.small()
        let rows = (0..<32).map { "2001-01-01 07:\(10 + $0),Spot \($0)\n" }
        try sandbox.write("date,location\n" + rows.joined(), to: "many.csv")
        try sandbox.run("import", "many.csv")
        #expect(try sandbox.run("undo").errorLines.last == "  and 27 more sessions")
    }

    @Test func `redo has nothing to do without an undo or after another change`() throws {
        let sandbox = try Sandbox.small()
        let sentence =
            "surfjournal: Nothing to redo: nothing was undone, or something changed since. Nothing was changed.\n"
        #expect(try sandbox.run("redo") == Outcome(code: 3, output: "", errors: sentence))
        try sandbox.run("edit", "1", "--rating", "2")
        try sandbox.run("undo")
        try sandbox.run("edit", "2", "--rating", "5")
        #expect(try sandbox.run("redo") == Outcome(code: 3, output: "", errors: sentence))
        #expect(try sandbox.run("undo").errors.contains("'edit'"))
        #expect(try sandbox.run("redo").code == 0)
    }

    @Test func `redo reports a conflict when a program without history has changed the session`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2")
        try sandbox.run("undo")
        try Connection(path: sandbox.journal).execute(
            "UPDATE ZJOURNALENTRY SET ZRATING = 3, Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
        let refused = try sandbox.run("redo")
        #expect(refused.code == 4)
        #expect(refused.errors.contains("'surfjournal redo --on-conflict mine' redoes it"))
        #expect(try sandbox.run("redo", "--on-conflict", "mine").code == 0)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 2)
    }

    @Test func `drafts and sessions are undone and redone in order`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "1")
        try sandbox.run("cancel")
        try sandbox.run("edit", "2", "--rating", "5")
        #expect(try sandbox.run("undo").errors.hasPrefix("Undid 'edit'"))
        #expect(try sandbox.run("undo").errors == "Draft d1 is back.\n")
        #expect(try sandbox.run("undo").errors.hasPrefix("Undid 'add'"))
        #expect(try sandbox.run("redo").errors.hasPrefix("Redid 'add'"))
        #expect(try sandbox.run("redo").errors == "Discarded draft d1 again.\n")
        #expect(try sandbox.run("redo").errors.hasPrefix("Redid 'edit'"))
        #expect(try sandbox.run("undo").errors.hasPrefix("Undid 'edit'"))
        #expect(try sandbox.run("undo").errors == "Draft d1 is back.\n")
        try sandbox.run("edit", "3", "--rating", "1")
        #expect(try sandbox.run("redo").code == 3)
        #expect(sandbox.drafts == ["d1"])
    }

    @Test func `simultaneous undos of several processes are separate steps`() throws {
        let sandbox = try Sandbox.small()
        for rating in 1...5 { try sandbox.run("edit", "1", "--rating", "\(rating)") }
        let running = try (1...4).map { _ in try sandbox.start(["undo"]) }
        for process in running { #expect(try process.outcome().code == 0) }
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 1)
        for rating in 2...5 {
            #expect(try sandbox.run("redo").code == 0)
            #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == .integer(Int64(rating)))
        }
    }

    @Test func `undo and redo work in a journal where an earlier version used undo`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "1")
        try sandbox.run("edit", "1", "--rating", "2")
        try sandbox.run("undo")
        try Connection(path: sandbox.journal).execute(
            "UPDATE ATRANSACTION SET ZCONTEXTNAMETS = NULL, ZCONTEXTNAME = NULL")
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 4)
        for rating: SQLite.Value in [1, 2] {
            #expect(try sandbox.run("redo").code == 0)
            #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == rating)
        }
    }
}

import Foundation
import Testing

/// `undo --only`, and the list of commands. Session 1 is Malibu, 4ft @ 12s, offshore 5kts, 4 stars.
struct UndoOnlyTests {
    @Test func `undo --only undoes one command of the list, and redo repeats it`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "1")
        try sandbox.run("delete", "2")
        try sandbox.run("edit", "3", "--rating", "1")
        #expect(try sandbox.run("undo", "--only", "2").errors.hasPrefix("Undid 'delete' (1 session).\n  2 is back"))
        #expect(try sandbox.run("undo", "--only", "3").errors == "Undid 'edit' (1 session).\n  1: rating ★ → ★★★★.\n")
        #expect(try sandbox.sql("SELECT group_concat(ZRATING) FROM ZJOURNALENTRY") == "4,2,1")
        let lines = try sandbox.run("undo", "--list").lines
        #expect(lines[1].hasSuffix("edit             1 changed  3 Mavericks"))
        #expect(lines[2].hasSuffix("delete (undone)  1 deleted  2 Rincon"))
        #expect(lines[3].hasSuffix("edit (undone)    1 changed  1 Malibu"))
        #expect(try sandbox.run("redo").errors.hasPrefix("Redid 'edit'"))
        #expect(try sandbox.run("redo").errors.hasPrefix("Redid 'delete'"))
        #expect(try sandbox.sql("SELECT group_concat(ZRATING) FROM ZJOURNALENTRY") == "1,1")
    }

    @Test func `undo --only is refused and names the later command that changed the same session`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "1")
        try sandbox.run("spots", "rename", "Malibu", "First Point")
        try sandbox.run("edit", "1", "--rating", "2")
        let state = try sandbox.run("list", "--plain", "--all").output
        let refused = try sandbox.run("undo", "--only", "3")
        #expect(refused.code == 4)
        #expect(
            refused.errors
                == "surfjournal: Session 1 was changed later by 'edit', number 1 in 'surfjournal undo --list'. "
                + "Undo that first. Nothing was changed.\n")
        #expect(try sandbox.run("list", "--plain", "--all").output == state)
        try sandbox.run("undo", "--only", "1")
        #expect(try sandbox.run("undo", "--only", "3").code == 0)
        #expect(try sandbox.sql("SELECT ZLOCATION || ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == "First Point4")
    }

    @Test func `undo --only is refused for a session that was deleted since`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "1")
        try sandbox.run("delete", "1")
        for number in ["2", "5"] {
            let refused = try sandbox.run("undo", "--only", number)
            #expect(refused.code == 4)
            #expect(refused.errors.contains("was changed later by 'delete', number 1"))
        }
        #expect(try sandbox.sql("SELECT group_concat(Z_PK) FROM ZJOURNALENTRY") == "2,3")
    }

    @Test func `undo --only refuses a number that does not exist or is already undone`() throws {
        let sandbox = try Sandbox.small()
        for number in ["0", "-1", "4", "9223372036854775807"] {
            let refused = try sandbox.run("undo", "--only=\(number)")
            #expect(refused.code == 3)
            #expect(refused.errors.contains("There is no command \(number) in 'surfjournal undo --list'."))
        }
        try sandbox.run("undo")
        #expect(try sandbox.run("undo", "--only", "1").errors.contains("Command 1, 'add', is already undone."))
        #expect(try sandbox.run("undo", "--only", "x").code == 2)
        #expect(try sandbox.run("undo", "--only", "2", "--list").code == 2)
    }

    @Test func `undo --list shows numbers, sessions with their places, and which commands are undone`() throws {
        let sandbox = try Sandbox.small()
        let rows = (0..<15).map { "2001-01-01 07:\(10 + $0),Spot \($0)\n" }
        try sandbox.write("date,location\n" + rows.joined(), to: "many.csv")
        try sandbox.run("import", "many.csv")
        let lines = try sandbox.run("undo", "--list").lines
        #expect(lines[0] == "number  date              command  changes   sessions")
        #expect(lines[1].hasPrefix("     1  "))
        #expect(lines[1].hasSuffix("import   15 added  4 Spot 0, 5 Spot 1, 6 Spot 2 + 12 more"))
        try sandbox.run("undo")
        let commands = try sandbox.run("undo", "--list", "--json").objects()
        #expect(commands.map { $0["number"] as? Int } == [1, 2, 3, 4])
        #expect(commands.map { $0["undone"] as? Bool } == [true, false, false, false])
        #expect(commands.map { $0["sessionCount"] as? Int } == [15, 1, 1, 1])
        let sessions = try #require(commands[0]["sessions"] as? [[String: Any]])
        #expect(sessions.count == 15)
        #expect(sessions[0]["id"] as? Int == 4)
        #expect(sessions[0]["location"] as? String == "Spot 0")
    }
}

import SQLite
import Testing

/// A history that is trimmed for its size, and the message about it.
@Suite struct HistoryCutTests {
    /// The sizes are changed in the history's own table; no command here is that large.
    @Test(arguments: ["Z_CHANGES = 300000", "Z_BYTES = \(20 << 20)"])
    func `a command that removes others from the history reports their number once`(size: String) throws {
        let sandbox = try Sandbox.small()
        for rating in ["1", "2", "3"] { #expect(try sandbox.run("edit", "1", "--rating", rating).code == 0) }
        try Connection(path: sandbox.journal).execute(
            "UPDATE HISTORY_SIZE SET \(size) WHERE Z_TRANSACTION = (SELECT max(Z_TRANSACTION) FROM HISTORY_SIZE)")
        let commands = try sandbox.run("undo", "--list", "--json").objects().count
        let outcome = try sandbox.run("edit", "2", "--rating", "1")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("\(commands) earlier commands can no longer be undone: the history is full."))
        #expect(try sandbox.run("undo", "--list", "--json").objects().count == 1)
        let next = try sandbox.run("edit", "2", "--rating", "2")
        #expect(!next.errors.contains("can no longer be undone"))
        #expect(try sandbox.run("undo").code == 0)
    }

    @Test func `commands that are too old leave the history without a message`() throws {
        let sandbox = try Sandbox.small()
        for rating in ["1", "2", "3"] { #expect(try sandbox.run("edit", "1", "--rating", rating).code == 0) }
        try Connection(path: sandbox.journal).execute(
            "UPDATE ATRANSACTION SET ZTIMESTAMP = ZTIMESTAMP - 100 * 86400")
        let outcome = try sandbox.run("edit", "2", "--rating", "1")
        #expect(!outcome.errors.contains("can no longer be undone"))
        #expect(try sandbox.run("undo", "--list", "--json").objects().count == 1)
    }
}

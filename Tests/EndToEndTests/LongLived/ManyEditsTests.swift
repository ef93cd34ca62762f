import Foundation
import TestSupport
import Testing

/// One session that is edited again and again. `SURFJOURNAL_EDITS=100000` sets the number of edits instead of 150.
struct ManyEditsTests {
    private static let edits = ProcessInfo.processInfo.environment["SURFJOURNAL_EDITS"].flatMap { Int($0) } ?? 150
    /// The history of commands is trimmed when it exceeds 1,000 by a tenth.
    private static let longestHistory = 1_100

    @Test func `a session edited many times has as many revisions, and its journal stays small`() throws {
        let sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        let notes = String(repeating: "clean, ", count: 40)
        let lines = (1...Self.edits).map { "edit 1 --rating \(1 + $0 % 5) --notes '\(notes)\($0)'\n" }
        try sandbox.write(lines.joined(), to: "script")
        let outcome = try sandbox.run("run", "script", "-q")
        #expect(outcome.code == 0, "\(outcome.errors.suffix(300))")
        #expect(try sandbox.sql("SELECT Z_OPT FROM ZJOURNALENTRY WHERE Z_PK = 1") == .integer(Int64(Self.edits) + 1))
        let commands = try sandbox.sql("SELECT count(*) FROM ATRANSACTION").integer ?? 0
        #expect(commands <= Self.longestHistory)
        #expect(try sandbox.run("check").code == 0)
        let size = try FileManager.default.attributesOfItem(atPath: sandbox.journal)[.size] as? Int ?? 0
        #expect(size < 4 << 20)
        for edit in [Self.edits - 1, Self.edits - 2] {
            #expect(try sandbox.run("undo").code == 0)
            let shown = try sandbox.run("show", "1", "--json").object()["notes"] as? String
            #expect(shown == notes + "\(edit)")
        }
        Figure.edits.add(Self.edits)
    }
}

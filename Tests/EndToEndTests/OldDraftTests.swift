import Foundation
import Testing

/// Drafts that earlier versions of the program kept as files.
struct OldDraftTests {
    /// A journal with two drafts of sessions, and two drafts that were cancelled together.
    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.small()
        let uuid = try #require(try sandbox.sql("SELECT Z_UUID FROM Z_METADATA").text)
        func write(_ name: String, _ id: Int, _ changes: String) throws {
            try sandbox.write(
                "{\"format\":1,\"model\":1,\"store\":\"\(uuid)\",\"entry\":\(id),\"rev\":1,\"since\":\"428569200.0\","
                    + "\"base\":{\"location\":\"\(["Malibu", "Rincon", "Mavericks"][id - 1])\"},\"changes\":{\(changes)}}\n",
                to: sandbox.journal + "-drafts/" + name)
        }
        try write("d2.json", 1, "\"location\":\"First Point\"")
        try write("d4.json", 2, "\"location\":\"The Cove\"")
        let stamp = Int(Date().timeIntervalSinceReferenceDate * 1000)
        try write(".cancelled-\(stamp)-1", 3, "\"location\":\"Ross Cove\"")
        try write(".cancelled-\(stamp)-3", 3, "\"location\":\"Pillar Point\"")
        try sandbox.write(
            "{\"stamp\":\(stamp),\"numbers\":[1,3],\"isUndone\":false}\n", to: sandbox.journal + "-drafts/.cancel")
        try sandbox.write("", to: sandbox.journal + "-drafts/.last-5")
        return sandbox
    }

    private func listed(_ sandbox: Sandbox) throws -> [String] {
        try sandbox.run("drafts", "--json").objects().compactMap { $0["draft"] as? String }
    }

    @Test func `drafts of earlier versions are listed and checked without a change`() throws {
        let sandbox = try sandbox()
        let before = try sandbox.draftFiles
        #expect(try listed(sandbox) == ["d2", "d4"])
        #expect(try sandbox.run("check", "--json").object()["drafts"] as? Int == 2)
        #expect(try sandbox.draftFiles == before)
    }

    @Test func `drafts of earlier versions are saved, changed, cancelled and restored like others`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("undo", "--json").output == "{\"restored\":[\"d1\",\"d3\"]}\n")
        #expect(try listed(sandbox) == ["d1", "d2", "d3", "d4"])
        #expect(try sandbox.run("save", "d2").code == 0)
        #expect(try sandbox.sql("SELECT ZLOCATION FROM ZJOURNALENTRY WHERE Z_PK = 1") == "First Point")
        #expect(try sandbox.run("edit", "d4", "--rating", "1").code == 0)
        #expect(try sandbox.run("add", "Zuma", "--draft").errors.hasPrefix("Draft d6 of a new session"))
        #expect(try sandbox.run("cancel", "--all").code == 0)
        #expect(try sandbox.run("undo").errors.contains("d1, d3, d4, d6"))
        #expect(try sandbox.draftFiles == ["drafts.lock", "drafts.sqlite"])
    }

    @Test func `a cancel of an earlier version is undone after the commands that came later`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("edit", "2", "--rating", "1").code == 0)
        #expect(try sandbox.run("undo").errors.contains("Undid 'edit'"))
        #expect(try sandbox.run("undo").errors.contains("d1, d3"))
        #expect(try sandbox.run("undo").errors.contains("Undid 'add'"))
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: [["edit", "d4", "--rating", "1"], ["undo"]])
    func `taking over drafts of earlier versions loses none and doubles none, wherever it is killed`(
        _ arguments: [String]
    ) throws {
        let beginning = try sandbox()
        let steps = try beginning.copy().run(arguments, with: Fault(kind: .kill, step: 0)).report.steps
        let all = ["d1", "d2", "d3", "d4"]
        var interrupted = 0
        for step in stride(from: 1, through: steps, by: 2) {
            let sandbox = try beginning.copy()
            _ = try sandbox.run(arguments, with: Fault(kind: .kill, step: step))
            let files = try sandbox.draftFiles
            if files.contains("drafts.sqlite"), files.contains("d4.json") { interrupted += 1 }
            let now = try listed(sandbox)
            #expect(now == ["d2", "d4"] || now == all && arguments == ["undo"], "killed at \(step)")
            if now != all { #expect(try sandbox.run("undo").code == 0) }
            #expect(try listed(sandbox) == all, "killed at \(step)")
            #expect(try sandbox.draftFiles == ["drafts.lock", "drafts.sqlite"].filter(try sandbox.draftFiles.contains))
        }
        #expect(interrupted > 1)
    }
}

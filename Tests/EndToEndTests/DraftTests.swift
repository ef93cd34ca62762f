import Foundation
import SQLite
import Testing

struct DraftTests {
    @Test func `a draft of an edit saves nothing and lists its base and changes`() throws {
        let sandbox = try Sandbox.small()
        let draft = try sandbox.run("edit", "1", "--draft", "--rating", "2", "--clear", "wind", "--json").object()
        #expect(draft["draft"] as? String == "d1")
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 4)
        let listed = try sandbox.run("drafts", "--json").objects()
        #expect(listed.count == 1)
        #expect(listed[0]["id"] as? Int == 1)
        #expect(listed[0]["rev"] as? Int == 1)
        #expect(listed[0]["stale"] as? Bool == false)
        #expect((listed[0]["base"] as? [String: Any])?["rating"] as? Int == 4)
        let changes = try #require(listed[0]["changes"] as? [String: Any])
        #expect(Set(changes.keys) == ["rating", "wind"])
        #expect(changes["rating"] as? Int == 2)
    }

    @Test func `a draft of a new session has no ID and no base`() throws {
        let sandbox = try Sandbox.empty()
        let output = try sandbox.run("add", "Malibu", "--draft", "--json").output
        #expect(output.hasPrefix("{\"draft\":\"d1\",\"id\":null,"))
        #expect(output.contains("\"base\":{}"))
        #expect(try sandbox.entryCount() == 0)
    }

    @Test func `edit --draft and edit dN continue the draft`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        #expect(
            try sandbox.run("edit", "1", "--draft", "--wind", "glassy", "--json").object()["draft"] as? String == "d1")
        #expect(try sandbox.run("edit", "d1", "--height", "9ft").code == 0)
        #expect(try sandbox.sql("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == 3)
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try sandbox.sql("SELECT ZHEIGHT || ZWIND || ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == "9ftglassy2")
        #expect(sandbox.drafts.isEmpty)
    }

    @Test(arguments: [["save"], ["save", "d1"], ["save", "1"]])
    func `a draft is chosen by its number, by its session, or by being the only one`(arguments: [String]) throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        let outcome = try sandbox.start(arguments + ["--json"]).outcome()
        #expect(outcome.code == 0)
        #expect(try outcome.objects().map { $0["id"] as? Int } == [1])
        #expect(try sandbox.run("drafts", "--json").output == "[]\n")
    }

    @Test(arguments: ["save", "cancel"])
    func `with several drafts, save and cancel need to know which one`(command: String) throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.run("edit", "2", "--draft", "--rating", "3")
        let outcome = try sandbox.run(command)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("d1, d2"))
        #expect(try sandbox.run("drafts", "--json").objects().count == 2)
    }

    @Test(arguments: ["save", "cancel"])
    func `with several drafts of one session, save and cancel name the session`(command: String) throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.copyDraft(1, to: 2)
        let outcome = try sandbox.run(command, "1")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("Session 1 has drafts d1, d2."))
    }

    @Test(arguments: ["save", "cancel"])
    func `without drafts, save and cancel fail, but --all succeeds`(command: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run(command).code == 3)
        #expect(try sandbox.run(command, "d1").code == 3)
        #expect(try sandbox.run(command, "1").code == 3)
        #expect(try sandbox.run(command, "--all").code == 0)
    }

    @Test func `draft numbers are never reused`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "Malibu", "--draft")
        try sandbox.run("cancel", "d1")
        #expect(try sandbox.run("add", "Malibu", "--draft", "--json").object()["draft"] as? String == "d2")
    }

    @Test func `cancel discards a draft and leaves the journal unchanged`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        let outcome = try sandbox.run("cancel", "--json")
        #expect(outcome.output == "{\"cancelled\":[\"d1\"]}\n")
        #expect(try sandbox.sql("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == 3)
        #expect(sandbox.drafts.isEmpty)
    }

    @Test func `save --all saves each draft separately and exits with the first error`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.run("edit", "2", "--draft", "--rating", "3")
        try sandbox.run("edit", "1", "--rating", "5")
        let outcome = try sandbox.run("save", "--all", "--json")
        #expect(outcome.code == 4)
        #expect(try outcome.objects().map { $0["id"] as? Int } == [2])
        #expect(try sandbox.run("drafts", "--json").objects().map { $0["draft"] as? String } == ["d1"])
        #expect(try sandbox.run("drafts", "--json").objects()[0]["stale"] as? Bool == true)
    }

    @Test func `the table of drafts marks sessions that have changed since`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        #expect(
            try sandbox.run("drafts").lines == [
                "draft  session  age       changes", "d1           1  just now  rating ★★",
            ])
        try sandbox.run("edit", "1", "--rating", "5")
        let lines = try sandbox.run("drafts").lines
        #expect(lines.first?.hasSuffix("journal") == true)
        #expect(lines.last?.hasSuffix("changed since") == true)
    }

    @Test func `an unreadable draft is reported and kept until it is cancelled`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.run("edit", "2", "--draft", "--rating", "3")
        try sandbox.changeDraft(1) { _ in "{" }
        let outcome = try sandbox.run("drafts")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("d1 cannot be read"))
        #expect(outcome.output.contains("d2"))
        #expect(try sandbox.run("save", "d1").code == 5)
        #expect(try sandbox.run("save", "d2").code == 0)
        #expect(sandbox.drafts == ["d1"])
        #expect(try sandbox.run("check").code == 5)
        #expect(try sandbox.run("cancel", "d1").code == 0)
        #expect(try sandbox.run("check").code == 0)
    }

    @Test func `a draft of a later version is neither used nor changed`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.changeDraft(1) { $0.replacing("\"rating\":2", with: "\"rating\":2,\"fins\":3") }
        for command in [["save", "d1"], ["edit", "d1", "--wind", "glassy"]] {
            #expect(try sandbox.start(command).outcome().code == 5)
        }
        #expect(try sandbox.run("save", "--all").code == 5)
        #expect(try sandbox.draftsSQL("SELECT instr(ZCONTENT, '\"fins\":3') > 0 FROM ZDRAFT") == 1)
    }

    @Test func `a command without drafts opens no second store, and only looks whether there is one`() throws {
        let sandbox = try Sandbox.small()
        for command in [["list"], ["edit", "1", "--rating", "5"], ["drafts"], ["undo"], ["cancel", "--all"]] {
            #expect(try sandbox.start(command).outcome().code == 0)
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.journal + "-drafts"))
    }

    @Test func `while another program is writing drafts, a change of drafts waits and then exits with 6`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        let writer = try Connection(path: sandbox.draftsStore)
        try writer.execute("BEGIN IMMEDIATE")
        let outcome = try sandbox.run("edit", "d1", "--wind", "glassy")
        #expect(outcome.code == 6)
        #expect(outcome.errors.contains("Another program is changing drafts"))
        #expect(try sandbox.run("drafts").output.contains("d1"))
        try writer.execute("COMMIT")
        #expect(try sandbox.run("edit", "d1", "--wind", "glassy").code == 0)
    }

    @Test func `cancel --all works with more drafts than the process may have files open`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        for number in 2...60 { try sandbox.copyDraft(1, to: number) }
        #expect(try sandbox.shell("ulimit -n 40; \"$SURF\" cancel --all").code == 0)
        #expect(try sandbox.run("undo").code == 0)
        #expect(sandbox.drafts.count == 60)
    }

    @Test func `a damaged store of drafts is reported, and the journal can be used`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: sandbox.draftsStore))
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(repeating: 0x5A, count: 4000))
        try file.close()
        for command in [["drafts"], ["save", "--all"], ["cancel", "d1"], ["add", "Zuma", "--draft"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 5, "\(command)")
            #expect(outcome.errors.contains("drafts.sqlite are damaged"), "\(outcome.errors)")
        }
        let outcome = try sandbox.run("check")
        #expect(outcome.code == 5)
        #expect(outcome.output.contains("drafts.sqlite are damaged"))
        #expect(outcome.errors == "Checked 3 sessions and 0 drafts: 1 problem found.\n")
        #expect(try sandbox.run("add", "Zuma").code == 0)
        #expect(try sandbox.run("list").code == 0)
    }
}

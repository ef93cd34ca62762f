import Foundation
import Testing

/// Changes in a scratchpad survive however the prompt ends.
struct SessionDraftTests {
    /// A prompt with an open scratchpad that has one change.
    private func editing(_ sandbox: Sandbox) throws -> TerminalSession {
        let terminal = try TerminalSession(in: sandbox)
        terminal.edit(1, setting: ["rating 1"])
        return terminal
    }

    @Test func `a killed prompt loses at most the line being typed`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try editing(sandbox)
        terminal.type("set wind glas")
        terminal.send(SIGKILL)
        #expect(terminal.exitCode() == 137)
        let second = try TerminalSession(in: sandbox)
        second.enter("edit d1", at: "surf> ")
        second.expect("Editing session 1: Malibu")
        second.enter("set wind glassy", at: "surf 1*> ")
        second.enter("save", at: "surf 1*> ")
        second.expect("Saved 1 (wind, rating)")
        second.leave()
        #expect(sandbox.drafts.isEmpty)
    }

    @Test func `a draft is private`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try editing(sandbox)
        var status = stat()
        for name in try sandbox.draftFiles {
            #expect(stat(sandbox.journal + "-drafts/" + name, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        #expect(stat(sandbox.journal + "-drafts", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        terminal.send(SIGKILL)
        _ = terminal.exitCode()
    }

    @Test func `exit keeps unsaved changes as a draft and reports it`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try editing(sandbox)
        terminal.type("\u{04}")
        terminal.expect("Kept the change to session 1 as draft d1.")
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.run("save").errors.contains("Saved 1 (rating)"))
    }

    @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `a termination signal at the prompt keeps the scratchpad as a draft`(signal: Int32, code: Int32) throws {
        let sandbox = try Sandbox.small()
        let terminal = try editing(sandbox)
        terminal.send(signal)
        #expect(terminal.exitCode() == code)
        #expect(terminal.words.contains("as draft d1"))
        #expect(sandbox.drafts == ["d1"])
    }

    @Test func `no other process can use the draft of an open scratchpad`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try editing(sandbox)
        #expect(try sandbox.run("drafts").output.contains("d1"))
        #expect(try sandbox.run("save", "d1").code == 6)
        #expect(try sandbox.run("edit", "d1", "--rating", "5").code == 6)
        let second = try TerminalSession(in: sandbox)
        second.enter("edit d1", at: "surf> ")
        second.expect("Draft d1 is open in another terminal")
        second.leave()
        terminal.type("save d1\r")
        terminal.expect("Saved 1 (rating)")
        terminal.leave()
    }

    @Test func `edit with options on the draft of an open scratchpad changes that scratchpad`() throws {
        let sandbox = try Sandbox.small()
        let terminal = try editing(sandbox)
        terminal.type("edit d1 --wind glassy\r")
        terminal.expect("Draft d1 of session 1 (Malibu, Fri 2014-08-01 07:00): wind glassy, rating ★.")
        terminal.enter("save --all", at: "surf 1*> ")
        terminal.expect("Saved 1 (wind, rating)")
        terminal.leave()
    }

    @Test func `a draft of a new session whose process was killed after saving is not added twice`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-05 08:00: Trestles, 4ft", "--draft")
        try sandbox.run("add", "2014-10-05 08:00: Trestles, 4ft")
        // The draft as left by a process that was killed right after saving it.
        try sandbox.changeDraft(1) { $0.replacing("\"base\"", with: "\"reserved\":4,\"base\"", maxReplacements: 1) }
        let outcome = try sandbox.run("save", "d1")
        #expect(outcome.code == 0)
        #expect(outcome.errors.hasPrefix("This draft was already saved as session 4: Trestles"))
        #expect(try sandbox.entryCount() == 4)
        #expect(sandbox.drafts.isEmpty)
    }

    @Test func `an unsaved draft of a new session can be saved whatever ID it had reserved`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-05 08:00: Trestles, 4ft", "--draft")
        try sandbox.changeDraft(1) { $0.replacing("\"base\"", with: "\"reserved\":9,\"base\"", maxReplacements: 1) }
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try sandbox.entryCount() == 4)
    }
}

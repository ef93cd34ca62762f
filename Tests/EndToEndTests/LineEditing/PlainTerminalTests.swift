import Foundation
import Testing

/// Terminals that cannot move their cursor, and users with a screen reader.
struct PlainTerminalTests {
    private func session(_ terminal: String = "dumb") throws -> TerminalSession {
        try .probe(in: Sandbox(), environment: ["TERM": terminal])
    }

    @Test(arguments: ["dumb", "", "no-such-terminal", "emacs"])
    func `a terminal whose cursor cannot be moved gets no escape codes`(name: String) throws {
        let terminal = try session(name)
        terminal.type("Rincón 漢字\r")
        terminal.shows("surf> Rincón 漢字", "line <Rincón 漢字> 9", "surf>")
        #expect(terminal.screen.modes == [])
        #expect(terminal.screen.unknown == [])
    }

    @Test func `Ctrl-C discards the line`() throws {
        let terminal = try session()
        terminal.type("half")
        terminal.shows("surf> half")
        terminal.press(.controlC)
        terminal.shows("surf> half^C", "interrupted", "surf>")
        terminal.type("x\r")
        terminal.ends(with: "line <x> 1", "surf>")
    }

    @Test func `Ctrl-D exits`() throws {
        let terminal = try session()
        terminal.press(.controlD)
        terminal.shows("surf>", "end")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `the offered value is shown in brackets, and Enter accepts it`() throws {
        let terminal = try session()
        terminal.type("place\r")
        terminal.ends(with: "Place: [Malibu]")
        terminal.press(.enter)
        terminal.ends(with: "line <Malibu> 6", "surf>")
    }

    @Test func `the prompt notices when the terminal closes`() throws {
        let terminal = try session()
        terminal.hangUp()
        #expect(terminal.exitCode() == 0)
        #expect(FileManager.default.fileExists(atPath: terminal.sandbox.path + "/home/hung-up"))
    }
}

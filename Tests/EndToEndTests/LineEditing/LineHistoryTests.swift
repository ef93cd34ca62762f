import Foundation
import Testing

struct LineHistoryTests {
    private func leave(_ terminal: TerminalSession) throws {
        terminal.press(.controlU, .controlD)
        #expect(terminal.exitCode() == 0)
    }

    @Test func `the Up key recalls lines, also from earlier runs`() throws {
        let sandbox = try Sandbox()
        let first = try TerminalSession.probe(in: sandbox)
        first.type("list\rshow 5\r secret\rlist\rlist\r")
        first.ends(with: "line <list> 4", "surf>")
        try leave(first)
        let second = try TerminalSession.probe(in: sandbox)
        second.press(.up)
        second.shows("surf> list")
        second.press(.up)
        second.shows("surf> show 5")
        second.press(.up)
        second.shows("surf> list")
        second.press(.down, .enter)
        second.ends(with: "line <show 5> 6", "surf>")
    }

    @Test func `the history file is private and omits lines that begin with a space`() throws {
        let sandbox = try Sandbox()
        let terminal = try TerminalSession.probe(in: sandbox)
        terminal.type(" secret\rlist\r")
        terminal.ends(with: "line <list> 4", "surf>")
        let path = sandbox.path + "/home/.local/state/surfjournal/history"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "list\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `Ctrl-R searches the history as letters are typed`() throws {
        let terminal = try TerminalSession.probe(in: Sandbox())
        terminal.type("list malibu\rshow 5\rlist rincon\r")
        terminal.ends(with: "line <list rincon> 11", "surf>")
        terminal.press(.controlR)
        terminal.type("list")
        terminal.ends(with: "surf> list rincon", "bck:list")
        terminal.press(.controlR)
        terminal.ends(with: "surf> list malibu", "bck:list")
        terminal.press(.controlE)
        terminal.type("!\r")
        terminal.ends(with: "surf> list malibu!", "line <list malibu!> 12", "surf>")
    }

    @Test func `a line typed at one prompt can be recalled at another one that is running`() throws {
        let sandbox = try Sandbox()
        let (first, second) = (try TerminalSession.probe(in: sandbox), try TerminalSession.probe(in: sandbox))
        first.type("from the first\r")
        first.ends(with: "line <from the first> 14", "surf>")
        second.type("mine\r")
        second.ends(with: "line <mine> 4", "surf>")
        second.press(.up, .up)
        second.ends(with: "surf> from the first")
    }

    @Test func `answers to questions are not kept in the history, and questions do not recall commands`() throws {
        let terminal = try TerminalSession.probe(in: Sandbox())
        terminal.type("list\rplace\r")
        terminal.ends(with: "Place: Malibu")
        terminal.press(.up)
        terminal.type("!\r")
        terminal.ends(with: "line <Malibu!> 7", "surf>")
        terminal.press(.up)
        terminal.ends(with: "surf> place")
    }

    @Test func `a history that cannot be written lasts until the prompt exits`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("", to: sandbox.path + "/home/.local/state")
        let terminal = try TerminalSession.probe(in: sandbox)
        terminal.type("list\rshow 5\r")
        terminal.ends(with: "line <show 5> 6", "surf>")
        terminal.press(.up, .up)
        terminal.ends(with: "surf> list")
    }

    @Test func `recalled accented letters are still one character each`() throws {
        let sandbox = try Sandbox()
        let terminal = try TerminalSession.probe(in: sandbox)
        terminal.type("Rinco\u{301}n 👨‍👩‍👧\r")
        terminal.ends(with: "line <Rincón 👨‍👩‍👧> 13", "surf>")
        terminal.press(.up, .backspace, .backspace, .backspace, .backspace)
        terminal.ends(with: "surf> Rinc")
    }
}

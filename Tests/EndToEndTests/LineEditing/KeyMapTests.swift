import Foundation
import Testing

/// Key bindings of `~/.editrc`.
struct KeyMapTests {
    private func session(editrc: String) throws -> TerminalSession {
        let sandbox = try Sandbox()
        try sandbox.write(editrc, to: sandbox.path + "/home/.editrc")
        return try .probe(in: sandbox)
    }

    @Test func `vi keys edit a line when .editrc asks for them`() throws {
        let terminal = try session(editrc: "bind -v\n")
        terminal.type("abc def")
        terminal.press(.escape)
        terminal.type("0dwixy")
        terminal.shows("surf> xydef")
        terminal.press(.enter)
        terminal.ends(with: "line <xydef> 5", "surf>")
        terminal.press(.escape)
        terminal.type("k")
        terminal.ends(with: "surf> xydef")
        terminal.press(.controlC)
        terminal.ends(with: "surf> xydef^C", "interrupted", "surf>")
    }

    @Test func `completion, pasting and search also work with vi keys`() throws {
        let terminal = try session(editrc: "surfjournal:bind -v\n")
        terminal.type("show 5\t")
        terminal.shows("surf> show 500")
        terminal.press(.escape)
        terminal.paste("dd")
        terminal.waits(for: "a paste that is no command") { $0.lines.contains { $0.contains("dd") } }
        terminal.press(.controlC)
        terminal.ends(with: "interrupted", "surf>")
        terminal.type("alpha\rbeta\r")
        terminal.ends(with: "line <beta> 4", "surf>")
        terminal.press(.controlR)
        terminal.type("lph")
        terminal.ends(with: "surf> alpha", "bck:lph")
        terminal.press(.enter)
        terminal.ends(with: "line <alpha> 5", "surf>")
    }

    @Test func `with vi keys, too, typing replaces the offered value and commands edit it`() throws {
        let terminal = try session(editrc: "bind -v\n")
        terminal.type("place\r")
        terminal.ends(with: "Place: Malibu")
        terminal.press(.escape)
        terminal.type("0rB\rplace\r")
        terminal.ends(with: "line <Balibu> 6", "surf> place", "Place: Malibu")
        terminal.type("Zuma\r")
        terminal.ends(with: "line <Zuma> 4", "surf>")
    }

    @Test func `a key binding of the user works`() throws {
        let terminal = try session(editrc: "bind ^T ed-move-to-beg\n")
        terminal.type("bc\u{14}a")
        terminal.shows("surf> abc")
    }
}

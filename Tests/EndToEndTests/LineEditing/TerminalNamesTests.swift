import Foundation
import Testing

/// Terminals by name: line editing works on those that move their cursor as xterm does, whether or not the system knows
/// them.
struct TerminalNamesTests {
    static let edited = [
        "xterm", "xterm-256color", "tmux", "tmux-256color", "screen", "screen-256color", "screen.xterm-256color",
        "linux",
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "rxvt-unicode-256color", "vt100",
    ]

    @Test(arguments: edited)
    func `line editing works`(name: String) throws {
        let terminal = try TerminalSession.probe(in: Sandbox(), environment: ["TERM": name])
        terminal.type("bc")
        terminal.press(.left, .left)
        terminal.type("a")
        terminal.shows("surf> abc")
        terminal.press(.enter)
        terminal.ends(with: "line <abc> 3", "surf>")
        terminal.press(.up)
        terminal.ends(with: "surf> abc")
    }

    @Test(arguments: ["unknown", "no-such-terminal", "vt52"])
    func `when lines cannot be edited, one line explains why`(name: String) throws {
        let sandbox = try Sandbox.small()
        let terminal = try TerminalSession(in: sandbox, columns: 200, environment: ["TERM": name])
        terminal.waits(for: "the reason") { screen in
            screen.lines.contains {
                $0.hasPrefix("Line editing is off: this system does not know the terminal '\(name)'.")
            }
        }
        terminal.waits(for: "the prompt") { $0.lines.last == "surf>" }
        terminal.type("list --plain -n 1 --columns id\r")
        terminal.waits(for: "the list") { $0.lines.contains("3") }
        #expect(terminal.screen.modes == [])
    }

    @Test func `no explanation is printed on a dumb terminal`() throws {
        let terminal = try TerminalSession(in: Sandbox.small(), columns: 200, environment: ["TERM": "dumb"])
        terminal.waits(for: "the prompt") { $0.lines.last == "surf>" }
        #expect(!terminal.words.contains("Line editing is off"))
    }

    /// A real terminal emulator with the prompt running in it.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")))
    func `line editing works in tmux`() throws {
        let sandbox = try Sandbox.small()
        let tmux = "tmux -S \(sandbox.path)/tmp/socket"
        defer { _ = try? sandbox.shell("\(tmux) kill-server") }
        sandbox.environment["LANG"] = "C.UTF-8"
        sandbox.environment["TERM"] = "xterm-256color"
        // tmux's server keeps running, so it must not inherit the descriptors by which Foundation detects the end of
        // the shell.
        let start =
            "python3 -c 'import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))'"
            + " \(tmux) -f /dev/null new-session -d -x 80 -y 24 'exec \"$SURF\"' </dev/null >/dev/null 2>&1"
        #expect(try sandbox.shell(start).code == 0)
        #expect(try screen(of: tmux, in: sandbox, shows: "surf>"))
        _ = try sandbox.shell("\(tmux) send-keys 'show 2' Left Left Left Left Left Left 'x' BSpace End")
        #expect(try screen(of: tmux, in: sandbox, shows: "surf> show 2"))
        _ = try sandbox.shell("\(tmux) send-keys Enter")
        #expect(try screen(of: tmux, in: sandbox, shows: "Rincon"))
        // Until the next prompt appears, the terminal itself edits the line.
        #expect(try screen(of: tmux, in: sandbox, endsWith: "surf>"))
        _ = try sandbox.shell("\(tmux) send-keys Up Left BSpace")
        #expect(try screen(of: tmux, in: sandbox, shows: "surf> show2"))
    }

    private func screen(of tmux: String, in sandbox: Sandbox, shows text: String) throws -> Bool {
        try screen(of: tmux, in: sandbox) { $0.contains(text) }
    }

    private func screen(of tmux: String, in sandbox: Sandbox, endsWith text: String) throws -> Bool {
        try screen(of: tmux, in: sandbox) { $0.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix(text) }
    }

    private func screen(of tmux: String, in sandbox: Sandbox, _ isShown: (String) -> Bool) throws -> Bool {
        let limit = Date(timeIntervalSinceNow: TerminalSession.patience)
        while Date() < limit {
            if isShown(try sandbox.shell("\(tmux) capture-pane -p").output) { return true }
            usleep(50_000)
        }
        return false
    }
}

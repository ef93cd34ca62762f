import Foundation
import Testing

/// Lists that are longer than the terminal.
struct PagerTests {
    /// A pager that marks each line and ends.
    private static let marking = "sed s/^/paged:/"

    /// `list` in a terminal of so many rows, with a journal of three sessions.
    private func list(
        _ arguments: [String] = ["list"], rows: Int = 4, _ environment: [String: String] = ["PAGER": marking]
    ) throws -> TerminalSession {
        try TerminalSession(arguments, in: Sandbox.small(), rows: rows, environment: environment)
    }

    @Test func `a list that is longer than the terminal goes through the pager, with what follows it`() throws {
        let terminal = try list()
        terminal.expect("paged:id")
        terminal.expect("paged:3 sessions")
        #expect(terminal.exitCode() == 0)
    }

    @Test func `a list that fits is not paged`() throws {
        let terminal = try list(rows: 6)
        terminal.expect("3 sessions")
        #expect(terminal.exitCode() == 0)
        #expect(!terminal.words.contains("paged:"))
    }

    @Test func `JSON that wraps on the terminal counts as long`() throws {
        let terminal = try list(["list", "--json"], rows: 10)
        terminal.expect("paged:[")
        #expect(terminal.exitCode() == 0)
    }

    @Test(arguments: [
        ["PAGER": ""], ["PAGER": "cat"], ["PAGER": "nowhere-pager"], ["PAGER": marking, "NO_PAGER": "1"],
        ["PAGER": marking, "TERM": "dumb"],
    ])
    func `without a pager that is wanted and installed, a long list is printed as it is`(
        environment: [String: String]
    ) throws {
        let terminal = try list(["list"], environment)
        terminal.expect("3 sessions")
        #expect(terminal.exitCode() == 0)
        #expect(!terminal.words.contains("paged:"))
        #expect(!terminal.words.contains("nowhere"))
    }

    @Test(arguments: [["list", "--no-pager"], ["--no-pager", "list"], ["list", "--no-input"], ["show", "1"]])
    func `--no-pager, --no-input and other commands use no pager`(arguments: [String]) throws {
        let terminal = try list(arguments)
        #expect(terminal.exitCode() == 0)
        #expect(!terminal.words.contains("paged:"))
    }

    @Test func `neither a pipe, the prompt nor a script uses the pager`() throws {
        let sandbox = try Sandbox.small()
        sandbox.environment["PAGER"] = Self.marking
        #expect(try !sandbox.run("list").output.contains("paged:"))
        try sandbox.write("list\n", to: "script")
        let script = try TerminalSession(["run", "script"], in: sandbox, rows: 4)
        #expect(script.exitCode() == 0)
        #expect(!script.words.contains("paged:"))
        let prompt = try TerminalSession(in: sandbox, rows: 4)
        prompt.enter("list")
        prompt.expect("3 sessions")
        prompt.enter("exit")
        #expect(prompt.exitCode() == 0)
        #expect(!prompt.words.contains("paged:"))
    }

    @Test func `the exit code is the command's, whatever the pager's is`() throws {
        let terminal = try list(["list"], ["PAGER": "sh -c 'cat; exit 3'"])
        terminal.expect("3 sessions")
        #expect(terminal.exitCode() == 0)
        #expect(try list(["list", "--where", "nonsense"]).exitCode() == 2)
    }

    @Test func `a pager that ends early leaves no error`() throws {
        let terminal = try TerminalSession(
            ["list", "--all", "--json"], in: Sandbox(), environment: ["PAGER": "head -c 20"])
        terminal.expect("[{")
        #expect(terminal.exitCode() == 0)
        #expect(!terminal.words.contains("surfjournal:"))
    }

    @Test(.enabled(if: Shells.has("less")))
    func `the ordinary pager is less, and q leaves it without an error`() throws {
        let terminal = try TerminalSession(["list", "--all"], in: Sandbox())
        terminal.ends(with: ":")
        terminal.type("q")
        #expect(terminal.exitCode() == 0)
        #expect(!terminal.words.contains("surfjournal:"))
        #expect(!terminal.words.contains("5,000 sessions."))
    }

    @Test(.enabled(if: Shells.has("less")))
    func `Ctrl-C in the pager stops neither it nor the list, and leaves no error`() throws {
        let terminal = try TerminalSession(["list", "--all"], in: Sandbox())
        terminal.ends(with: ":")
        terminal.press(.controlC)
        // less forgets keys that are typed while it handles the signal.
        for _ in 0..<100 where !terminal.words.contains("(END)") {
            terminal.type("G")
            usleep(300_000)
        }
        terminal.expect("(END)")
        terminal.type("q")
        #expect(terminal.exitCode() == 0)
        #expect(!terminal.words.contains("Interrupted"))
    }

    @Test(.enabled(if: Shells.has("less")))
    func `a signal that ends the list ends its pager too`() throws {
        let terminal = try TerminalSession(["list", "--all"], in: Sandbox())
        terminal.ends(with: ":")
        terminal.send(SIGTERM)
        #expect(terminal.exitCode() == 143)
    }
}

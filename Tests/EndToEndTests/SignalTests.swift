import Foundation
import Testing

struct SignalTests {
    /// Waits, at most 4 seconds, until the condition is true.
    private func waitUntil(_ condition: () -> Bool) {
        for _ in 0..<200 where !condition() { usleep(20_000) }
    }

    static let signals: [(Int32, Int32)] = [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)]

    @Test(arguments: signals)
    func `a signal ends a waiting command with the signal's exit code`(signal: Int32, code: Int32) throws {
        let sandbox = try Sandbox.small()
        #expect(mkfifo(sandbox.file("pipe"), 0o600) == 0)
        let running = try sandbox.start(["export", "pipe"])
        usleep(500_000)
        running.send(signal)
        let outcome = try running.outcome()
        #expect(outcome.code == code)
        #expect(sandbox.files == ["pipe"])
    }

    @Test func `Ctrl-C stops an export and leaves its target unchanged`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("init", "--sample")
        try sandbox.write("mine", to: "out.json")
        let running = try sandbox.start(["export", "out.json", "--force"])
        waitUntil { sandbox.files.contains { $0 != "out.json" && sandbox.size(of: $0) > 0 } }
        running.send(SIGINT)
        let outcome = try running.outcome()
        if outcome.code == 0 {
            #expect(try sandbox.read("out.json").hasPrefix("["))
        } else {
            #expect(outcome.code == 130)
            #expect(outcome.errors == "Cancelled. out.json was not changed.\n")
            #expect(try sandbox.read("out.json") == "mine")
        }
        #expect(sandbox.files == ["out.json"])
    }

    @Test func `an ignored signal stays ignored`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.shell("trap '' HUP; \"$SURF\" list --plain & sleep 0; kill -HUP $!; wait $!")
        #expect(outcome.code == 0)
        #expect(outcome.lines.count == 3)
    }

    static let questions = [
        ["delete", "--location", "four"], ["restore", "copy.sqlite"], ["fill", "46254.txt"],
    ]

    /// A sandbox in which each of these commands asks a question.
    private func questioned() throws -> Sandbox {
        let sandbox = try Sandbox.empty()
        for _ in 0..<4 { try sandbox.run("add", "2021-06-01 12:00: Four, 3ft") }
        try sandbox.run("backup", "copy.sqlite")
        let readings = (0..<24).map { "2021 06 01 \($0) 00 1.2 15\n" }
        try sandbox.write("#YY MM DD hh mm WVHT WTMP\n" + readings.joined(), to: "46254.txt")
        return sandbox
    }

    @Test(arguments: questions, signals)
    func `a signal at a question ends the command with the signal's exit code and changes nothing`(
        arguments: [String], signal: (number: Int32, code: Int32)
    ) throws {
        let sandbox = try questioned()
        let history = try sandbox.run("undo", "--list").output
        let terminal = try TerminalSession(arguments, in: sandbox, columns: 400)
        terminal.expect("[y/N]")
        if signal.number == SIGINT { terminal.type("y\u{03}") } else { terminal.send(signal.number) }
        #expect(terminal.exitCode() == signal.code)
        #expect(!terminal.words.contains("Not confirmed"))
        #expect(try sandbox.entryCount() == 4)
        #expect(try sandbox.run("undo", "--list").output == history)
        #expect(sandbox.files == ["46254.txt", "copy.sqlite"])
    }

    @Test(arguments: questions)
    func `Ctrl-D at a question means no`(arguments: [String]) throws {
        let sandbox = try questioned()
        let history = try sandbox.run("undo", "--list").output
        let terminal = try TerminalSession(arguments, in: sandbox, columns: 400)
        terminal.expect("[y/N]")
        terminal.type("\u{04}")
        #expect(terminal.exitCode() == 1)
        #expect(terminal.words.contains("Not confirmed"))
        #expect(try sandbox.run("undo", "--list").output == history)
    }
}

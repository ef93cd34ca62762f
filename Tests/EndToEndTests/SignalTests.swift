import Foundation
import Testing

struct SignalTests {
    /// An export that waits, as its target is a pipe that nobody reads, or a lock that is held.
    private func waitUntil(_ condition: () -> Bool) {
        for _ in 0..<200 where !condition() { usleep(20_000) }
    }

    static let signals: [(Int32, Int32)] = [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)]

    @Test(arguments: signals)
    func `a signal ends a waiting command with its code`(signal: Int32, code: Int32) throws {
        let sandbox = try Sandbox.small()
        #expect(mkfifo(sandbox.file("pipe"), 0o600) == 0)
        let running = try sandbox.start(["export", "pipe"])
        usleep(500_000)
        running.send(signal)
        let outcome = try running.outcome()
        #expect(outcome.code == code)
        #expect(sandbox.files == ["pipe"])
    }

    @Test func `Ctrl-C leaves the target of an export as it was`() throws {
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
            #expect(outcome.errors == "Cancelled; out.json not changed.\n")
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
}

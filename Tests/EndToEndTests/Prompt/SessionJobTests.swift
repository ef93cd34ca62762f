import Foundation
import Testing

/// `export FILE &`: to make a job take long, it writes to a pipe that the test reads later.
struct SessionJobTests {
    /// A prompt on a journal with the sample sessions.
    private func session() throws -> TerminalSession {
        let sandbox = try Sandbox()
        try sandbox.run("init", "--sample")
        return try TerminalSession(in: sandbox)
    }

    /// The reading end of a new pipe, whose buffer holds 64 KiB.
    private func pipe(_ sandbox: Sandbox, _ name: String = "pipe") throws -> FileHandle {
        #expect(mkfifo(sandbox.file(name), 0o600) == 0)
        let descriptor = open(sandbox.file(name), O_RDONLY | O_NONBLOCK)
        #expect(fcntl(descriptor, F_SETFL, 0) == 0)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    @Test func `a background export shows the journal as it was when the job started`() throws {
        let terminal = try session()
        let reader = try pipe(terminal.sandbox)
        terminal.enter("export pipe &", at: "surf> ")
        terminal.expect("Job %1 is exporting to pipe")
        terminal.enter("edit 5000 --rating 5", at: "surf> ")
        terminal.expect("Saved 5000 (rating)")
        terminal.enter("delete 1", at: "surf> ")
        terminal.expect("Deleted 1: Huntington Beach Pier")
        terminal.enter("jobs", at: "surf> ")
        terminal.expect("%1  running  ")
        terminal.expect("of 5,000")
        terminal.enter("jobs --json", at: "surf> ")
        terminal.expect(#"[{"job":"%1","file":"pipe","state":"running","done":"#)
        terminal.expect(#","total":5000}]"#)
        let text = String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
        terminal.enter("wait", at: "surf> ")
        terminal.expect("Job %1 is done: exported 5,000 sessions to pipe.")
        terminal.leave()
        let lines = text.split(separator: "\n")
        #expect(lines.count == 5001)
        #expect(lines[1].hasPrefix("1,"))
        let last = try #require(lines.last)
        #expect(last.hasPrefix("5000,"))
        #expect(last.split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false)[6] == "2")
    }

    @Test func `the end of a job is reported before the next prompt`() throws {
        let terminal = try session()
        let reader = try pipe(terminal.sandbox)
        terminal.enter("export pipe &", at: "surf> ")
        terminal.expect("surf> ")
        _ = try reader.readToEnd()
        for _ in 0..<200 where !terminal.words.contains("is done") {
            terminal.type("\r")
            usleep(20_000)
            terminal.expect("surf> ")
        }
        #expect(terminal.words.contains("Job %1 is done: exported 5,000 sessions to pipe."))
        terminal.type("jobs\r")
        terminal.expect("No jobs are running.")
        terminal.leave()
    }

    @Test func `several jobs can run at once, and one can be cancelled`() throws {
        let terminal = try session()
        let readers = try [pipe(terminal.sandbox, "a"), pipe(terminal.sandbox, "b")]
        terminal.enter("export a &", at: "surf> ")
        terminal.enter("export b --format json &", at: "surf> ")
        terminal.enter("export c.csv &", at: "surf> ")
        terminal.enter("wait %3", at: "surf> ")
        terminal.expect("Job %3 is done")
        terminal.enter("cancel %1", at: "surf> ")
        terminal.expect("surf> ")
        _ = try readers[0].readToEnd()
        let json = try readers[1].readToEnd() ?? Data()
        #expect((try JSONSerialization.jsonObject(with: json) as? [Any])?.count == 5000)
        terminal.type("wait\r")
        terminal.expect("Job %1 was cancelled. a was not changed.")
        terminal.expect("Job %2 is done")
        terminal.leave()
        #expect(try terminal.sandbox.read("c.csv").split(separator: "\n").count == 5001)
    }

    @Test func `exit asks about a running job`() throws {
        let terminal = try session()
        let reader = try pipe(terminal.sandbox)
        terminal.enter("export pipe &", at: "surf> ")
        terminal.expect("surf> ")
        terminal.type("\u{04}")
        terminal.expect("1 job is still running. [w]ait, [c]ancel, or [s]tay? ")
        terminal.type("s\r")
        terminal.enter("exit", at: "surf> ")
        terminal.expect("[s]tay? ")
        terminal.type("w\r")
        let text = try reader.readToEnd() ?? Data()
        #expect(terminal.exitCode() == 0)
        #expect(text.split(separator: UInt8(ascii: "\n")).count == 5001)
    }

    @Test func `Ctrl-C ends the wait for a job, and the job continues`() throws {
        let terminal = try session()
        let reader = try pipe(terminal.sandbox)
        terminal.enter("export pipe &", at: "surf> ")
        terminal.expect("Job %1 is exporting to pipe")
        terminal.enter("wait", at: "surf> ")
        terminal.expect("wait")
        for _ in 0..<200 where !terminal.words.contains("Interrupted.") {
            terminal.send(SIGINT)
            usleep(20_000)
        }
        terminal.expect("Interrupted.")
        terminal.enter("jobs", at: "surf> ")
        terminal.expect("%1  running  ")
        let text = try reader.readToEnd() ?? Data()
        terminal.enter("wait", at: "surf> ")
        terminal.expect("Job %1 is done: exported 5,000 sessions to pipe.")
        terminal.leave()
        #expect(text.split(separator: UInt8(ascii: "\n")).count == 5001)
    }

    @Test func `a signal ends the wait for a job at the prompt's end`() throws {
        let terminal = try session()
        let reader = try pipe(terminal.sandbox)
        terminal.enter("export pipe &", at: "surf> ")
        terminal.enter("exit", at: "surf> ")
        terminal.expect("[s]tay? ")
        terminal.type("w\r")
        terminal.expect("w")
        terminal.send(SIGTERM)
        #expect(terminal.exitCode() == 143)
        #expect(try (reader.readToEnd() ?? Data()).split(separator: UInt8(ascii: "\n")).count < 5001)
    }

    @Test func `commands that cannot run in the background are refused`() throws {
        let terminal = try session()
        #expect(mkfifo(terminal.sandbox.file("unread"), 0o600) == 0)
        for (line, told) in [
            ("list &", "Only 'export FILE' and 'sync' can run in the background"), ("export &", "needs a file"),
            ("export unread &", "Nothing reads the pipe unread"), ("wait %7", "There is no job %7"),
            ("cancel %7", "There is no job %7"),
        ] {
            terminal.enter(line, at: "surf> ")
            terminal.expect(told)
        }
        terminal.leave()
    }
}

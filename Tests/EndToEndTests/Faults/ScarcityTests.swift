import Foundation
import Testing

/// The program with few threads or few open files. `InterruptedCommandTests` limits the sizes of files.
struct ScarcityTests {
    // MARK: Threads

    private func sandbox(threads: Int) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        sandbox.environment["LD_PRELOAD"] = Fault.library
        sandbox.environment["FAULTY_THREADS"] = "\(threads)"
        return sandbox
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: 0...3)
    func `an export works without additional threads`(threads: Int) throws {
        let sandbox = try sandbox(threads: threads)
        let outcome = try sandbox.shell("timeout 20 \"$SURF\" export out.csv")
        #expect(outcome.code == 0)
        #expect(outcome.errors == "Exported 3 sessions to out.csv.\n")
        #expect(try sandbox.read("out.csv").split(separator: "\n").count == 4)
    }

    @Test(
        .enabled(if: Fault.canBeInjected),
        arguments: ["stats --json", "stats --by year --json", "like --height 3ft --samples with --json"])
    func `sessions are counted without additional threads`(command: String) throws {
        let outcomes = try [8, 0, 1].map { try sandbox(threads: $0).shell("timeout 20 \"$SURF\" \(command)") }
        #expect(outcomes[0].code == 0)
        #expect(outcomes[1...].allSatisfy { $0 == outcomes[0] })
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: 0...4)
    func `a script's background export runs in the foreground when no thread can be started`(threads: Int) throws {
        let sandbox = try sandbox(threads: threads)
        let outcome = try sandbox.shell(
            "(echo 'export out.csv &'; sleep 0.2; echo 'list --plain'; echo 'wait %1') | timeout 20 \"$SURF\"")
        #expect(outcome.lines.count == 3)
        #expect(try sandbox.read("out.csv").split(separator: "\n").count == 4)
        #expect(outcome.errors.contains("3 sessions"))
        #expect([0, 2, 3].contains(outcome.code))
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: SignalTests.signals)
    func `a signal ends the program at once when no signal thread can be started`(signal: Int32, code: Int32) throws {
        let sandbox = try sandbox(threads: 0)
        #expect(mkfifo(sandbox.file("pipe"), 0o600) == 0)
        let running = try sandbox.start(["export", "pipe"])
        usleep(500_000)
        running.send(signal)
        #expect(try running.outcome().code == code)
    }

    @Test(.enabled(if: Fault.canBeInjected))
    func `the prompt exits with an error when no thread can be started`() throws {
        let sandbox = try sandbox(threads: 0)
        let terminal = try TerminalSession(in: sandbox, environment: sandbox.environment)
        #expect(terminal.exitCode() == 1)
        #expect(terminal.words.contains("surfjournal: The system allows no more threads, and the prompt needs one."))
    }

    // MARK: Open files

    static let commands = [
        "list --plain", "add 'Trestles, 3ft'", "export -", "export out.csv", "stats", "check", "backup copy.sqlite",
        "undo",
        "import all.csv", "edit 1 --rating 1 --draft", "delete 1", "config units m", "drafts", "init", "run script", "",
    ]

    @Test(arguments: commands)
    func `with few open files allowed, a command works or reports an error`(_ command: String) throws {
        for limit in [6, 8, 10, 11, 12, 13, 16, 20, 24, 26, 27, 28, 30, 36] {
            let sandbox = try Sandbox.small()
            try sandbox.write("date,location\n2015-01-02T08:00:00Z,Trestles\n", to: "all.csv")
            try sandbox.write("list --plain\nexport a.csv &\nadd 'Trestles, 3ft'\n", to: "script")
            let outcome = try sandbox.shell("exec < script; ulimit -n \(limit); exec \"$SURF\" \(command)")
            let isDone = outcome.code == 0 || ["undo", "init"].contains(command) && limit > 26
            #expect(isDone || outcome.code == 1, "\(limit): \(outcome)")
            #expect(isDone || outcome.errors.hasPrefix("surfjournal: "), "\(limit): \(outcome)")
            #expect(isDone || outcome.errors.hasSuffix("Nothing was changed.\n"), "\(limit): \(outcome)")
            #expect(try isDone || sandbox.entryCount() == 3)
        }
    }
}

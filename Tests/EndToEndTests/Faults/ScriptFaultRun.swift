import Foundation
import TestSupport

/// A script of many commands that is interrupted, and everything that must hold afterwards.
///
/// The result must be the state after the acknowledged commands, or after one more.
struct ScriptFaultRun {
    /// The lines of the script, for a journal of `WritingCommand.small`.
    static let lines = [
        "add 2015-01-02 08:00: Trestles, 3ft, 4 stars", "edit 1 --rating 1", "edit 2 --wind glassy --draft",
        "export out.csv", "save d1", "delete 3", "undo", "edit 1", "set rating 2", "set wind 'NW 4kts'", "save",
        "spots rename Malibu 'First Point'", "add 2015-01-03 08:00: Rincon --draft", "cancel --all",
        "export out.csv --force", "import more.csv", "backup copy.sqlite", "undo", "config units m",
    ]
    private static let more = "date,location,height\n2013-05-01T07:00:00Z,Ventura,2ft\n2013-05-02T07:00:00Z,Pipes,3ft\n"

    private let beginning: Sandbox
    /// The state after each number of lines.
    private var states: [JournalState] = []
    /// The messages after each number of lines.
    private var messages: [[String]] = []

    init() throws {
        beginning = try Sandbox()
        for arguments in WritingCommand.small { _ = try beginning.start(arguments).outcome() }
        try beginning.write(ScriptFaultRun.more, to: "more.csv")
        for count in 0...ScriptFaultRun.lines.count {
            let sandbox = try ScriptFaultRun.sandbox(beginning, lines: count)
            let outcome = try sandbox.run("run", "script")
            guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
            states.append(try ScriptFaultRun.state(sandbox))
            messages.append(ScriptFaultRun.words(outcome, sandbox))
        }
    }

    /// The number of calls of a kind in a whole script.
    func steps(of kind: Fault.Kind) throws -> Int {
        try prepared().run(["run", "script"], with: Fault(kind: kind, step: 0)).report.steps
    }

    /// Runs the script with a fault that ends it.
    ///
    /// - Returns: A description of every requirement that is violated afterwards.
    func run(with fault: Fault) throws -> [String] {
        let sandbox = try prepared()
        let (outcome, report) = try sandbox.run(["run", "script"], with: fault)
        if report.faults > 0 { fault.kind.figure.add(1) }
        return complaints(sandbox, outcome).map { "\(fault) (\(report.call)): \($0)" }
    }

    /// Runs the script and kills it after that many seconds unless it has ended.
    ///
    /// - Returns: A description of every requirement that is violated afterwards.
    func run(killedAfter seconds: Double) throws -> [String] {
        let sandbox = try prepared()
        let running = try sandbox.start(["run", "script"])
        usleep(useconds_t(seconds * 1e6))
        running.kill()
        let outcome = try running.outcome()
        if outcome.code == 128 + SIGKILL { Figure.kills.add(1) }
        return complaints(sandbox, outcome).map { "killed after \(seconds) s: \($0)" }
    }

    /// The duration in seconds of an undisturbed script.
    func duration() throws -> Double {
        let sandbox = try prepared()
        let start = Date()
        try sandbox.run("run", "script")
        return Date().timeIntervalSince(start)
    }

    // MARK: Checking

    private func complaints(_ sandbox: Sandbox, _ outcome: Outcome) -> [String] {
        do {
            let done = acknowledged(ScriptFaultRun.words(outcome, sandbox))
            let state = try ScriptFaultRun.state(sandbox)
            let isPossible = (done...nextMessage(after: done)).contains { isLeft(state, by: $0) }
            var complaints = try JournalState.damage(sandbox)
            if !isPossible { complaints.append("not what \(done) lines leave, nor one more: \(state)") }
            return complaints + (try nextCommands(sandbox))
        } catch {
            return ["cannot be read: \(error)"]
        }
    }

    /// The number of acknowledged lines; lines after the last message that print none are not counted.
    private func acknowledged(_ words: [String]) -> Int {
        (1..<messages.count).last { count in
            let whole = common(count), before = common(count - 1)
            return whole > before && words.count >= whole
        } ?? 0
    }

    /// The first line after that number that prints a message: the lines up to it may be done.
    private func nextMessage(after done: Int) -> Int {
        messages.indices.first { $0 > done && common($0) > common(done) } ?? messages.count - 1
    }

    /// How many of the messages are the same as those of the whole script: the message at the end about an open
    /// scratchpad is not one of them.
    private func common(_ count: Int) -> Int {
        let all = messages[messages.count - 1]
        return zip(messages[count], all).prefix { $0 == $1 }.count
    }

    /// Whether the state is one left by that many lines: an entry is in the journal before its draft is removed.
    private func isLeft(_ state: JournalState, by count: Int) -> Bool {
        if state == states[count] { return true }
        guard count > 0 else { return false }
        var saved = states[count]
        saved.drafts = states[count - 1].drafts
        return state == saved
    }

    /// The next commands work and clean up.
    private func nextCommands(_ sandbox: Sandbox) throws -> [String] {
        let next = [
            ["add", "2016-01-02: Afterwards, 1ft", "--draft"], ["add", "2016-01-01: Afterwards, 1ft"],
            ["export", "next.csv"],
            ["backup", "next.sqlite"], ["config", "color", "never"], ["check"],
        ]
        for arguments in next {
            let outcome = try sandbox.start(arguments).outcome()
            if outcome.code != 0 { return ["\(arguments) fails next: \(outcome.errors)"] }
        }
        return sandbox.leftovers.map { "left behind: \($0)" }
    }

    // MARK: Setup

    private func prepared() throws -> Sandbox {
        try ScriptFaultRun.sandbox(beginning, lines: ScriptFaultRun.lines.count)
    }

    private static func sandbox(_ beginning: Sandbox, lines count: Int) throws -> Sandbox {
        let sandbox = try beginning.copy()
        try sandbox.write(lines.prefix(count).map { $0 + "\n" }.joined(), to: "script")
        return sandbox
    }

    private static func state(_ sandbox: Sandbox) throws -> JournalState {
        var state = try JournalState(sandbox)
        state.files["script"] = nil
        return state
    }

    /// The complete lines of standard error, with the sandbox's path replaced.
    private static func words(_ outcome: Outcome, _ sandbox: Sandbox) -> [String] {
        outcome.errors.replacing(sandbox.path, with: "~").split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }
}

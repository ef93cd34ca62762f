import Foundation
import TestSupport

/// One session of many commands, which is ended somewhere by force, and everything that must hold afterwards.
///
/// What must be there is what the session's first commands leave, as many as were acknowledged or one more.
struct SessionOrdeal {
    /// The lines that are typed, on a journal of `WritingCommand.small`.
    static let lines = [
        "add 2015-01-02 08:00: Trestles, 3ft, 4 stars", "edit 1 --rating 1", "edit 2 --wind glassy --draft",
        "export out.csv", "save d1", "delete 3", "undo", "edit 1", "set rating 2", "set wind 'NW 4kts'", "save",
        "spots rename Malibu 'First Point'", "add 2015-01-03 08:00: Rincon --draft", "cancel --all",
        "export out.csv --force", "import more.csv", "backup copy.sqlite", "undo", "config units m",
    ]
    private static let more = "date,location,height\n2013-05-01T07:00:00Z,Ventura,2ft\n2013-05-02T07:00:00Z,Pipes,3ft\n"

    private let beginning: Sandbox
    /// What the first so many lines leave.
    private var states: [JournalState] = []
    /// What is said of the first so many lines.
    private var said: [[String]] = []

    init() throws {
        beginning = try Sandbox()
        for arguments in WritingCommand.small { _ = try beginning.start(arguments).outcome() }
        try beginning.write(SessionOrdeal.more, to: "more.csv")
        for count in 0...SessionOrdeal.lines.count {
            let sandbox = try SessionOrdeal.home(beginning, lines: count)
            let outcome = try sandbox.run("run", "script")
            guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
            states.append(try SessionOrdeal.state(sandbox))
            said.append(SessionOrdeal.words(outcome, sandbox))
        }
    }

    /// How many calls of a kind a whole session makes.
    func steps(of kind: Fault.Kind) throws -> Int {
        try home().run(["run", "script"], with: Fault(kind: kind, step: 0)).report.steps
    }

    /// Plays the session with a fault that ends it.
    /// - Returns: what does not hold afterwards, in words.
    func suffer(_ fault: Fault) throws -> [String] {
        let sandbox = try home()
        let (outcome, report) = try sandbox.run(["run", "script"], with: fault)
        if report.faults > 0 { fault.kind.figure.add(1) }
        return complaints(sandbox, outcome).map { "\(fault) (\(report.call)): \($0)" }
    }

    /// Plays the session, and kills it after so many seconds unless it has ended.
    /// - Returns: what does not hold afterwards, in words.
    func beKilled(after seconds: Double) throws -> [String] {
        let sandbox = try home()
        let running = try sandbox.start(["run", "script"])
        usleep(useconds_t(seconds * 1e6))
        running.kill()
        let outcome = try running.outcome()
        if outcome.code == 128 + SIGKILL { Figure.kills.add(1) }
        return complaints(sandbox, outcome).map { "killed after \(seconds) s: \($0)" }
    }

    /// How many seconds a session takes that nothing disturbs.
    func duration() throws -> Double {
        let sandbox = try home()
        let start = Date()
        try sandbox.run("run", "script")
        return Date().timeIntervalSince(start)
    }

    // MARK: Judging

    private func complaints(_ sandbox: Sandbox, _ outcome: Outcome) -> [String] {
        do {
            let done = acknowledged(SessionOrdeal.words(outcome, sandbox))
            let state = try SessionOrdeal.state(sandbox)
            let isPossible = (done...nextSaid(after: done)).contains { isLeft(state, by: $0) }
            var complaints = try JournalState.damage(sandbox)
            if !isPossible { complaints.append("not what \(done) lines leave, nor one more: \(state)") }
            return complaints + (try goOn(sandbox))
        } catch {
            return ["cannot be read: \(error)"]
        }
    }

    /// How many lines were acknowledged; of those that say nothing behind the last, none.
    private func acknowledged(_ words: [String]) -> Int {
        (1..<said.count).last { count in
            let whole = common(count), before = common(count - 1)
            return whole > before && words.count >= whole
        } ?? 0
    }

    /// The first line behind so many that says something: until it does, it may be done.
    private func nextSaid(after done: Int) -> Int {
        said.indices.first { $0 > done && common($0) > common(done) } ?? said.count - 1
    }

    /// How many lines are said by the session's first lines: what its end says of an open scratchpad is none.
    private func common(_ count: Int) -> Int {
        let all = said[said.count - 1]
        return zip(said[count], all).prefix { $0 == $1 }.count
    }

    /// Whether the first so many lines leave it: an entry is in the journal before its draft ends, a file before the next
    /// line.
    private func isLeft(_ state: JournalState, by count: Int) -> Bool {
        if state == states[count] { return true }
        guard count > 0 else { return false }
        var saved = states[count]
        saved.drafts = states[count - 1].drafts
        return state == saved
    }

    /// The next commands work, and clean up.
    private func goOn(_ sandbox: Sandbox) throws -> [String] {
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

    // MARK: Making

    private func home() throws -> Sandbox { try SessionOrdeal.home(beginning, lines: SessionOrdeal.lines.count) }

    private static func home(_ beginning: Sandbox, lines count: Int) throws -> Sandbox {
        let sandbox = try beginning.copy()
        try sandbox.write(lines.prefix(count).map { $0 + "\n" }.joined(), to: "script")
        return sandbox
    }

    private static func state(_ sandbox: Sandbox) throws -> JournalState {
        var state = try JournalState(sandbox)
        state.files["script"] = nil
        return state
    }

    /// The whole lines of standard error, wherever the home lies.
    private static func words(_ outcome: Outcome, _ sandbox: Sandbox) -> [String] {
        outcome.errors.replacing(sandbox.path, with: "~").split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }
}

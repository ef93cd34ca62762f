import Foundation
import SQLite
import TestSupport

/// One writing command, interrupted at a step in its own sandbox, and everything that must hold afterwards.
struct FaultRun {
    let command: WritingCommand
    private let beginning: Sandbox
    private let before: JournalState
    private let after: JournalState
    private let kept: JournalState?
    /// The message with which the program acknowledges the change; after it nothing may be lost.
    private let acknowledgement: String

    init(_ command: WritingCommand) throws {
        self.command = command
        beginning = try FaultRun.sandbox(for: command)
        if command.days != 0 { beginning.setClock(wrongBy: -command.days * 86_400) }
        for arguments in command.before { try FaultRun.succeed(beginning, arguments) }
        if command.days != 0 { beginning.setClock(wrongBy: 0) }
        before = try JournalState(beginning.copy())
        let done = try beginning.copy()
        let message = try FaultRun.succeed(done, command.arguments).errors
        // The message contains the journal's path, which is different in each sandbox.
        acknowledgement = message.components(separatedBy: done.path)[0]
        after = try JournalState(done)
        kept = try command.kept.map { [beginning] in try FaultRun.state($0, from: beginning) }
    }

    /// Runs the command and interrupts it.
    ///
    /// - Returns: A description of every requirement that is violated afterwards.
    func complaints(after interruption: Interruption) throws -> [String] {
        switch interruption {
        case .fault(let fault): try run(with: fault)
        case .killed(let seconds): try run(killedAfter: seconds)
        case .fileSize(let blocks): try run(under: "ulimit -f \(blocks)")
        }
    }

    /// Runs the command with a fault.
    ///
    /// - Returns: A description of every requirement that is violated afterwards.
    func run(with fault: Fault) throws -> [String] {
        let sandbox = try beginning.copy()
        // A power cut ends the reader too.
        let reader = fault.kind == .power ? nil : try slowReader(sandbox)
        defer { withExtendedLifetime(reader) {} }
        let (outcome, report) = try sandbox.run(command.arguments, with: fault)
        if report.faults > 0 { fault.kind.figure.add(1) }
        let waiting = report.waited > longestWait ? ["\(fault): waits \(report.waited) s for locks"] : []
        return waiting + complaints(sandbox, outcome, fault, "\(fault) (\(report.call))")
    }

    /// Another program in the middle of reading the journal, if the command is to run beside one.
    private func slowReader(_ sandbox: Sandbox) throws -> Connection? {
        guard command.isRead else { return nil }
        let reader = try Connection(path: sandbox.journal)
        try reader.execute("BEGIN; SELECT count(*) FROM ZJOURNALENTRY")
        return reader
    }

    /// How many seconds a command may wait if no lock is given from some step on: five for each of the six locks that it
    /// asks for at most. An exchange asks for any number.
    private var longestWait: Double { command.exchanges ? .infinity : 30.5 }

    /// Runs the command in a shell after another command, which sets a limit.
    private func run(under limit: String) throws -> [String] {
        let sandbox = try beginning.copy()
        let outcome = try sandbox.shell("\(limit); exec \"$SURF\" \"$@\"", command.arguments)
        return complaints(sandbox, outcome, Fault(kind: .full, step: 0), limit)
    }

    /// Runs the command and kills it after that many seconds unless it has ended.
    private func run(killedAfter seconds: Double) throws -> [String] {
        let sandbox = try beginning.copy()
        let reader = try slowReader(sandbox)
        defer { withExtendedLifetime(reader) {} }
        let running = try sandbox.start(command.arguments)
        usleep(useconds_t(seconds * 1e6))
        running.kill()
        let outcome = try running.outcome()
        if outcome.code == 128 + SIGKILL { Figure.kills.add(1) }
        return complaints(sandbox, outcome, Fault(kind: .kill, step: 0), "killed after \(seconds) s")
    }

    /// Runs the command while the system clock jumps by that many seconds.
    ///
    /// - Returns: A description of every difference.
    func run(withClockJumpingBy jump: Int) throws -> [String] {
        let sandbox = try beginning.copy()
        sandbox.setClock(wrongBy: 0, jump: jump)
        let outcome = try sandbox.start(command.arguments).outcome()
        let isSame = try outcome.code == 0 && JournalState(sandbox) == after
        return isSame ? [] : ["\(command.testDescription) ends in \(outcome.code): \(outcome.errors)"]
    }

    /// The duration in seconds of an undisturbed run.
    func duration() throws -> Double {
        let sandbox = try beginning.copy()
        let start = Date()
        try FaultRun.succeed(sandbox, command.arguments)
        return Date().timeIntervalSince(start)
    }

    private func complaints(_ sandbox: Sandbox, _ outcome: Outcome, _ fault: Fault, _ what: String) -> [String] {
        var complaints = judge(outcome, fault)
        do {
            let state = try JournalState(sandbox)
            complaints += try JournalState.damage(sandbox) + judge(state, outcome, fault) + nextCommands(sandbox, state)
        } catch {
            complaints.append("cannot be read: \(error)")
        }
        let place = "\(command.testDescription), \(what), exit \(outcome.code): "
        return complaints.map { place + $0 + " | " + outcome.errors }
    }

    /// The number of calls of a kind in a run.
    func steps(of kind: Fault.Kind, includesChildren: Bool = false) throws -> Int {
        let fault = Fault(kind: kind, step: 0, includesChildren: includesChildren)
        return try beginning.copy().run(command.arguments, with: fault).report.steps
    }

    /// Checks that the exit code is allowed and the message understandable.
    private func judge(_ outcome: Outcome, _ fault: Fault) -> [String] {
        let allowed: Set<Int32> =
            switch fault.kind {
            case .kill, .power: [0, 128 + SIGKILL]
            case .lock: [0, 1, 6]
            default: [0, 1]
            }
        let isAllowed = allowed.contains(outcome.code) || FaultRun.isConflict(outcome)
        var complaints = isAllowed ? [] : ["this exit code is not allowed"]
        if outcome.code != 0, !FaultRun.isConflict(outcome), !fault.kind.endsTheRun,
            outcome.errorLines.last?.hasPrefix("surfjournal: ") != true
        {
            complaints.append("fails without a sentence")
        }
        let strange = ["SQLite error", "I/O", command.beginning == .appleStore ? "SQLite error" : "Core Data"]
        if strange.contains(where: outcome.errors.contains) {
            complaints.append("speaks of what a surfer does not know")
        }
        return complaints
    }

    /// Checks that the state is allowed after what the program reported.
    private func judge(_ state: JournalState, _ outcome: Outcome, _ fault: Fault) -> [String] {
        var complaints: [String] = []
        if !holds(state, outcome) { complaints.append("what was acknowledged is not there: \(state)") }
        if !isPossible(state) { complaints.append("half done: \(state)") }
        if outcome.errors.contains("draft d1 is kept"), state.drafts.isEmpty { complaints.append("the draft is lost") }
        // An exchange that ends early may have received something.
        let isOpen =
            fault.kind.endsTheRun || outcome.errors.contains("whether the change was saved")
            || outcome.errors.contains("Nothing was lost") || FaultRun.isConflict(outcome)
        let saysSaved = outcome.errors.contains("The session is saved")
        if outcome.code != 0, !isOpen, !saysSaved, state.entries != before.entries, state.entries == after.entries,
            command.before.isEmpty == false
        {
            complaints.append("saved, and reported that it was not")
        }
        let saysDone = !acknowledgement.isEmpty && outcome.errors.hasPrefix(acknowledgement)
        if outcome.errors.contains("Nothing was changed."), !saysDone, state.entries != before.entries {
            complaints.append("changed something, and reported that it did not")
        }
        return complaints
    }

    /// Whether the change that the program reported is there. A draft may still exist, because it is removed after its
    /// change is reported as saved.
    private func holds(_ state: JournalState, _ outcome: Outcome) -> Bool {
        if outcome.code == 0 { return state == after }
        guard !acknowledgement.isEmpty, outcome.errors.hasPrefix(acknowledgement) else { return true }
        return state.entries == after.entries && state.files == after.files
            && (command.endsDrafts || state.drafts == after.drafts)
    }

    /// The state is the one before or the one after, never one between; a draft is gone only if its change is in the
    /// journal.
    private func isPossible(_ state: JournalState) -> Bool {
        var possible = [before, after] + [kept].compactMap(\.self)
        if command.endsDrafts {
            var saved = after
            saved.drafts = before.drafts
            possible.append(saved)
        }
        if command.exchanges {
            var received = after
            received.files = before.files
            // A draft of this machine's values is there before the other machine's are stored.
            var drafted = before
            drafted.drafts = after.drafts
            possible += [received, drafted]
        }
        if var saved = kept {
            saved.entries = after.entries
            possible.append(saved)
        }
        return possible.contains(state)
    }

    /// The next commands work and clean up.
    private func nextCommands(_ sandbox: Sandbox, _ state: JournalState) throws -> [String] {
        let drafted = try sandbox.run("add", "2016-01-02: Afterwards, 1ft", "--draft")
        let saved = try sandbox.run("add", "2016-01-01: Afterwards, 1ft")
        let next = try sandbox.start(command.next).outcome()
        let cleaned = try command.cleaning.map { try cleanUp(sandbox, $0) }
        let all = [drafted, saved, next] + [cleaned].compactMap(\.self)
        guard all.allSatisfy({ $0.code == 0 }) else {
            return ["the next commands fail: \(all.map(\.errors))"]
        }
        let count = (state.entries?.count ?? entryCountOfFirstLaunch) + 1
        let isCounted = next.errors.contains(" \(count) session") || count > 999
        return try exchanged(sandbox) + (isCounted ? [] : ["there should be \(count) sessions: \(next.errors)"])
            + sandbox.leftovers.map { "left behind: \($0)" }
    }

    /// A first exchange that was not begun begins now. A git whose caller was killed may still be at work, so that an
    /// exchange is tried for a while.
    private func cleanUp(_ sandbox: Sandbox, _ arguments: [String]) throws -> Outcome {
        guard command.exchanges else { return try sandbox.start(arguments).outcome() }
        let isBegun = FileManager.default.fileExists(atPath: sandbox.journal + "-sync/remote")
        var outcome: Outcome
        var tries = 0
        repeat {
            outcome = try sandbox.start(isBegun ? arguments : command.arguments).outcome()
            tries += 1
        } while outcome.code != 0 && tries < 3
        return outcome
    }

    /// Both journals and the remote are equal after an exchange of each.
    private func exchanged(_ sandbox: Sandbox) throws -> [String] {
        let other = sandbox.file("other.sqlite")
        guard command.exchanges, FileManager.default.fileExists(atPath: other) else { return [] }
        for arguments in [["sync", "--store", other], ["sync"]] {
            let outcome = try sandbox.start(arguments).outcome()
            guard outcome.code == 0 else { return ["the next exchange fails: \(outcome.errors)"] }
        }
        let (here, there) = (try JournalState.sessions(sandbox.journal), try JournalState.sessions(other))
        let lines = try sandbox.shell("git --git-dir=surf.git grep -h '' main -- sessions | wc -l").output
        let isSent = lines.trimmingCharacters(in: .whitespacesAndNewlines) == "\(here.count)"
        return here == there && isSent ? [] : ["the journals differ: \(here), \(there), \(lines)"]
    }

    /// The number of entries that the next command finds if a run left no journal.
    private var entryCountOfFirstLaunch: Int { 5000 }

    private static func sandbox(for command: WritingCommand) throws -> Sandbox {
        let sandbox =
            switch command.beginning {
            case .nothing: try Sandbox()
            case .appleStore: try Sandbox.withAppleStore(.checkpointed)
            }
        for (name, text) in command.files { try sandbox.write(text, to: name) }
        return sandbox
    }

    private static func state(_ arguments: [String], from beginning: Sandbox) throws -> JournalState {
        let sandbox = try beginning.copy()
        try succeed(sandbox, arguments)
        return try JournalState(sandbox)
    }

    /// An exchange that keeps a draft of a conflict ends with a code of its own.
    @discardableResult
    private static func succeed(_ sandbox: Sandbox, _ arguments: [String]) throws -> Outcome {
        let outcome = try sandbox.start(arguments).outcome()
        guard outcome.code == 0 || isConflict(outcome) else { throw SandboxError(errors: outcome.errors) }
        return outcome
    }

    /// Whether an exchange is done, and kept what was changed on both sides as drafts.
    private static func isConflict(_ outcome: Outcome) -> Bool {
        outcome.code == 4 && outcome.errors.contains("kept as drafts")
    }
}

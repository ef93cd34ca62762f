import Foundation
import Testing

/// Every command that writes is broken at its first system call, its second, its third, until a run meets no fault: once
/// only, and from then on. After each, one of the allowed outcomes holds, nothing acknowledged is lost, the journal is
/// sound, and the next commands work and clean up.
///
/// `scripts/test` breaks each command a few times; with `SURFJOURNAL_FAULTS=all`, at every step by every kind of fault, and
/// with `SURFJOURNAL_FAULTS=50`, at so many steps by every kind.
@Suite(.enabled(if: Fault.canBeInjected))
struct SystemFaultTests {
    /// At how many steps each command is broken by each kind of fault; nil for a few by some kinds.
    private static let most = ProcessInfo.processInfo.environment["SURFJOURNAL_FAULTS"].flatMap { text in
        text == "all" ? Int.max : Int(text)
    }

    @Test(arguments: WritingCommand.all)
    func `a command that meets a fault fails with a sentence, and loses nothing`(_ command: WritingCommand) throws {
        try breakDown(command, [.io, .full, .short, .sync, .files, .memory])
    }

    @Test(arguments: WritingCommand.all)
    func `a command that is refused locks waits for a bounded time, and loses nothing`(
        _ command: WritingCommand
    ) throws {
        try breakDown(command, [.lock])
    }

    @Test(arguments: WritingCommand.all)
    func `a command that is killed loses nothing that was acknowledged, and leaves nothing half done`(
        _ command: WritingCommand
    ) throws {
        try breakDown(command, [.kill])
    }

    @Test(arguments: WritingCommand.all)
    func `when the power fails, what was acknowledged is on the disk`(_ command: WritingCommand) throws {
        try breakDown(command, [.power])
    }

    /// A place where something was once wrong: a window of the last so many steps of a command, tried every so many.
    struct Find: CustomTestStringConvertible, Sendable {
        let command: String
        let kind: Fault.Kind
        var isPersistent = false
        let last: Int
        var every = 1

        var testDescription: String { "\(command), \(kind)\(isPersistent ? " for good" : "")" }
    }

    static let finds = [
        // A save that a failing disk left open was told not to be saved, and was found saved by the next command.
        Find(command: "add", kind: .sync, isPersistent: true, last: 5),
        // What was saved was read again to be told, and where that failed, it was told not to be saved.
        Find(command: "add", kind: .memory, last: 130, every: 9),
        // A process that was killed behind its work left its private folder, or its lock, for good.
        Find(command: "init", kind: .kill, last: 6),
        Find(command: "cancel", kind: .kill, last: 4),
        // The folder that the first draft, or the journal, was made in had no name on the disk yet.
        Find(command: "add a draft", kind: .power, last: 2),
        Find(command: "init", kind: .power, last: 2),
        // The folder that a restored backup came from still had its name on the disk, which was a second one.
        Find(command: "restore", kind: .power, last: 2),
        Find(command: "backup over a file", kind: .power, last: 2),
        // What a new journal's log held was put into its file when it was closed, and where that failed, the log was left
        // behind and half a journal put into place.
        Find(command: "init", kind: .full, last: 20, every: 2),
        Find(command: "init", kind: .full, isPersistent: true, last: 20, every: 6),
        Find(command: "init", kind: .io, last: 36, every: 6),
        // Where a lock is never given up, a log that cannot be read was told to be a failure.
        Find(command: "edit", kind: .lock, isPersistent: true, last: 12, every: 2),
        // A temporary file that cannot be locked was made again for ever.
        Find(command: "export", kind: .lock, isPersistent: true, last: 3),
        // Settings that could not be read were taken for none, and written anew without what they said.
        Find(command: "config", kind: .files, last: 12),
        // Metadata that could not be read were taken for those of another program's store, which keeps no history; and what
        // an undo had saved was read again, and where that failed, it was told not to be saved.
        Find(command: "undo", kind: .lock, isPersistent: true, last: 30),
        // What a migration, and a first launch, had made was looked at again, and where that failed, it was told that nothing
        // was changed.
        Find(command: "migrate", kind: .io, isPersistent: true, last: 20, every: 5),
        Find(command: "first launch", kind: .io, isPersistent: true, last: 60, every: 10),
        // Drafts that are back by the record of the cancel, whose files get their names with the next command, were counted as lost.
        Find(command: "undo a cancel of several", kind: .full, last: 5),
        // The folder that the first setting was made in had no name on the disk yet.
        Find(command: "first setting", kind: .power, last: 2),
        // Where too many files are open, a private folder was made and not removed.
        Find(command: "sample restore", kind: .files, isPersistent: true, last: 24, every: 2),
    ]

    @Test(arguments: finds)
    func `what was once found broken holds`(_ find: Find) throws {
        let command = try #require(WritingCommand.all.first { $0.testDescription == find.command })
        let ordeal = try Ordeal(command)
        let steps = try ordeal.steps(of: find.kind)
        for step in stride(from: max(1, steps + 2 - find.last), through: steps + 1, by: find.every) {
            let complaints = try ordeal.suffer(Fault(kind: find.kind, step: step, isPersistent: find.isPersistent))
            #expect(complaints == [])
        }
    }

    /// A command, and what it makes, in the folders of a sandbox.
    struct Making: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let made: [String]

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let makings = [
        Making(arguments: ["init"], made: ["data/surfjournal/SurfJournalModel.sqlite"]),
        Making(arguments: ["init", "--store", "new/folder/j.sqlite"], made: ["here/new/folder/j.sqlite"]),
        Making(
            arguments: ["add", "2015-01-02: Trestles, 3ft", "--draft"],
            made: ["data/surfjournal/SurfJournalModel.sqlite-drafts/d1.json"]),
        Making(arguments: ["config", "units", "m"], made: ["config/surfjournal/config"]),
    ]

    /// Of what was not synchronised nothing reaches the disk here, neither bytes nor names.
    @Test(arguments: makings)
    func `when the power fails behind a command, what it made is there, and whole`(_ making: Making) throws {
        let (sandbox, undisturbed) = (try Sandbox(), try Sandbox())
        for home in [sandbox, undisturbed] where making.arguments[0] != "init" { try home.makeEmptyJournal() }
        #expect(try undisturbed.start(making.arguments).outcome().code == 0)
        #expect(try sandbox.run(making.arguments, with: Fault(kind: .power, step: 0)).outcome.code == 128 + SIGKILL)
        for name in making.made {
            let (made, whole) = (sandbox.contents(of: name), undisturbed.contents(of: name))
            #expect(made?.isEmpty == false)
            // A draft says when it was begun.
            if name.hasSuffix(".json") {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: made ?? Data()) }
            } else {
                #expect(made?.count == whole?.count)
            }
        }
        #expect(try sandbox.run("add", "2016-01-01: Afterwards, 1ft").code == 0)
    }

    @Test func `when the power fails in a session, what it had said to be added is on the disk`() throws {
        let beginning = try Sandbox.small()
        try beginning.write("add 2015-01-02: Trestles, 3ft\nadd 2015-01-03: Rincon, 4ft\n", to: "script")
        let arguments = ["run", "script"]
        let steps = try beginning.copy().run(arguments, with: Fault(kind: .power, step: 0)).report.steps
        var said: Set<Int> = []
        for step in stride(from: steps / 2, through: steps, by: 2) {
            let sandbox = try beginning.copy()
            let outcome = try sandbox.run(arguments, with: Fault(kind: .power, step: step)).outcome
            let added = outcome.errorLines.filter { $0.hasPrefix("Added") }.count
            said.insert(added)
            #expect(try sandbox.entryCount().integer ?? 0 >= Int64(3 + added))
        }
        #expect(said.contains(1))
    }

    @Test(arguments: ["list", "check", "export", "backup", "undo"])
    func `a disk that cannot be read is told as that, never as damage`(command: String) throws {
        let beginning = try Sandbox.small()
        let steps = try beginning.copy().run([command], with: Fault(kind: .io, step: 0)).report.steps
        for step in stride(from: 1, through: steps, by: 5) {
            for isPersistent in [false, true] {
                let fault = Fault(kind: .io, step: step, isPersistent: isPersistent)
                let outcome = try beginning.copy().run([command], with: fault).outcome
                #expect([0, 1].contains(outcome.code), "\(fault): \(outcome.errors)")
                #expect(!outcome.errors.contains("damaged"), "\(fault): \(outcome.errors)")
            }
        }
    }

    /// A row that is left out is in a file of its own before the others are saved.
    @Test func `what a killed import left of its rejects is gone after the next`() throws {
        let beginning = try Sandbox.small()
        try beginning.write("location,date,rating\nZuma,2014-01-01,9\nSwami's,2014-01-02,4\n", to: "a.csv")
        let arguments = ["import", "a.csv", "--skip-bad"]
        let steps = try beginning.copy().run(arguments, with: Fault(kind: .kill, step: 0)).report.steps
        var left = 0
        for step in stride(from: 1, through: steps, by: 3) {
            let sandbox = try beginning.copy()
            _ = try sandbox.run(arguments, with: Fault(kind: .kill, step: step))
            if sandbox.leftovers.contains(where: { $0.contains(".surfjournal-export-") }) { left += 1 }
            #expect(try sandbox.start(arguments).outcome().code == 0)
            #expect(sandbox.leftovers == [])
            #expect(sandbox.files == ["a.csv", "a.csv.rejects.csv"])
            #expect(try sandbox.entryCount() == 4)
        }
        #expect(left > 0)
    }

    @Test func `a draft that was saved when its process was killed is not added again`() throws {
        let beginning = try Sandbox()
        try beginning.makeSmallJournal()
        #expect(try beginning.run("add", "2015-01-02: Trestles, 3ft", "--draft").code == 0)
        let steps = try beginning.copy().run(["save", "d1"], with: Fault(kind: .kill, step: 0)).report.steps
        try #require(steps > 0)
        var met = 0
        for step in 1...steps {
            let sandbox = try beginning.copy()
            _ = try sandbox.run(["save", "d1"], with: Fault(kind: .kill, step: step))
            guard try sandbox.entryCount() == 4, sandbox.drafts == ["d1.json"] else { continue }
            met += 1
            #expect(try sandbox.run("save", "d1").code == 0)
            #expect(try sandbox.entryCount() == 4)
            #expect(sandbox.drafts == [])
        }
        #expect(met > 0)
    }

    /// What is on the scratchpad, and after the next step: back, or forth where the drafts are there.
    private func drafts(of sandbox: Sandbox) throws -> (now: Set<String>, turned: Set<String>) {
        func listed() throws -> Set<String> {
            Set(try sandbox.run("drafts", "--json").objects().compactMap { $0["draft"] as? String })
        }
        let now = try listed()
        _ = try sandbox.run(now.isEmpty ? "undo" : "redo")
        return (now, try listed())
    }

    @Test(arguments: ["cancel --all", "undo a cancel of several", "cancel several again"])
    func `a cancel of several drafts that is killed anywhere is done or not, and the next step reaches all of them`(
        _ name: String
    ) throws {
        let command = try #require(WritingCommand.all.first { $0.testDescription == name })
        let beginning = try Sandbox()
        for arguments in command.before { #expect(try beginning.start(arguments).outcome().code == 0) }
        let steps = try beginning.copy().run(command.arguments, with: Fault(kind: .kill, step: 0)).report.steps
        let all: Set<String> = ["d1", "d2", "d3"]
        // The last steps are the drafts'; before them the journal is opened.
        for step in max(1, steps - 15)...(steps + 1) {
            let sandbox = try beginning.copy()
            _ = try sandbox.run(command.arguments, with: Fault(kind: .kill, step: step))
            let (now, turned) = try drafts(of: sandbox)
            let isUndecided = name == "cancel --all" && now == all
            #expect(now.isEmpty || now == all, "killed at \(step)")
            #expect(isUndecided || turned == all.subtracting(now), "killed at \(step)")
        }
    }

    @Test(arguments: [["drafts"], ["save", "--all"], ["cancel", "--all"]])
    func `a folder of drafts that cannot be read is no folder without drafts`(_ arguments: [String]) throws {
        let beginning = try Sandbox.small()
        #expect(try beginning.run("edit", "1", "--draft", "--rating", "1").code == 0)
        let steps = try beginning.copy().run(arguments, with: Fault(kind: .io, step: 0)).report.steps
        for step in max(1, steps - 24)...steps {
            let sandbox = try beginning.copy()
            let (outcome, report) = try sandbox.run(arguments, with: Fault(kind: .io, step: step))
            guard report.call.hasPrefix("readdir") else { continue }
            #expect(!outcome.errors.contains("There are no drafts"), "\(step)")
            #expect(outcome.code == 1 || (outcome.output + outcome.errors).contains(/d1|rating/), "\(step)")
        }
    }

    private func breakDown(_ command: WritingCommand, _ kinds: [Fault.Kind]) throws {
        let ordeal = try Ordeal(command)
        for kind in kinds {
            let faults =
                try Self.most.map { allFaults(kind, try ordeal.steps(of: kind), $0) } ?? someFaults(kind, ordeal)
            for fault in faults {
                let complaints = try ordeal.suffer(fault)
                #expect(complaints == [])
            }
        }
    }

    /// At every step and behind the last one, or where they are more than `most`, at so many of them, evenly.
    private func allFaults(_ kind: Fault.Kind, _ steps: Int, _ most: Int) -> [Fault] {
        let (last, count) = (steps + 1, min(most, steps + 1))
        return (1...count).map { $0 * last / count }.flatMap { step -> [Fault] in
            switch kind {
            case .kill: [Fault(kind: kind, step: step)]
            case .power: [0, 7919 * step, 104_729 * step].map { Fault(kind: kind, step: step, seed: $0) }
            default: [false, true].map { Fault(kind: kind, step: step, isPersistent: $0) }
            }
        }
    }

    /// One of every three kinds for a command, once in the middle of it or for good from a third on; but each command is
    /// killed, and robbed of its power at the end.
    private func someFaults(_ kind: Fault.Kind, _ ordeal: Ordeal) throws -> [Fault] {
        let turn = Self.turn(ordeal.command, kind)
        guard kind.endsTheRun || turn % 3 == 0 else { return [] }
        let steps = try ordeal.steps(of: kind)
        switch kind {
        case .kill: return [Fault(kind: kind, step: 1 + steps * (turn % 5) / 5)]
        case .power: return [Fault(kind: kind, step: steps + 1)]
        default: return [Fault(kind: kind, step: 1 + steps / (2 + turn % 2), isPersistent: turn % 2 == 1)]
        }
    }

    /// A number that differs between commands and kinds, so that together they try everything.
    private static func turn(_ command: WritingCommand, _ kind: Fault.Kind) -> Int {
        let names = WritingCommand.all.map(\.testDescription)
        return (names.firstIndex(of: command.testDescription) ?? 0) + (Fault.Kind.allCases.firstIndex(of: kind) ?? 0)
    }
}

extension Sandbox {
    /// The bytes of a file in the sandbox, wherever in it.
    fileprivate func contents(of name: String) -> Data? { FileManager.default.contents(atPath: path + "/" + name) }
}

import Foundation
import Testing

/// Commands that are interrupted where a bug was found or where only some of their results may be there. In
/// `InterruptedCommandTests` every command is tried with every kind of fault.
@Suite(.enabled(if: Fault.canBeInjected))
struct SystemFaultTests {
    /// A place where a bug was found: the last steps of a command, of which every n-th is tried.
    struct Find: CustomTestStringConvertible, Sendable {
        let command: String
        let kind: Fault.Kind
        var isPersistent = false
        let last: Int
        var every = 1

        var testDescription: String { "\(command), \(kind)\(isPersistent ? " for good" : "")" }
    }

    static let finds = [
        // When a failing disk left it open whether a save was done, it was reported as not saved and the next command
        // found it saved.
        Find(command: "add", kind: .sync, isPersistent: true, last: 5),
        // The saved session was read again for the message; when that failed, it was reported as not saved.
        Find(command: "add", kind: .memory, last: 130, every: 9),
        // A process killed after its work left its private folder or its lock behind for good.
        Find(command: "init", kind: .kill, last: 6),
        Find(command: "cancel", kind: .kill, last: 4),
        // The folder created for the first draft, or for the journal, had no name on the disk yet.
        Find(command: "add a draft", kind: .power, last: 2),
        Find(command: "init", kind: .power, last: 2),
        // The restored file still had its old name on the disk, in the folder it was moved from, and so had two names.
        Find(command: "restore", kind: .power, last: 2),
        Find(command: "backup over a file", kind: .power, last: 2),
        // Closing a new journal moved its log into its file; when that failed, the log was left behind and half a
        // journal was put in place.
        Find(command: "init", kind: .full, last: 20, every: 2),
        Find(command: "init", kind: .full, isPersistent: true, last: 20, every: 6),
        Find(command: "init", kind: .io, last: 36, every: 6),
        // With a lock that is never released, a log that cannot be read was reported as a failure.
        Find(command: "edit", kind: .lock, isPersistent: true, last: 12, every: 2),
        // A temporary file that could not be locked was created again endlessly.
        Find(command: "export", kind: .lock, isPersistent: true, last: 3),
        // Settings that could not be read were treated as empty and overwritten.
        Find(command: "config", kind: .files, last: 12),
        // Metadata that could not be read was taken for that of another program's store, which has no history. And the
        // result of an undo was read again; when that failed, it was reported as not saved.
        Find(command: "undo", kind: .lock, isPersistent: true, last: 30),
        // The result of a migration, or of a first launch, was read again; when that failed, the message said that
        // nothing was changed.
        Find(command: "migrate", kind: .io, isPersistent: true, last: 20, every: 5),
        Find(command: "first launch", kind: .io, isPersistent: true, last: 60, every: 10),
        // Drafts that were restored according to the cancel's record, but not yet by their names, were counted as lost.
        Find(command: "undo a cancel of several", kind: .full, last: 5),
        // The folder created for the first setting had no name on the disk yet.
        Find(command: "first setting", kind: .power, last: 2),
        // After a place was renamed, its zone was copied in a transaction of its own; when that had to wait too long, the
        // message said that nothing was changed.
        Find(command: "spots rename", kind: .lock, isPersistent: true, last: 30, every: 2),
        // When too many files were open, a private folder was created and not removed.
        Find(command: "sample restore", kind: .files, isPersistent: true, last: 24, every: 2),
    ]

    @Test(arguments: finds)
    func `bugs that were once found stay fixed`(_ find: Find) throws {
        let command = try #require(WritingCommand.every.first { $0.testDescription == find.command })
        let run = try FaultRun(command)
        let steps = try run.steps(of: find.kind)
        for step in stride(from: max(1, steps + 2 - find.last), through: steps + 1, by: find.every) {
            let complaints = try run.run(with: Fault(kind: find.kind, step: step, isPersistent: find.isPersistent))
            #expect(complaints == [])
        }
    }

    /// A command and the files that it creates, as paths in the sandbox.
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
            made: ["data/surfjournal/SurfJournalModel.sqlite-drafts/drafts.sqlite"]),
        Making(arguments: ["config", "units", "m"], made: ["config/surfjournal/config"]),
    ]

    /// Nothing that was not synced reaches the disk here, neither bytes nor names.
    @Test(arguments: makings)
    func `when the power fails right after a command, its files are there and complete`(_ making: Making) throws {
        let (sandbox, undisturbed) = (try Sandbox(), try Sandbox())
        for each in [sandbox, undisturbed] where making.arguments[0] != "init" { try each.makeEmptyJournal() }
        #expect(try undisturbed.start(making.arguments).outcome().code == 0)
        #expect(try sandbox.run(making.arguments, with: Fault(kind: .power, step: 0)).outcome.code == 128 + SIGKILL)
        for name in making.made {
            let (made, whole) = (sandbox.contents(of: name), undisturbed.contents(of: name))
            #expect(made?.isEmpty == false)
            #expect(made?.count == whole?.count)
        }
        #expect(sandbox.drafts == undisturbed.drafts)
        #expect(try sandbox.run("add", "2016-01-01: Afterwards, 1ft").code == 0)
    }

    @Test func `when the power fails during a script, the sessions it reported as added are on the disk`() throws {
        let beginning = try Sandbox.small()
        try beginning.write("add 2015-01-02: Trestles, 3ft\nadd 2015-01-03: Rincon, 4ft\n", to: "script")
        let arguments = ["run", "script"]
        let steps = try beginning.copy().run(arguments, with: Fault(kind: .power, step: 0)).report.steps
        var counts: Set<Int> = []
        for step in stride(from: steps / 2, through: steps, by: 2) {
            let sandbox = try beginning.copy()
            let outcome = try sandbox.run(arguments, with: Fault(kind: .power, step: step)).outcome
            let added = outcome.errorLines.filter { $0.hasPrefix("Added") }.count
            counts.insert(added)
            #expect(try sandbox.entryCount().integer ?? 0 >= Int64(3 + added))
        }
        #expect(counts.contains(1))
    }

    @Test(arguments: ["list", "check", "export", "backup", "undo"])
    func `a disk that cannot be read is reported as such, never as damage`(command: String) throws {
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

    /// A rejected row is written to its own file before the other rows are saved.
    @Test func `rejects left by a killed import are removed by the next one`() throws {
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

    @Test func `a draft that was saved before its process was killed is not added again`() throws {
        let beginning = try Sandbox()
        try beginning.makeSmallJournal()
        #expect(try beginning.run("add", "2015-01-02: Trestles, 3ft", "--draft").code == 0)
        let steps = try beginning.copy().run(["save", "d1"], with: Fault(kind: .kill, step: 0)).report.steps
        try #require(steps > 0)
        var found = 0
        for step in 1...steps {
            let sandbox = try beginning.copy()
            _ = try sandbox.run(["save", "d1"], with: Fault(kind: .kill, step: step))
            guard try sandbox.entryCount() == 4, sandbox.drafts == ["d1"] else { continue }
            found += 1
            #expect(try sandbox.run("save", "d1").code == 0)
            #expect(try sandbox.entryCount() == 4)
            #expect(sandbox.drafts == [])
        }
        #expect(found > 0)
    }

    @Test(arguments: [Fault.Kind.io, .full, .short, .sync, .files, .lock])
    func `an exchange in which a call of git fails ends with a sentence, and the next one continues`(
        _ kind: Fault.Kind
    ) throws {
        let run = try FaultRun(#require(WritingCommand.every.first { $0.testDescription == "sync" }))
        let steps = try run.steps(of: kind, includesChildren: true)
        let count = min(InterruptedCommandTests.most ?? 1, steps)
        for part in 0..<count {
            let step = 1 + steps * (2 * part + 1) / (2 * count)
            for isPersistent in [false, true] where InterruptedCommandTests.most != nil || !isPersistent {
                let fault = Fault(kind: kind, step: step, isPersistent: isPersistent, includesChildren: true)
                let complaints = try run.run(with: fault)
                #expect(complaints == [])
            }
        }
    }

    /// The drafts now, and after the next step: undo if there are none, redo otherwise.
    private func drafts(of sandbox: Sandbox) throws -> (now: Set<String>, turned: Set<String>) {
        func listed() throws -> Set<String> {
            Set(try sandbox.run("drafts", "--json").objects().compactMap { $0["draft"] as? String })
        }
        let now = try listed()
        _ = try sandbox.run(now.isEmpty ? "undo" : "redo")
        return (now, try listed())
    }

    @Test(arguments: ["cancel --all", "undo a cancel of several", "cancel several again"])
    func `a cancel of several drafts killed anywhere is done for all or none, and so is its undo or redo`(
        _ name: String
    ) throws {
        let command = try #require(WritingCommand.every.first { $0.testDescription == name })
        let beginning = try Sandbox()
        for arguments in command.before { #expect(try beginning.start(arguments).outcome().code == 0) }
        let steps = try beginning.copy().run(command.arguments, with: Fault(kind: .kill, step: 0)).report.steps
        let all: Set<String> = ["d1", "d2", "d3"]
        // The last steps concern the drafts; before them the journal is opened.
        for step in max(1, steps - 40)...(steps + 1) {
            let sandbox = try beginning.copy()
            _ = try sandbox.run(command.arguments, with: Fault(kind: .kill, step: step))
            let (now, turned) = try drafts(of: sandbox)
            let isUndecided = name == "cancel --all" && now == all
            #expect(now.isEmpty || now == all, "killed at \(step)")
            #expect(isUndecided || turned == all.subtracting(now), "killed at \(step)")
        }
    }

    @Test(arguments: [["drafts"], ["save", "--all"], ["cancel", "--all"]])
    func `a folder of drafts that cannot be read is an error, not an empty folder`(_ arguments: [String]) throws {
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
}

extension Sandbox {
    /// The bytes of a file anywhere in the sandbox.
    fileprivate func contents(of name: String) -> Data? { FileManager.default.contents(atPath: path + "/" + name) }
}

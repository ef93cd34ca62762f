import Foundation
import SQLite
import Testing

/// No command overwrites the journal in use or a file that belongs to it, under any name.
struct OverwritingTests {
    private let sandbox: Sandbox
    private let folder: String

    init() throws {
        sandbox = try Sandbox.small()
        folder = (sandbox.journal as NSString).deletingLastPathComponent
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft").code == 0)
        #expect(symlink(sandbox.journal, sandbox.file("link.csv")) == 0)
        #expect(symlink(folder, sandbox.file("folder")) == 0)
        #expect(link(sandbox.journal + "-drafts/drafts.sqlite", sandbox.file("draft.json")) == 0)
    }

    /// Paths of the journal's files, relative to the working folder.
    static let names = [
        "../data/surfjournal/SurfJournalModel.sqlite", "link.csv", "folder/SurfJournalModel.sqlite",
        "folder/../surfjournal/SurfJournalModel.sqlite", "folder/SurfJournalModel.sqlite-wal",
        "folder/SurfJournalModel.sqlite-shm", "folder/SurfJournalModel.sqlite-journal",
        "folder/surfjournalmodel.SQLITE-wal", "folder/SurfJournalModel.sqlite-drafts/drafts.sqlite",
        "folder/SurfJournalModel.sqlite-drafts/new.csv", "draft.json", "folder/.SurfJournalModel.sqlite.new-abc",
        ".surfjournal-backup-abc", ".surfjournal-export-abc", ".surfjournal-import-abc", ".surfjournal-staging-abc",
        ".surfjournal-trial-abc", ".surfjournal-form-abc",
    ]

    @Test(arguments: names)
    func `no command overwrites a file that belongs to the journal`(name: String) throws {
        let before = try state()
        for command in [["export"], ["plot", "calendar", "--samples", "with", "--svg"], ["backup"]] {
            let outcome = try sandbox.start(command + [name, "--force"]).outcome()
            #expect(outcome.code == 1, "\(command)")
            #expect(
                outcome.errors.contains("surfjournal: \(name) belongs to the journal in use. Name another file."),
                "\(command)")
            #expect(try state() == before)
        }
    }

    @Test func `nothing is written into the folder where another program creates a journal`() throws {
        let making = folder + "/.SurfJournalModel.sqlite.new-abc"
        #expect(mkdir(making, 0o700) == 0)
        let descriptor = open(making, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let outcome = try sandbox.run("export", "folder/.SurfJournalModel.sqlite.new-abc/new.csv")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("belongs to the journal in use"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: making) == [])
    }

    @Test(arguments: [
        "\"$SURF\" export - >>\"$J\"", "\"$SURF\" list 1>>\"$J\"", "\"$SURF\" export /dev/fd/3 3<>\"$J\"",
        "\"$SURF\" export --force /proc/self/fd/3 3<>\"$J\"", "\"$SURF\" list -v 2>>\"$J\"",
        "\"$SURF\" list --json >>\"$J-drafts/drafts.sqlite\"",
        "\"$SURF\" export /dev/fd/3 --force 3<>\"$J-drafts/drafts.sqlite\"",
        "rm draft.json && \"$SURF\" drafts >>\"$J-drafts/drafts.sqlite\"", "\"$SURF\" help >>\"$J\"",
        "\"$SURF\" --version >>\"$J\"",
        "\"$SURF\" config >>\"$J\"", "\"$SURF\" completions bash >>\"$J\"", "\"$SURF\" no-command 2>>\"$J\"",
        "echo help | \"$SURF\" >>\"$J\"", "\"$SURF\" config --store \"$J\" >>\"$J-drafts/drafts.sqlite\"",
    ])
    func `a stream that is redirected to one of the journal's files is refused`(command: String) throws {
        let before = try state()
        sandbox.environment["J"] = sandbox.journal
        #expect(try sandbox.shell(command).code == 1)
        #expect(try state() == before)
    }

    @Test(arguments: [
        "\"$SURF\" --version 1<>\"$O\"", "\"$SURF\" help >>\"$O\"", "\"$SURF\" help list 1<>\"$O\"",
        "\"$SURF\" list >>\"$O\"",
        "\"$SURF\" completions bash 1<>\"$O\"", "\"$SURF\" no-command 2>>\"$O\"", "echo help | \"$SURF\" 1<>\"$O\"",
        "\"$SURF\" export - >>\"$O\"", "\"$SURF\" config >>\"$O-wal\"",
    ])
    func `a stream that is redirected to a journal that is not in use is refused`(command: String) throws {
        sandbox.environment["O"] = sandbox.file("other.sqlite")
        #expect(
            try sandbox.shell("cp \"$1\" \"$O\"; printf '\\067\\177\\006\\202' >\"$O-wal\"", [sandbox.journal]).code
                == 0)
        let files = ["other.sqlite", "other.sqlite-wal"]
        let before = try files.map { try Data(contentsOf: URL(fileURLWithPath: sandbox.file($0))) }
        #expect(try sandbox.shell(command).code == 1)
        #expect(try files.map { try Data(contentsOf: URL(fileURLWithPath: sandbox.file($0))) } == before)
    }

    @Test func `a background export at the prompt does not overwrite the journal either`() throws {
        let before = try state()
        try sandbox.write("export --force link.csv &\nwait\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("belongs to the journal in use"))
        #expect(try state() == before)
    }

    @Test func `settings are not written over the journal`() throws {
        try Data().write(to: URL(fileURLWithPath: sandbox.journal + "-wal"))
        let before = try state()
        let configuration = try #require(sandbox.environment["XDG_CONFIG_HOME"]) + "/surfjournal"
        try FileManager.default.createDirectory(atPath: configuration, withIntermediateDirectories: true)
        #expect(symlink(sandbox.journal + "-wal", configuration + "/config") == 0)
        #expect(try sandbox.run("config", "units", "m").code == 1)
        #expect(try state() == before)
    }

    @Test func `other files, and links to them, can be overwritten`() throws {
        try sandbox.write("old", to: "out.csv")
        #expect(symlink("out.csv", sandbox.file("alias.csv")) == 0)
        #expect(try sandbox.run("export", "alias.csv", "--force").code == 0)
        #expect(try sandbox.read("out.csv") == "old")
    }

    /// The bytes of every file in the journal's folder, by path.
    private func state() throws -> [String: Data] {
        var state: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            state[name] = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
        }
        return state
    }

    // MARK: Reading

    static let readings = ["import", "fill", "run", "backup --verify", "restore --yes"]

    /// When a process closes any descriptor of a file, SQLite's locks on that file are lost, and another process may
    /// then remove the log.
    @Test(arguments: readings, ["", "-shm", "-drafts/drafts.sqlite", "-drafts/drafts.sqlite-shm"])
    func `no command reads an open journal as a file of another kind`(
        command: String, suffix: String
    ) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: sandbox.journal))
        #expect(unlink(sandbox.file("draft.json")) == 0)
        #expect(symlink(sandbox.journal + suffix, sandbox.file("link")) == 0)
        try sandbox.write("drafts\n\(command) link\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("link is the journal itself. Name another file."))
        #expect(try Data(contentsOf: URL(fileURLWithPath: sandbox.journal)) == before)
    }

    @Test func `no command reads the open journal of a scratchpad or a job as another kind of file`() throws {
        // A sample journal, because its export is larger than a pipe's buffer.
        #expect(try sandbox.run("init", "--sample", "--store", "other.sqlite").code == 0)
        #expect(mkfifo(sandbox.file("pipe"), 0o600) == 0)
        let reader = open(sandbox.file("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(fcntl(reader, F_SETFL, 0) == 0)
        for begun in ["edit 1 --store other.sqlite", "export pipe --store other.sqlite &"] {
            try sandbox.write("list\n\(begun)\nbackup --verify other.sqlite\n", to: "script")
            let running = try sandbox.start(["run", "script"])
            for _ in 0..<1000 where !running.errorsSoFar.contains("surfjournal: ") { usleep(20_000) }
            // At its end the script waits for the job, and the job for its reader.
            _ = try FileHandle(fileDescriptor: reader).readToEnd()
            let outcome = try running.outcome()
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("other.sqlite is the journal itself"))
        }
    }

    @Test func `an error about a file that cannot be accessed has that file's name`() throws {
        let long = String(repeating: "n", count: 300)
        try sandbox.write("list\nimport \(long)\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(long.prefix(50)))
        #expect(!outcome.errors.contains("SurfJournalModel.sqlite"))
    }

    @Test func `the prompt keeps its locks on the journal whatever it is asked to read or write`() throws {
        let terminal = try TerminalSession.small(["--color", "never"])
        #expect(try terminal.sandbox.run("backup", "copy.sqlite").code == 0)
        terminal.expect("surf> ")
        let journal = "'\(terminal.sandbox.journal)'"
        let refused =
            Self.readings.map { ("\($0) \(journal)", "is the journal itself") }
            + [("export \(journal) --force &", "belongs to the journal in use")]
        for (command, reason) in refused {
            terminal.type(command + "\r")
            terminal.expect(reason)
            terminal.expect("surf> ")
        }
        #expect(try terminal.sandbox.run("restore", "--yes", "copy.sqlite").code == 6)
        terminal.type("exit\r")
        #expect(terminal.exitCode() == 0)
    }
}

import Foundation
import SQLite

/// A home of its own for a test: private folders, a fixed zone, removed at the end.
final class Sandbox {
    let path: String
    var environment: [String: String]
    private var runs = 0

    /// What a sanitizer is told, where the tests and the program run under one.
    static let sanitizerOptions = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/surfjournal-test-" + UUID().uuidString
        environment = [
            "HOME": path + "/home", "XDG_DATA_HOME": path + "/data", "XDG_CONFIG_HOME": path + "/config",
            "TZ": "America/Los_Angeles", "PATH": "/usr/bin:/bin", "TMPDIR": path + "/tmp",
        ]
        environment.merge(Sandbox.sanitizerOptions) { $1 }
        for folder in ["home", "tmp", "here"] {
            try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The default journal.
    var journal: String { path + "/data/surfjournal/SurfJournalModel.sqlite" }

    /// A file in the folder that the program runs in.
    func file(_ name: String) -> String { path + "/here/" + name }

    /// The names in the folder that the program runs in.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path + "/here").sorted()) ?? [] }

    /// How many bytes a file in the folder has; 0 where there is none.
    func size(of name: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file(name)))?[.size] as? Int ?? 0
    }

    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: name.hasPrefix("/") ? name : file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
    }

    // MARK: Running

    /// Runs the program to its end.
    @discardableResult
    func run(_ arguments: String...) throws -> Outcome { try start(arguments).outcome() }

    /// Runs a command of the shell, in which `$SURF` is the program and `$@` the arguments.
    func shell(_ command: String, _ arguments: [String] = []) throws -> Outcome {
        try start(URL(fileURLWithPath: "/bin/sh"), ["-c", command, "sh"] + arguments).outcome()
    }

    /// Starts the program.
    func start(_ arguments: [String]) throws -> Running { try start(Program.url, arguments) }

    private func start(_ executable: URL, _ arguments: [String]) throws -> Running {
        runs += 1
        let files = ["out", "err"].map { URL(fileURLWithPath: "\(path)/tmp/\(runs).\($0)") }
        for file in files { try Data().write(to: file) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment.merging(["SURF": Program.url.path]) { first, _ in first }
        process.currentDirectoryURL = URL(fileURLWithPath: path + "/here")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        return try Running(process, output: files[0], errors: files[1], in: self)
    }

    // MARK: Journals

    /// A sandbox with an empty journal in the default place.
    static func empty() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        return sandbox
    }

    /// A sandbox with a journal of three sessions of 2014, their IDs 1 to 3, in the default place.
    static func small() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        return sandbox
    }

    /// Makes an empty journal in the default place.
    func makeEmptyJournal() throws { try copyJournal(of: Template.empty.get()) }

    /// Makes a journal with three sessions of 2014, their IDs 1 to 3, in the default place.
    func makeSmallJournal() throws { try copyJournal(of: Template.small.get()) }

    private func copyJournal(of template: Sandbox) throws {
        let folder = path + "/data/surfjournal"
        try FileManager.default.createDirectory(atPath: path + "/data", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: template.path + "/data/surfjournal", toPath: folder)
    }

    /// The default journal, read by plain SQL.
    func database() throws -> Connection { try Connection(path: journal, options: [.readOnly]) }

    /// The first value that plain SQL reads from the default journal.
    func sql(_ sql: String) throws -> Value { try database().scalar(sql) }

    /// How many entries the default journal holds, and the keys given.
    func entryCount() throws -> Value { try sql("SELECT count(*) FROM ZJOURNALENTRY") }

    /// The names in the folder of the journal's drafts that are drafts.
    var drafts: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: journal + "-drafts")) ?? [])
            .filter { $0.hasPrefix("d") && $0.hasSuffix(".json") }.sorted()
    }
}

/// A run that should have prepared a test failed.
struct SandboxError: Error {
    let errors: String
}

/// A journal that tests begin with, made by the program for the first of them and copied. One that could not be made fails that
/// test alone.
private final class Template: @unchecked Sendable {
    static let empty = Template([])
    static let small = Template([
        "2014-08-01 07:00: Malibu, 4ft @ 12s, offshore 5kts, ****", "2014-08-02 08:00: Rincon, 6ft, 2 stars",
        "2014-09-03 09:00: Mavericks, 20-25ft @ 18s, glassy, *****",
    ])

    private let sentences: [String]
    private let lock = NSLock()
    private var made: Sandbox?

    private init(_ sentences: [String]) { self.sentences = sentences }

    func get() throws -> Sandbox {
        try lock.withLock {
            let sandbox = try made ?? make()
            made = sandbox
            return sandbox
        }
    }

    private func make() throws -> Sandbox {
        let sandbox = try Sandbox()
        for arguments in [["init"]] + sentences.map({ ["add", $0] }) {
            let outcome = try sandbox.start(arguments).outcome()
            guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
        }
        return sandbox
    }
}

import Foundation
import SQLite

/// The environment of a test: private folders, a fixed time zone; removed at the end.
final class Sandbox {
    let path: String
    var environment: [String: String]
    private var runs = 0

    /// The options of the sanitizers, if the tests and the program run under one.
    static let sanitizerOptions = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }

    /// Lets programs receive the signals that this process was told to ignore, because it was started in the background
    /// or with nohup.
    private static let receivesSignals: Void = {
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_DFL) }
    }()

    init() throws {
        Sandbox.receivesSignals
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

    /// The path of a file in the working folder.
    func file(_ name: String) -> String { path + "/here/" + name }

    /// The names of the files in the working folder.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path + "/here").sorted()) ?? [] }

    /// The size in bytes of a file in the working folder; 0 if it does not exist.
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

    /// The program, in the form into which the environment's library can be preloaded.
    var program: URL { environment["LD_PRELOAD"] == nil ? Program.url : Program.dynamic }

    /// Runs the program until it ends.
    @discardableResult
    func run(_ arguments: String...) throws -> Outcome { try start(arguments).outcome() }

    /// Runs a shell command in which `$SURF` is the program and `$@` the arguments.
    func shell(_ command: String, _ arguments: [String] = []) throws -> Outcome {
        try start(URL(fileURLWithPath: "/bin/sh"), ["-c", command, "sh"] + arguments).outcome()
    }

    /// Starts the program.
    func start(_ arguments: [String]) throws -> Running { try start(program, arguments) }

    private func start(_ executable: URL, _ arguments: [String]) throws -> Running {
        runs += 1
        let files = ["out", "err"].map { URL(fileURLWithPath: "\(path)/tmp/\(runs).\($0)") }
        for file in files { try Data().write(to: file) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment.merging(["SURF": program.path]) { first, _ in first }
        process.currentDirectoryURL = URL(fileURLWithPath: path + "/here")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        return try Running(process, output: files[0], errors: files[1], in: self)
    }

    // MARK: Journals

    /// A sandbox with an empty journal at the default path.
    static func empty() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        return sandbox
    }

    /// Two sandboxes with empty journals, and a bare repository for both.
    static func twoWithRemote() throws -> (one: Sandbox, two: Sandbox, remote: String) {
        let (one, two) = (try empty(), try empty())
        let outcome = try one.shell("git init -q --bare surf.git")
        guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
        return (one, two, one.file("surf.git"))
    }

    /// A sandbox with a journal at the default path that has three sessions of 2014, with the IDs 1 to 3.
    static func small() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        return sandbox
    }

    /// Makes an empty journal at the default path.
    func makeEmptyJournal() throws { try copyJournal(of: Template.empty.get()) }

    /// Makes a journal at the default path that has three sessions of 2014, with the IDs 1 to 3.
    func makeSmallJournal() throws { try copyJournal(of: Template.small.get()) }

    private func copyJournal(of template: Sandbox) throws {
        let folder = path + "/data/surfjournal"
        try FileManager.default.createDirectory(atPath: path + "/data", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: template.path + "/data/surfjournal", toPath: folder)
    }

    /// A read-only connection to the default journal.
    func database() throws -> Connection { try Connection(path: journal, options: [.readOnly]) }

    /// The first value of a query on the default journal.
    func sql(_ sql: String) throws -> Value { try database().scalar(sql) }

    /// The number of entries in the default journal.
    func entryCount() throws -> Value { try sql("SELECT count(*) FROM ZJOURNALENTRY") }

    /// The names of the files in the folder of the default journal's drafts.
    var draftFiles: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: journal + "-drafts").sorted() }
    }

    /// The path of the store of the default journal's drafts.
    var draftsStore: String { journal + "-drafts/drafts.sqlite" }

    /// The first value of a statement in the store of the default journal's drafts.
    @discardableResult
    func draftsSQL(_ statement: String) throws -> Value {
        let connection = try Connection(path: draftsStore, options: [.noMutex])
        defer { try? connection.close() }
        return try connection.scalar(statement)
    }

    /// The names of the default journal's drafts, such as “d1”.
    var drafts: [String] {
        guard FileManager.default.fileExists(atPath: draftsStore) else { return [] }
        do {
            let names = try draftsSQL(
                """
                SELECT group_concat(name)
                FROM (SELECT 'd' || Z_PK AS name FROM ZDRAFT WHERE NOT ZISCANCELLED ORDER BY Z_PK)
                """)
            return names.text?.split(separator: ",").map(String.init) ?? []
        } catch {
            return ["\(error)"]
        }
    }

    /// Replaces the content of a draft, which is JSON.
    func changeDraft(_ number: Int, _ change: (String) -> String) throws {
        let content = try draftsSQL("SELECT CAST(ZCONTENT AS TEXT) FROM ZDRAFT WHERE Z_PK = \(number)").text ?? ""
        // A draft of an earlier version, without a checksum.
        let old = content.replacing(/,"sum":"[0-9a-f]{16}"/, with: "")
        let bytes = change(old).utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try draftsSQL("UPDATE ZDRAFT SET ZCONTENT = x'\(bytes)' WHERE Z_PK = \(number)")
    }

    /// Adds a copy of a draft under another number.
    func copyDraft(_ number: Int, to copy: Int) throws {
        try draftsSQL(
            """
            INSERT INTO ZDRAFT (Z_PK, Z_ENT, Z_OPT, ZCONTENT, ZISCANCELLED, ZTRANSACTION)
            SELECT \(copy), Z_ENT, Z_OPT, ZCONTENT, ZISCANCELLED, ZTRANSACTION FROM ZDRAFT WHERE Z_PK = \(number)
            """)
        try draftsSQL("UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, \(copy)) WHERE Z_NAME = 'Draft'")
    }
}

/// A command that prepares a test failed.
struct SandboxError: Error {
    let errors: String
}

/// A journal that many tests begin with: the program makes it for the first of them, and the others copy it. If that
/// fails, only the test that asked for it fails, and the next one tries again.
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

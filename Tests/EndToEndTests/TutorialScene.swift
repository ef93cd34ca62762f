import Foundation
import SQLite

/// A private home with a store of any making, and the built program run on it.
final class TutorialScene {
    let folder: URL
    /// The store, as `--store` names it.
    let store: String

    /// What a run came to.
    struct Run {
        let code: Int32
        let output: Data
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [Substring] { text.split(separator: "\n") }

        /// Standard output as an array of JSON objects.
        var objects: [[String: Any]] {
            ((try? JSONSerialization.jsonObject(with: output)) as? [[String: Any]]) ?? []
        }
    }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tutorial-\(UUID().uuidString)")
        store = folder.appendingPathComponent("SurfJournalModel.sqlite").path
        for name in ["home", "runs"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The store's files that are there.
    var storeFiles: [String] { names.filter { $0.hasPrefix("SurfJournalModel") } }

    /// What lies beside the store, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
            .filter { $0 != "home" && $0 != "runs" }.sorted()
    }

    /// The bytes of the store's files, by name.
    var bytes: [String: Data] {
        Dictionary(
            uniqueKeysWithValues: storeFiles.map {
                ($0, FileManager.default.contents(atPath: folder.path + "/" + $0) ?? Data())
            })
    }

    // MARK: Running

    /// Runs a command on the store to its end.
    @discardableResult
    func run(_ arguments: String...) throws -> Run { try run(arguments) }

    /// Runs a command on the store to its end.
    func run(_ arguments: [String]) throws -> Run {
        try finish(process(TutorialScene.program, arguments + ["--store", store]))
    }

    /// Runs a command on the default journal, which is the store, to its end.
    @discardableResult
    func launch(_ arguments: String...) throws -> Run {
        try finish(process(TutorialScene.program, arguments, ["SURFJOURNAL_STORE": store]))
    }

    /// Runs a command on the default journal, no file of which may grow beyond a size.
    /// - Parameter blocks: The size in units of 512 bytes.
    func launch(fileLimit blocks: Int, _ arguments: [String]) throws -> Run {
        let script = "trap '' XFSZ; ulimit -f \(blocks); exec \"$0\" \"$@\""
        let words = ["-c", script, TutorialScene.program.path] + arguments
        return try finish(process(URL(fileURLWithPath: "/bin/sh"), words, ["SURFJOURNAL_STORE": store]))
    }

    /// A command on the store, not yet running, that writes into a pipe.
    func process(into pipe: Pipe, _ arguments: String...) -> Process {
        let process = process(TutorialScene.program, arguments + ["--store", store])
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        return process
    }

    private func process(_ program: URL, _ arguments: [String], _ environment: [String: String] = [:]) -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment.merging([
            "HOME": folder.path + "/home", "TZ": "UTC", "PATH": "/usr/bin:/bin", "TMPDIR": folder.path + "/home",
        ]) { first, _ in first }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    private func finish(_ process: Process) throws -> Run {
        let name = folder.path + "/runs/" + UUID().uuidString
        let files = [name + ".out", name + ".err"]
        for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files[0]))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
        try process.run()
        process.waitUntilExit()
        let contents = try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let status = process.terminationStatus
        return Run(
            code: process.terminationReason == .uncaughtSignal ? 128 + status : status, output: contents[0],
            errors: String(decoding: contents[1], as: UTF8.self))
    }

    /// The executable beside the tests.
    private static let program: URL = {
        let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        let beside = tests.deletingLastPathComponent().appendingPathComponent("surfjournal")
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let isThere = FileManager.default.isExecutableFile(atPath: beside.path)
        return isThere ? beside : root.appending(path: ".build/debug/surfjournal")
    }()

    // MARK: Plain SQL

    /// A connection of another program to the store.
    func connect() throws -> Connection { try Connection(path: store) }

    /// The first value that another program reads.
    func sql(_ sql: String) throws -> Value {
        let connection = try connect()
        defer { try? connection.close() }
        return try connection.scalar(sql)
    }
}

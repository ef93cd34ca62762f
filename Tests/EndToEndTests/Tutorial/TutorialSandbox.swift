import Foundation
import SQLite

extension Sandbox {
    /// A sandbox in UTC whose default journal is a store written by Apple's Core Data.
    static func withAppleStore(
        _ shape: TutorialAppleStore.Shape, _ system: TutorialAppleStore.System = .current, missing: String? = nil
    ) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.environment["TZ"] = "UTC"
        try FileManager.default.createDirectory(atPath: sandbox.journalFolder, withIntermediateDirectories: true)
        try TutorialAppleStore.make(at: sandbox.journal, shape, system, missing: missing)
        return sandbox
    }

    /// The folder of the default journal.
    var journalFolder: String { (journal as NSString).deletingLastPathComponent }

    /// The names of the files in that folder, sorted.
    var journalNames: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: journalFolder)) ?? []).sorted()
    }

    /// The bytes of the files in that folder, by name.
    ///
    /// Reading a file of a store releases the locks that this process has on it, so no connection may be open.
    var journalBytes: [String: Data] {
        Dictionary(
            uniqueKeysWithValues: journalNames.map {
                ($0, FileManager.default.contents(atPath: journalFolder + "/" + $0) ?? Data())
            })
    }

    /// Runs a command with a limit on the size of files.
    ///
    /// - Parameter blocks: The limit in units of 512 bytes.
    func run(fileLimit blocks: Int, _ command: String) throws -> Outcome {
        try shell("trap '' XFSZ; ulimit -f \(blocks); exec \"$SURF\" " + command)
    }

    /// Starts the program with a pipe as its standard output.
    func start(into pipe: Pipe, _ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// A writable connection to the journal, as another program would have.
    func connect() throws -> Connection { try Connection(path: journal) }
}

import Foundation
import SQLite

extension Sandbox {
    /// A home in UTC whose default journal is a store of Apple's Core Data.
    static func withAppleStore(
        _ shape: TutorialAppleStore.Shape, _ system: TutorialAppleStore.System = .current, missing: String? = nil
    ) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.environment["TZ"] = "UTC"
        try FileManager.default.createDirectory(atPath: sandbox.journalFolder, withIntermediateDirectories: true)
        try TutorialAppleStore.make(at: sandbox.journal, shape, system, missing: missing)
        return sandbox
    }

    /// Where the default journal lies.
    var journalFolder: String { (journal as NSString).deletingLastPathComponent }

    /// What lies in that folder, sorted.
    var journalNames: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: journalFolder)) ?? []).sorted()
    }

    /// The bytes of the files in that folder, by name.
    ///
    /// To read a file of a store ends the locks that connections of this process hold on it, so there must be none.
    var journalBytes: [String: Data] {
        Dictionary(
            uniqueKeysWithValues: journalNames.map {
                ($0, FileManager.default.contents(atPath: journalFolder + "/" + $0) ?? Data())
            })
    }

    /// Runs a command of which no file may grow beyond a size.
    /// - Parameter blocks: The size in units of 512 bytes.
    func run(fileLimit blocks: Int, _ command: String) throws -> Outcome {
        try shell("trap '' XFSZ; ulimit -f \(blocks); exec \"$SURF\" " + command)
    }

    /// Starts the program with its standard output in a pipe.
    func start(into pipe: Pipe, _ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// A connection of another program to the journal, which may write.
    func connect() throws -> Connection { try Connection(path: journal) }
}

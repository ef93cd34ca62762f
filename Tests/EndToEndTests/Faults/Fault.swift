import Foundation
import TestSupport

/// A fault in one run of the program: the library in `Tests/FaultySystem`, preloaded into the code that people run, makes
/// one of its system calls fail, or that call and every later one.
struct Fault: CustomStringConvertible {
    /// The kind of failure; the raw values are the library's.
    enum Kind: String, CaseIterable, Sendable {
        /// Reading, writing, syncing, opening: EIO.
        case io
        /// Any call that needs room on the disk.
        case full
        /// A write that takes half of its bytes before the disk is full.
        case short
        case sync
        /// A lock that appears to be held by another process.
        case lock
        /// Opening a file: too many files are open.
        case files
        /// Memory allocation in SQLite.
        case memory
        /// Kills the process with SIGKILL.
        case kill
        /// A power failure: data that was not synced is lost, torn or out of order.
        case power

        /// Whether the run ends at the fault.
        var endsTheRun: Bool { self == .kill || self == .power }

        /// The statistic in which such faults are counted.
        var figure: Figure {
            switch self {
            case .kill: .kills
            case .power: .powerFailures
            default: .faults
            }
        }
    }

    var kind: Kind
    /// Which call of the kind fails, from 1; 0 for no call.
    var step: Int
    /// Whether every later call fails as well.
    var isPersistent = false
    /// Chooses which unsynced data survives a power failure; with 0, none does.
    var seed = 0
    /// Whether the programs that the run starts, such as git, get the fault too.
    var includesChildren = false

    var description: String {
        "\(kind) at \(step)\(isPersistent ? " and after" : "")\(seed > 0 ? ", seed \(seed)" : "")\(includesChildren ? ", with git" : "")"
    }

    private static let built = Program.url.deletingLastPathComponent().appendingPathComponent("libFaultySystem.so")

    /// Compiles the library, and returns whether that was possible.
    private static func build() throws -> Bool {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../FaultySystem").standardizedFileURL
        let compiling = Process()
        compiling.executableURL = folder.appendingPathComponent("build")
        compiling.arguments = [built.path]
        try compiling.run()
        compiling.waitUntilExit()
        return compiling.terminationStatus == 0
    }

    /// The library at a path that the loader can read, because in its list a blank or a colon ends a name.
    static let library: String = {
        if !built.path.contains(where: { $0 == " " || $0 == ":" }) { return built.path }
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).so")
        try? FileManager.default.createSymbolicLink(at: link, withDestinationURL: built)
        return link.path
    }()

    /// Whether the library can be preloaded: on Linux, unless `SURFJOURNAL_PRELOAD` is "off". It is compiled first.
    static let canBeInjected: Bool = {
        guard ProcessInfo.processInfo.environment["SURFJOURNAL_PRELOAD"] != "off" else { return false }
        #if os(Linux)
            do {
                guard try build() else { fatalError("Tests/FaultySystem does not compile.") }
            } catch {
                fatalError("Tests/FaultySystem/build could not be run: \(error)")
            }
            return true
        #else
            return false
        #endif
    }()
}

/// The library's report about a run.
struct FaultReport {
    /// The number of calls that could have failed.
    let steps: Int
    /// The number of calls that failed.
    let faults: Int
    /// The name of the first call that failed.
    let call: String
    /// The seconds that the program asked to sleep, if the fault is one of locks.
    let waited: Double

    init(_ path: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let counts = [0, 8, 64].map { offset in
            bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        (steps, faults) = (counts[0], counts[1])
        waited = Double(counts[2]) / 1e6
        call = String(decoding: bytes[16..<64].prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension Sandbox {
    /// Runs the program until it ends or the fault ends it.
    func run(_ arguments: [String], with fault: Fault) throws -> (outcome: Outcome, report: FaultReport) {
        let report = path + "/tmp/report"
        try Data(count: 72).write(to: URL(fileURLWithPath: report))
        try FileManager.default.createDirectory(atPath: path + "/graves", withIntermediateDirectories: true)
        let ordinary = environment
        defer { environment = ordinary }
        environment.merge(variables(fault, report: report)) { $1 }
        let outcome = try start(arguments).outcome()
        return (outcome, try FaultReport(report))
    }

    private func variables(_ fault: Fault, report: String) -> [String: String] {
        var variables = [
            "LD_PRELOAD": Fault.library, "FAULTY_UNDER": path, "FAULTY_KIND": fault.kind.rawValue,
            "FAULTY_STEP": "\(fault.step)", "FAULTY_REPORT": report, "FAULTY_GRAVES": path + "/graves",
            "FAULTY_SEED": "\(fault.seed)",
        ]
        if fault.isPersistent { variables["FAULTY_PERSISTENT"] = "1" }
        if fault.includesChildren { variables["FAULTY_CHILDREN"] = "1" }
        return variables
    }

    /// A sandbox with a copy of the journal, the drafts and the files. A remote in the working folder is copied too.
    func copy() throws -> Sandbox {
        let copy = try Sandbox()
        copy.environment["TZ"] = environment["TZ"]
        try FileManager.default.removeItem(atPath: copy.path + "/here")
        for folder in ["here", "data", "config"] where FileManager.default.fileExists(atPath: path + "/" + folder) {
            try FileManager.default.copyItem(atPath: path + "/" + folder, toPath: copy.path + "/" + folder)
        }
        for journal in [copy.journal, copy.file("other.sqlite")] {
            let remote = journal + "-sync/remote"
            guard let text = try? String(contentsOfFile: remote, encoding: .utf8) else { continue }
            try copy.write(text.replacingOccurrences(of: path, with: copy.path), to: remote)
        }
        return copy
    }

    /// Temporary files, which must not remain after a process was killed.
    var leftovers: [String] {
        let names = FileManager.default.subpaths(atPath: path) ?? []
        return names.filter { name in
            let last = (name as NSString).lastPathComponent
            return last.hasPrefix(".surfjournal-") || last.contains(".new-") || last.hasPrefix(".dat.nosync")
        }
    }
}

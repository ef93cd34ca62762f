import Foundation
import TestSupport

/// What goes wrong in one run of the program: the library in `Tests/FaultySystem`, preloaded into the very binary that
/// people run, makes one of its system calls fail, and perhaps every later one.
struct Fault: CustomStringConvertible {
    /// What fails; the raw values are the library's.
    enum Kind: String, CaseIterable, Sendable {
        /// Reading, writing, syncing, opening: EIO.
        case io
        /// Whatever needs room on the disk.
        case full
        /// A write that takes half of its bytes before the disk is full.
        case short
        case sync
        /// A lock that another process seems to have.
        case lock
        /// Opening: too many files are open.
        case files
        /// SQLite's memory.
        case memory
        /// The process, with SIGKILL.
        case kill
        /// The power: what was not synced is lost, torn or out of order.
        case power

        /// Whether the run ends at the fault.
        var endsTheRun: Bool { self == .kill || self == .power }

        /// What such faults are counted as.
        var figure: Figure {
            switch self {
            case .kill: .kills
            case .power: .powerFailures
            default: .faults
            }
        }
    }

    var kind: Kind
    /// Which call of those that the kind is about, from 1; 0 none.
    var step: Int
    /// Whether every later call fails too.
    var isPersistent = false
    /// What a failing of the power leaves of what was not synced, chosen by this number; 0 nothing of it.
    var seed = 0

    var description: String {
        "\(kind) at \(step)\(isPersistent ? " and after" : "")\(seed > 0 ? ", seed \(seed)" : "")"
    }

    private static let built = Program.url.deletingLastPathComponent().appendingPathComponent("libFaultySystem.so")

    /// The library under a path that the loader can read: its list of libraries ends each name at a blank or a colon.
    static let library: String = {
        if !built.path.contains(where: { $0 == " " || $0 == ":" }) { return built.path }
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).so")
        try? FileManager.default.createSymbolicLink(at: link, withDestinationURL: built)
        return link.path
    }()

    /// Whether the library is there, which is made for Linux, and the program may be started with it.
    static let canBeInjected =
        FileManager.default.fileExists(atPath: built.path)
        && ProcessInfo.processInfo.environment["SURFJOURNAL_PRELOAD"] != "off"
}

/// What the library reports of a run.
struct FaultReport {
    /// How many calls there were that could have failed.
    let steps: Int
    /// How many failed.
    let faults: Int
    /// The first that did.
    let call: String

    init(_ path: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let counts = [0, 8].map { offset in
            bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        (steps, faults) = (counts[0], counts[1])
        call = String(decoding: bytes[16..<64].prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension Sandbox {
    /// Runs the program to its end, or to the fault.
    func run(_ arguments: [String], with fault: Fault) throws -> (outcome: Outcome, report: FaultReport) {
        let report = path + "/tmp/report"
        try Data(count: 64).write(to: URL(fileURLWithPath: report))
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
        return variables
    }

    /// A home with the same journal, drafts and files.
    func copy() throws -> Sandbox {
        let copy = try Sandbox()
        copy.environment["TZ"] = environment["TZ"]
        try FileManager.default.removeItem(atPath: copy.path + "/here")
        for folder in ["here", "data", "config"] where FileManager.default.fileExists(atPath: path + "/" + folder) {
            try FileManager.default.copyItem(atPath: path + "/" + folder, toPath: copy.path + "/" + folder)
        }
        return copy
    }

    /// What killed processes should not leave for good: temporary files, and locks of drafts that are gone.
    var leftovers: [String] {
        let names = FileManager.default.subpaths(atPath: path) ?? []
        return names.filter { name in
            let last = (name as NSString).lastPathComponent
            if last.hasPrefix(".d"), last.hasSuffix(".lock") {
                return !drafts.contains("\(last.dropFirst().dropLast(5)).json")
            }
            return last.hasPrefix(".surfjournal-") || last.contains(".new-") || last.hasPrefix(".dat.nosync")
        }
    }
}

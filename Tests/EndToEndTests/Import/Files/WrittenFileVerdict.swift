import Foundation

/// What the program makes of a file that a surfer has.
enum WrittenFileVerdict: Equatable, CustomStringConvertible {
    /// Every session is there, with all that a friend would note.
    case right
    /// It is refused, and the command that the program prints imports it.
    case refusedWithCommand(String)
    case refusedWithout(String)
    /// Something is stored that the file does not say, or lost without a word.
    case wrong([String])

    var description: String {
        switch self {
        case .right: "right"
        case .refusedWithCommand(let command): "refused, with \(command)"
        case .refusedWithout(let message): "REFUSED WITHOUT A COMMAND: \(message)"
        case .wrong(let faults): "WRONG: \(faults.joined(separator: "; "))"
        }
    }

    /// Imports the file into an empty journal.
    init(_ file: WrittenFile) throws {
        let outcome = try WrittenFileVerdict.imported(file, ["import", file.file] + file.options)
        guard outcome.code != 0 else {
            let faults = WrittenSessions(outcome.sessions).faults(file)
            self = file.outcome == "imports" && faults.isEmpty ? .right : .wrong(faults)
            return
        }
        guard outcome.sessions.isEmpty else {
            self = .wrong(["refused, and \(outcome.sessions.count) sessions were stored"])
            return
        }
        if file.outcome == "refused" {
            let missing = (file.names ?? []).filter { !outcome.errors.contains($0) }
            self = missing.isEmpty ? .right : .refusedWithout(outcome.errors)
            return
        }
        self = try WrittenFileVerdict.advised(file, outcome.errors)
    }

    /// Runs the commands of a refusal.
    private static func advised(_ file: WrittenFile, _ errors: String) throws -> WrittenFileVerdict {
        for command in errors.matches(of: /Try: surfjournal (import .*?)\. Nothing was/).map({ String($0.1) }) {
            let outcome = try imported(file, shell: command)
            guard outcome.code == 0 else { continue }
            let faults = WrittenSessions(outcome.sessions).faults(file)
            return faults.isEmpty ? .refusedWithCommand(command) : .wrong(["with \(command)"] + faults)
        }
        return .refusedWithout(errors)
    }

    private static func imported(_ file: WrittenFile, _ arguments: [String]) throws -> Imported {
        try imported(file) { try $0.start(arguments).outcome() }
    }

    private static func imported(_ file: WrittenFile, shell command: String) throws -> Imported {
        try imported(file) { try $0.shell("\"$SURF\" " + command) }
    }

    private struct Imported {
        let code: Int32
        let errors: String
        let sessions: [[String: Any]]
    }

    private static func imported(_ file: WrittenFile, _ run: (Sandbox) throws -> Outcome) throws -> Imported {
        let sandbox = try Sandbox.empty()
        sandbox.environment["TZ"] = file.zone
        try FileManager.default.copyItem(at: file.url, to: URL(fileURLWithPath: sandbox.file(file.file)))
        let outcome = try run(sandbox)
        let sessions = try sandbox.run("export", "-", "--format", "json").objects()
        return Imported(code: outcome.code, errors: outcome.errors, sessions: sessions)
    }
}

import Foundation
import SQLite

/// Everything that a user can see of a journal: its entries, its drafts, and the files written from it.
struct JournalState: Equatable {
    /// A line for each entry; nil if there is no journal.
    var entries: [String]?
    /// The content of each draft by its name.
    var drafts: [String: String]
    /// The files in the working folder, and the settings: text unchanged, journals as their entries.
    var files: [String: String]

    /// - Parameter sandbox: The sandbox, possibly left by a killed process.
    init(_ sandbox: Sandbox) throws {
        let isThere = FileManager.default.fileExists(atPath:)
        entries = try isThere(sandbox.journal) ? Self.entries(sandbox.journal) : nil
        drafts = try Self.drafts(sandbox)
        files = [:]
        for name in sandbox.files where !name.hasPrefix(".") && !name.contains("sqlite-") {
            let path = sandbox.file(name)
            files[name] =
                switch (name as NSString).pathExtension {
                case "sqlite": try Self.entries(path).joined(separator: "\n")
                case "git": try Self.sessions(ofRemote: name, sandbox)
                default: try sandbox.read(name)
                }
        }
        let settings = sandbox.path + "/config/surfjournal/config"
        files["settings"] = FileManager.default.contents(atPath: settings).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The sessions in a repository, without their UUIDs; empty if it has no commit.
    private static func sessions(ofRemote name: String, _ sandbox: Sandbox) throws -> String {
        let outcome = try sandbox.shell("git --git-dir=\(name) grep -h '' main -- sessions")
        return outcome.output.replacing(/"uuid":"[-0-9a-f]*"/, with: "")
    }

    private static func entries(_ path: String) throws -> [String] {
        let connection = try Connection(path: path, options: [.noMutex])
        let statement = try connection.prepare("SELECT * FROM ZJOURNALENTRY ORDER BY Z_PK")
        var entries: [String] = []
        while try statement.step() { entries.append("\(statement.values().map(withoutUUID))") }
        statement.finalize()
        try connection.close()
        return entries
    }

    /// The sessions of a journal as other machines know them: without numbers and versions.
    static func sessions(_ path: String) throws -> [String] {
        let connection = try Connection(path: path, options: [.noMutex])
        defer { try? connection.close() }
        let statement = try connection.prepare(
            "SELECT hex(ZUUID), ZDATE, ZLOCATION, ZHEIGHT, ZPERIOD, ZWIND, ZRATING FROM ZJOURNALENTRY ORDER BY 1")
        defer { statement.finalize() }
        var sessions: [String] = []
        while try statement.step() { sessions.append("\(statement.values())") }
        return sessions
    }

    /// The UUID of a new session is random. Only its size is compared.
    private static func withoutUUID(_ value: SQLite.Value) -> SQLite.Value {
        if case .blob(let uuid) = value { .text("\(uuid.count) bytes") } else { value }
    }

    /// The drafts without the values that differ from run to run.
    private static func drafts(_ sandbox: Sandbox) throws -> [String: String] {
        var drafts: [String: String] = [:]
        for name in sandbox.drafts {
            let content = try sandbox.draftsSQL(
                "SELECT CAST(ZCONTENT AS TEXT) FROM ZDRAFT WHERE Z_PK = \(name.dropFirst())")
            let read = try? JSONSerialization.jsonObject(with: Data((content.text ?? "").utf8))
            guard var draft = read as? [String: Any] else {
                drafts[name] = "unreadable"
                continue
            }
            for key in ["since", "store", "reserved", "sum"] { draft[key] = nil }
            drafts[name] = String(
                decoding: try JSONSerialization.data(withJSONObject: draft, options: [.sortedKeys]), as: UTF8.self)
        }
        return drafts
    }

    /// What is wrong with the journal's file: damage, or a counter below a key; empty if it is sound.
    static func damage(_ sandbox: Sandbox) throws -> [String] {
        guard FileManager.default.fileExists(atPath: sandbox.journal) else { return [] }
        let connection = try Connection(path: sandbox.journal, options: [.noMutex])
        defer { try? connection.close() }
        let counter = try connection.scalar(
            "SELECT Z_MAX >= (SELECT coalesce(max(Z_PK), 0) FROM ZJOURNALENTRY) FROM Z_PRIMARYKEY WHERE Z_ENT = 1")
        return try connection.integrityCheck() + (counter == 1 ? [] : ["the counter is below a key"])
    }
}

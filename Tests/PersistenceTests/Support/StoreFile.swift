import Foundation
import SQLite

/// Reads and writes a store's file without the engine.
struct StoreFile {
    private let url: URL

    init(_ url: URL) {
        self.url = url
    }

    /// The highest key that was allocated for an entity.
    func lastKey(of entityName: String) throws -> Int64 {
        try integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entityName)'")
    }

    /// Executes SQL statements.
    func execute(_ sql: String) throws {
        try Connection(path: url.path).execute(sql)
    }

    /// The names of a table's columns.
    func columns(of table: String) throws -> [String] {
        try Connection(path: url.path, options: [.readOnly, .noMutex]).columns(of: table).map(\.name)
    }

    /// The versions of a table's rows, by key.
    func versions(of table: String) throws -> [Int64] {
        let connection = try Connection(path: url.path, options: [.readOnly, .noMutex])
        let statement = try connection.prepare("SELECT Z_OPT FROM \(table) ORDER BY Z_PK")
        var versions: [Int64] = []
        while try statement.step() { versions.append(statement.int64(0)) }
        return versions
    }

    private func integer(_ sql: String) throws -> Int64 {
        let connection = try Connection(path: url.path, options: [.readOnly, .noMutex])
        guard case .integer(let value) = try connection.scalar(sql) else { return 0 }
        return value
    }

    /// The size and modification time of the file and its write-ahead log, as one string.
    func fingerprint() -> String {
        ["", "-wal"].map { suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path + suffix)
            return "\(attributes?[.size] ?? 0) \(attributes?[.modificationDate] ?? "")"
        }.joined(separator: "; ")
    }
}

import Persistence
import SQLite

/// Deletes the files of external data that no row names: of values that were replaced or deleted, and of saves that a
/// crash interrupted.
///
/// It runs only while nobody else has the store open, when the store is opened and closed: another process may have
/// written files for a save that it has not committed yet, or still show rows that were replaced since. A store with a
/// rollback journal does not show whether others have it open, so it is not swept.
struct ExternalDataSweep {
    let folder: ExternalDataFolder
    let place: StorePlace

    /// An error leaves all files; a later sweep tries again.
    func run() {
        guard let names = try? folder.names(), !names.isEmpty, let file = place.file else { return }
        guard StorePlace.fileSize(place.path) > 0 else { return }
        try? sweep(names, file)
    }

    private func sweep(_ names: [String], _ file: StoreFile) throws {
        let connection = try Connection(path: place.path, options: .noMutex)
        defer { try? connection.close() }
        guard try connection.scalar("PRAGMA journal_mode") == .text("wal") else { return }
        try connection.close()
        let alone = try Connection(path: place.path, options: .noMutex)
        defer { try? alone.close() }
        alone.busyTimeout = 0
        try file.holdAlone(alone)
        let used = try ExternalDataSweep.names(usedIn: alone)
        for name in names where !used.contains(name) { folder.delete(name) }
    }

    /// The names in all columns with data, whatever the model says of them.
    private static func names(usedIn connection: Connection) throws -> Set<String> {
        let columns = try connection.prepare(
            """
            SELECT m.name, c.name FROM main.sqlite_master AS m JOIN pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND upper(c.type) = 'BLOB'
            """)
        var names: Set<String> = []
        while try columns.step() {
            let (table, column) = (
                SQLName.identifier(columns.string(0)), SQLName.identifier(columns.string(1))
            )
            let statement = try connection.prepare(
                "SELECT \(column) FROM \(table) WHERE typeof(\(column)) = 'blob' AND length(\(column)) < 64"
                    + " AND substr(\(column), 1, 1) = x'02'")
            while try statement.step() {
                let bytes = statement.blobBytes(0).bindMemory(to: UInt8.self)
                if case .file(let name)? = ExternalValue(bytes) { names.insert(name) }
            }
        }
        return names
    }
}

import Persistence
import SQLite

/// Deletes the files of external data that no row names: of values that were replaced or deleted, and of saves that a
/// crash interrupted.
///
/// It runs only while nobody else has the store open (`ExternalDataUse`): another process may have written files for a
/// save that it has not committed yet, or still show rows that were replaced since. That is when the store is opened
/// and closed, and after enough writes.
final class ExternalDataSweep: Sendable {
    private struct State {
        /// How many rows with external data were written or deleted since the last sweep.
        var changes = 0
        /// The number of changes after which the next sweep is due.
        var limit = ExternalDataSweep.fewestChanges
        /// The files that the last sweep found to be named by nothing.
        var unnamed: Set<String> = []
    }

    /// A sweep reads all names, so there is none after less changes than a part of that work.
    static let fewestChanges = 64

    private let folder: ExternalDataFolder
    private let use: ExternalDataUse
    private let state = LockedValue(State())

    init(_ folder: ExternalDataFolder, _ use: ExternalDataUse) {
        self.folder = folder
        self.use = use
    }

    /// Notes changes that were committed.
    /// - Returns: whether a sweep is due.
    func isDue(after changes: Int) -> Bool {
        state.withLock { state in
            state.changes += changes
            return state.changes >= state.limit
        }
    }

    /// Deletes all files that no row names, when this process shows no row. An error leaves files to a later sweep.
    func deleteUnnamed(_ connection: Connection) {
        guard let files = try? folder.names(), !files.isEmpty else { return }
        use.alone {
            guard let named = try? ExternalDataSweep.names(usedIn: connection) else { return }
            for file in files where !named.contains(file) { folder.delete(file) }
        }
    }

    /// Deletes the files that neither a row of the store nor one in this process's memory names, now and at the last
    /// sweep: a row that was just read may not be in the cache yet.
    func deleteUnnamed(_ connection: Connection, cachedIn tables: StoreTables) {
        use.alone {
            guard let files = try? folder.names(), var named = try? ExternalDataSweep.names(usedIn: connection) else {
                return
            }
            for table in tables.all { named.formUnion(table.externalFileNames()) }
            let unnamed = Set(files).subtracting(named)
            state.withLock { state in
                for file in unnamed.intersection(state.unnamed) { folder.delete(file) }
                state = State(limit: max(ExternalDataSweep.fewestChanges, files.count / 4), unnamed: unnamed)
            }
        }
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

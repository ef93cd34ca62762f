import Persistence
import SQLite

/// What a migration needs to know about a file: its catalog, the declared types of its columns, and the names of its
/// indexes.
struct MigrationSource {
    let catalog: StoreCatalog
    /// The declared type of each column, by table and column.
    let types: [String: [String: String]]
    let indexes: Set<String>

    init(catalog: StoreCatalog, types: [String: [String: String]], indexes: Set<String>) {
        self.catalog = catalog
        self.types = types
        self.indexes = indexes
    }

    init(_ connection: Connection, name: String) throws {
        let statement = try connection.prepare(
            """
            SELECT m.name, c.name, c.type FROM main.sqlite_master AS m JOIN pragma_table_info(m.name) AS c
            WHERE m.type = 'table'
            """)
        var types: [String: [String: String]] = [:]
        while try statement.step() {
            types[statement.string(0), default: [:]][statement.string(1)] = statement.string(2).uppercased()
        }
        let names = try connection.prepare("SELECT name FROM main.sqlite_master WHERE type = 'index'")
        var indexes: Set<String> = []
        while try names.step() { indexes.insert(names.string(0)) }
        self.init(catalog: try StoreCatalog(connection, name: name), types: types, indexes: indexes)
    }
}

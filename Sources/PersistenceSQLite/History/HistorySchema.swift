import Persistence
import SQLite

/// The tables of persistent history, with Core Data's names and columns, and our side tables with rows before a change.
///
/// Core Data's are `ATRANSACTION`, `ACHANGE` and `ATRANSACTIONSTRING`. For a table `ZENTRY`, `HISTORY_ZENTRY` contains
/// a row as it was before the change `Z_CHANGE`; `HISTORY_SIZE` contains the size of each transaction.
struct HistorySchema {
    /// The numbers of Core Data's entities for history.
    enum Entity: Int64, CaseIterable {
        case change = 16001
        case transaction = 16002
        case string = 16003

        var name: String {
            switch self {
            case .change: "CHANGE"
            case .transaction: "TRANSACTION"
            case .string: "TRANSACTIONSTRING"
            }
        }

        var table: String { "A" + name }
    }

    /// The first columns of each of Core Data's tables.
    private static let head = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

    private static let creation = [
        """
        CREATE TABLE ACHANGE ( \(head), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, \
        ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
        """,
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        """
        CREATE TABLE ATRANSACTION ( \(head), ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, \
        ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, \
        ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
        """,
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        """
        CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)
        """,
        """
        CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex \
        ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)
        """,
        "CREATE TABLE ATRANSACTIONSTRING ( \(head), ZNAME VARCHAR )",
        """
        CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME \
        ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)
        """,
    ]

    static let sizeTable = "HISTORY_SIZE"

    private static let sizeCreation =
        "CREATE TABLE HISTORY_SIZE (Z_TRANSACTION INTEGER PRIMARY KEY, Z_CHANGES INTEGER, Z_BYTES INTEGER)"

    /// The first columns of a side table with rows before a change.
    private static let valueHead = "Z_CHANGE INTEGER PRIMARY KEY, Z_PK INTEGER, Z_ENT INTEGER, Z_OPT INTEGER"

    /// Whether the store has Core Data's tables for history.
    static func exists(_ connection: Connection) throws -> Bool {
        let statement = try connection.cached("SELECT 1 FROM main.sqlite_master WHERE name = 'ATRANSACTION'")
        defer { statement.reset() }
        return try statement.step()
    }

    /// Creates Core Data's tables and counters if they are missing, and adds the tombstone columns that the model
    /// needs.
    static func makeTables(for schema: StoreSchema, _ connection: Connection) throws {
        if try !exists(connection) { try makeCoreDataTables(connection) }
        let wanted = schema.tables.flatMap(\.layout.entities).map { preserved(in: $0).count }.max() ?? 0
        if wanted == 0 { return }
        let present = Set(try connection.columns(of: "ACHANGE").map(\.name))
        for number in 0..<wanted where !present.contains("ZTOMBSTONE\(number)") {
            try connection.execute("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(number) BLOB")
        }
    }

    private static func makeCoreDataTables(_ connection: Connection) throws {
        for statement in creation { try connection.execute(statement) }
        for entity in Entity.allCases {
            try connection.prepare(
                "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)"
            ).run(.integer(entity.rawValue), .text(entity.name))
        }
    }

    /// Creates the side tables with rows before a change, and adds the columns that their entity tables have gained.
    static func makeValueTables(for schema: StoreSchema, _ connection: Connection) throws {
        if try !connection.tableExists(sizeTable) { try connection.execute(sizeCreation) }
        for table in schema.tables {
            let name = SQLName.identifier(valueTable(of: table))
            let present = Set(try connection.columns(of: valueTable(of: table)).map(\.name))
            if present.isEmpty { try connection.execute("CREATE TABLE \(name) (\(valueHead))") }
            for column in table.columns where !present.contains(column.name) {
                try connection.execute(
                    "ALTER TABLE \(name) ADD COLUMN \(SQLName.identifier(column.name)) \(column.content.declaredType)")
            }
        }
    }

    /// The side table with an entity table's rows before a change.
    static func valueTable(of table: TableSchema) -> String { "HISTORY_" + table.name }

    /// The attributes whose values history preserves for a deleted object, in the order of their tombstone columns: by
    /// name (inferred).
    static func preserved(in entity: EntityDescription) -> [EntityLayout.Slot] {
        entity.slots.map { entity.layout.slots[$0] }
            .filter { $0.isColumn && $0.attribute?.preservesValueInHistoryOnDeletion == true }
            .sorted { $0.name < $1.name }
    }

    /// The properties with a bit in `ZCOLUMNS`, in the order of the bits: by name (inferred).
    static func bitProperties(of entity: EntityDescription) -> [EntityLayout.Slot] {
        entity.slots.map { entity.layout.slots[$0] }.filter { !$0.isTransient }.sorted { $0.name < $1.name }
    }
}

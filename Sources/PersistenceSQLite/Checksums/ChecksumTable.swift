import Persistence
import SQLite

/// The side table `Z_CHECKSUM`, with checksums of all rows of the model's tables, of the metadata, and of the schema of
/// these tables.
///
/// Checksums are written in the same transaction as the rows. `StoreCheck` reveals rows that were written without
/// updating the checksum, and flipped bits in the file. A row that did not match before a change does not match after
/// it: writing a row does not make it trusted.
struct ChecksumTable {
    static let name = "Z_CHECKSUM"
    /// The value of `user_version` in a file with checksums, which reveals that the table is missing.
    private static let headerMark: Int32 = 1
    /// The entity number for checksums that are not of a row; the model's numbers start at 1.
    private static let noEntity: Int64 = 0
    private static let metadataKey: Int64 = 1
    private static let schemaKey: Int64 = 2

    let connection: Connection

    static func exists(_ connection: Connection) throws -> Bool {
        let statement = try connection.cached("SELECT 1 FROM main.sqlite_master WHERE name = '\(name)'")
        defer { statement.reset() }
        return try statement.step()
    }

    /// Whether the file's header says that the store has checksums.
    static func isMarked(_ connection: Connection) throws -> Bool { try connection.userVersion() == headerMark }

    /// Computes all checksums from the current content. Call it in a write transaction.
    /// - Complexity: reads all rows, without keeping them in memory.
    static func renew(for schema: StoreSchema, _ connection: Connection) throws {
        try connection.execute(
            """
            DROP TABLE IF EXISTS \(name);
            CREATE TABLE \(name) (Z_ENT INTEGER, Z_PK INTEGER, Z_SUM INTEGER, PRIMARY KEY (Z_ENT, Z_PK)) WITHOUT ROWID
            """)
        try connection.setUserVersion(headerMark)
        let checksums = ChecksumTable(connection: connection)
        for table in schema.tables { try checksums.note(.min ... .max, of: table) }
        try checksums.noteMetadata()
        try checksums.noteSchema(of: schema)
    }

    // MARK: Rows

    /// Stores the checksums of the current rows with these keys.
    func note(_ keys: ClosedRange<Int64>, of table: TableSchema) throws {
        try connection.cached(
            "INSERT OR REPLACE INTO \(ChecksumTable.name) SELECT ?1, t0.Z_PK, \(ChecksumTable.checksum(of: table))"
                + " FROM \(SQLName.identifier(table.name)) t0 WHERE t0.Z_PK BETWEEN ?2 AND ?3 ORDER BY t0.Z_PK"
        ).run(.integer(table.rootNumber), .integer(keys.lowerBound), .integer(keys.upperBound))
    }

    /// Deletes the checksums of rows with these keys that no longer exist.
    func forget(_ keys: ClosedRange<Int64>, of table: TableSchema) throws {
        try connection.cached(
            "DELETE FROM \(ChecksumTable.name) WHERE Z_ENT = ?1 AND Z_PK BETWEEN ?2 AND ?3"
                + " AND NOT EXISTS (SELECT 1 FROM \(SQLName.identifier(table.name)) t0 WHERE t0.Z_PK = \(ChecksumTable.name).Z_PK)"
        ).run(.integer(table.rootNumber), .integer(keys.lowerBound), .integer(keys.upperBound))
    }

    /// The keys of the rows whose checksum differs or is missing.
    func mismatches(among keys: [Int64], of table: TableSchema) throws -> Set<Int64> {
        var found: Set<Int64> = []
        for list in KeyList.lists(of: keys) {
            let statement = try list.select(
                "t0.Z_PK, \(ChecksumTable.checksum(of: table)) IS (SELECT c.Z_SUM FROM \(ChecksumTable.name) c"
                    + " WHERE c.Z_ENT = \(table.rootNumber) AND c.Z_PK = t0.Z_PK)",
                from: table.name, connection)
            defer { statement.reset() }
            while try statement.step() {
                if statement.int64(1) == 0 { found.insert(statement.int64(0)) }
            }
        }
        return found
    }

    /// Only columns with the row's own values, without its positions in ordered relationships.
    private static func checksum(of table: TableSchema) -> String {
        let columns = table.columns.filter { $0.content != .order }.map(\.name)
        return RowChecksum.expression(["Z_PK", "Z_ENT", "Z_OPT"] + columns, of: "t0")
    }

    // MARK: Metadata and schema

    private static let metadataChecksum = RowChecksum.expression(["Z_VERSION", "Z_UUID", "Z_PLIST"], of: "m")

    /// Whether the metadata matches its checksum.
    func hasIntactMetadata() throws -> Bool {
        try connection.scalar("SELECT count(*) FROM Z_METADATA") == 1
            && connection.scalar("SELECT \(ChecksumTable.metadataChecksum) FROM Z_METADATA m")
                == stored(ChecksumTable.metadataKey)
    }

    func noteMetadata() throws {
        let sum = try connection.scalar("SELECT \(ChecksumTable.metadataChecksum) FROM Z_METADATA m")
        try keep(sum, ChecksumTable.metadataKey)
    }

    /// Whether the model's tables and their indexes match their checksum and have no additional triggers.
    func hasIntactSchema(of schema: StoreSchema) throws -> Bool {
        try .integer(schemaChecksum(schema)) == stored(ChecksumTable.schemaKey)
    }

    func noteSchema(of schema: StoreSchema) throws {
        try keep(.integer(schemaChecksum(schema)), ChecksumTable.schemaKey)
    }

    private func schemaChecksum(_ schema: StoreSchema) throws -> Int64 {
        let own = Set(
            schema.tables.map(\.name) + schema.joins.map(\.name) + ["Z_PRIMARYKEY", "Z_METADATA", ChecksumTable.name])
        let statement = try connection.prepare(
            "SELECT tbl_name, type, name, sql FROM main.sqlite_master WHERE sql NOT NULL ORDER BY name, type")
        var texts: [String] = []
        while try statement.step() {
            if own.contains(statement.string(0)) { texts += (0..<4).map { statement.string($0) } }
        }
        return RowChecksum.of(texts)
    }

    private func stored(_ key: Int64) throws -> Value {
        try connection.scalar(
            "SELECT Z_SUM FROM \(ChecksumTable.name) WHERE Z_ENT = ? AND Z_PK = ?", .integer(ChecksumTable.noEntity),
            .integer(key))
    }

    private func keep(_ sum: Value, _ key: Int64) throws {
        try connection.prepare("INSERT OR REPLACE INTO \(ChecksumTable.name) VALUES (?, ?, ?)")
            .run(.integer(ChecksumTable.noEntity), .integer(key), sum)
    }
}

extension ChecksumTable {
    /// Changes a store's metadata, and updates its checksum if there is one that matched before.
    static func changingMetadata(_ connection: Connection, _ change: () throws -> Void) throws {
        guard try exists(connection) else { return try change() }
        try RowChecksum.register(on: connection)
        let checksums = ChecksumTable(connection: connection)
        let isIntact = try checksums.hasIntactMetadata()
        try change()
        if isIntact { try checksums.noteMetadata() }
    }

    /// All mismatches, with the first keys of each table.
    func findings(_ schema: StoreSchema) throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        if try !hasIntactSchema(of: schema) { findings.append(.changedSchema) }
        if try !hasIntactMetadata() { findings.append(.changedMetadata) }
        for table in schema.tables { findings += try self.findings(table) }
        return findings
    }

    private func findings(_ table: TableSchema) throws -> [StoreFinding] {
        let name = SQLName.identifier(table.name)
        var (changed, added, lost) = (FoundRows(), FoundRows(), FoundRows())
        let rows = try connection.prepare(
            "SELECT t0.Z_PK, c.Z_SUM IS NULL FROM \(name) t0 LEFT JOIN \(ChecksumTable.name) c"
                + " ON c.Z_ENT = \(table.rootNumber) AND c.Z_PK = t0.Z_PK"
                + " WHERE c.Z_SUM IS NOT \(ChecksumTable.checksum(of: table))")
        while try rows.step() {
            if rows.int64(1) == 0 { changed.add(rows.int64(0)) } else { added.add(rows.int64(0)) }
        }
        let keys = try connection.prepare(
            "SELECT c.Z_PK FROM \(ChecksumTable.name) c WHERE c.Z_ENT = \(table.rootNumber)"
                + " AND NOT EXISTS (SELECT 1 FROM \(name) t0 WHERE t0.Z_PK = c.Z_PK)")
        while try keys.step() { lost.add(keys.int64(0)) }
        var findings: [StoreFinding] = []
        if changed.count > 0 { findings.append(.changedRows(table: table.name, changed)) }
        if added.count > 0 { findings.append(.addedRows(table: table.name, added)) }
        if lost.count > 0 { findings.append(.lostRows(table: table.name, lost)) }
        return findings
    }
}

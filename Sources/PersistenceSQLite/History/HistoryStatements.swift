import Persistence
import SQLite

/// The statements that record changes to one table's rows, compiled once per transaction. Each records the rows of a
/// range of keys. Its first parameter is the difference between the number of a row's change and its key.
final class HistoryStatements {
    /// Binds the difference, the transaction, the changed columns, and the first and last key.
    let update: Statement
    /// Binds the difference, and the first and last key; nil if rows before a change are not kept.
    let keep: Statement?
    private let table: TableSchema
    private let connection: Connection
    private var deletions: [Int: Statement] = [:]
    private var lastColumns: (entityIndex: Int, slots: [Int], bytes: [UInt8])?

    init(_ table: TableSchema, connection: Connection, keepsValues: Bool) throws {
        self.table = table
        self.connection = connection
        update = try connection.cached(
            "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
                + " SELECT Z_PK + ?1, 16001, 1, Z_ENT, Z_PK, ?2, ?3 FROM \(SQLName.identifier(table.name))"
                + " WHERE Z_PK BETWEEN ?4 AND ?5")
        keep = keepsValues ? try connection.cached(HistoryStatements.keepSQL(table)) : nil
    }

    private static func keepSQL(_ table: TableSchema) -> String {
        let columns = SQLName.list(["Z_PK", "Z_ENT", "Z_OPT"] + table.columnNames)
        return "INSERT INTO \(SQLName.identifier(HistorySchema.valueTable(of: table))) (Z_CHANGE, \(columns))"
            + " SELECT Z_PK + ?1, \(columns) FROM \(SQLName.identifier(table.name)) WHERE Z_PK BETWEEN ?2 AND ?3"
    }

    /// Binds the difference, the transaction, and the first and last key. The tombstone is copied from the row.
    func deletion(of entity: EntityDescription) throws -> Statement {
        if let statement = deletions[entity.entityIndex] { return statement }
        let preserved = HistorySchema.preserved(in: entity)
        let names = preserved.indices.map { ", ZTOMBSTONE\($0)" }.joined()
        let values = preserved.map { ", " + SQLName.identifier(table.columnName(ofSlot: $0.index)) }.joined()
        let statement = try connection.cached(
            "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID\(names))"
                + " SELECT Z_PK + ?1, 16001, 2, Z_ENT, Z_PK, ?2\(values) FROM \(SQLName.identifier(table.name))"
                + " WHERE Z_PK BETWEEN ?3 AND ?4")
        deletions[entity.entityIndex] = statement
        return statement
    }

    /// The value of `ZCOLUMNS` for these slots. The last value is cached, because consecutive rows often change the
    /// same slots.
    func columnBytes(of slots: [Int], in entity: EntityDescription) -> [UInt8] {
        if let last = lastColumns, last.entityIndex == entity.entityIndex, last.slots == slots { return last.bytes }
        let bytes = HistoryColumns.bytes(of: slots, in: entity)
        lastColumns = (entity.entityIndex, slots, bytes)
        return bytes
    }
}

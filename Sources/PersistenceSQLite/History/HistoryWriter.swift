import Foundation
import Persistence
import SQLite

/// Writes the history of one transaction as part of it: before rows are updated and deleted, and after they are
/// inserted.
///
/// Nothing is written for a transaction without changes, unless `recordTransaction()` is called.
final class HistoryWriter {
    private let connection: Connection
    private let schema: StoreSchema
    private let keepsValues: Bool
    private let origin: TransactionOrigin
    private let now: Double

    /// The number of the transaction; nil until something is recorded.
    private(set) var number: Int64?
    private var firstChange: Int64 = 0
    private var changeCount: Int64 = 0
    private var statements: [UInt32: HistoryStatements] = [:]

    init(
        _ connection: Connection, schema: StoreSchema, keepsValues: Bool, origin: TransactionOrigin, now: Double
    ) throws {
        self.connection = connection
        self.schema = schema
        self.keepsValues = keepsValues
        self.origin = origin
        self.now = now
        try HistorySchema.makeTables(for: schema, connection)
        if keepsValues { try HistorySchema.makeValueTables(for: schema, connection) }
    }

    /// Records updates and deletions before they happen, with the current rows.
    func recordBefore(_ changes: StoreChanges) throws {
        if changes.updates.isEmpty, changes.deletions.isEmpty { return }
        var next = try reserve(changes.updates.count + changes.deletions.count)
        func areSame(_ a: StoreChanges.Update, _ b: StoreChanges.Update) -> Bool {
            a.slots == b.slots && a.otherSlots == b.otherSlots
        }
        try forEachRun(of: changes.updates, isSame: areSame) { row, keys in
            try recordUpdates(of: keys, row.slots.slots + row.otherSlots, schema.require(row.layout), change: next)
            next += Int64(keys.count)
        }
        try forEachRun(of: changes.deletions, isSame: { _, _ in true }) { row, keys in
            try recordDeletions(of: keys, schema.require(row.layout), change: next)
            next += Int64(keys.count)
        }
    }

    /// Calls `body` for each run of rows of one entity with consecutive keys, with the first row and the keys.
    /// - Parameter isSame: Whether a row may be in a run with the one before it.
    private func forEachRun<Row: KeyedRow>(
        of rows: [Row], isSame: (Row, Row) -> Bool, _ body: (Row, ClosedRange<Int64>) throws -> Void
    ) throws {
        var start = 0
        while start < rows.count {
            let first = rows[start]
            var end = start + 1
            while end < rows.count, first.layout.entities.count == 1, rows[end].layout === first.layout,
                rows[end].key == rows[end - 1].key.successor, isSame(rows[end - 1], rows[end])
            {
                end += 1
            }
            try body(first, first.key...rows[end - 1].key)
            start = end
        }
    }

    /// Records inserted rows, with one statement for each run of consecutive keys.
    func recordInsertions(_ blocks: [RowBlock]) throws {
        let count = blocks.reduce(0) { $0 + $1.count }
        if count == 0 { return }
        var next = try reserve(count)
        var run: (keys: ClosedRange<Int64>, layout: EntityLayout)?
        for block in blocks {
            let layout = block.table.layout
            for row in 0..<block.count {
                let key = block.key(row)
                if let known = run, known.layout === layout, known.keys.upperBound.successor == key {
                    run?.keys = known.keys.lowerBound...key
                } else {
                    if let run { try recordRun(run.keys, of: run.layout, change: &next) }
                    run = (key...key, layout)
                }
            }
        }
        if let run { try recordRun(run.keys, of: run.layout, change: &next) }
    }

    /// Records the transaction, even if it changes nothing.
    func recordTransaction() throws { if number == nil { try begin() } }

    private func recordRun(_ keys: ClosedRange<Int64>, of layout: EntityLayout, change: inout Int64) throws {
        try recordRun(keys, schema.require(layout), change: change)
        change += Int64(keys.count)
    }

    /// Records the size of the transaction, for pruning. Call it last.
    func finish() throws {
        guard keepsValues, let number else { return }
        var bytes: Int64 = 0
        for table in schema.tables where statements[table.layout.number] != nil {
            let lengths = table.columnNames.map { "ifnull(length(CAST(\(SQLName.identifier($0)) AS BLOB)), 0)" }
            let statement = try connection.cached(
                "SELECT sum(\((["32"] + lengths).joined(separator: " + "))) FROM"
                    + " \(SQLName.identifier(HistorySchema.valueTable(of: table))) WHERE Z_CHANGE >= ?")
            defer { statement.reset() }
            try statement.bind(int64: firstChange, at: 1)
            if try statement.step() { bytes += statement.int64(0) }
        }
        try connection.cached("INSERT OR REPLACE INTO \(HistorySchema.sizeTable) VALUES (?, ?, ?)")
            .run(.integer(number), .integer(changeCount), .integer(bytes))
    }

    // MARK: Rows

    private func recordRun(_ keys: ClosedRange<Int64>, _ table: TableSchema, change: Int64) throws {
        try connection.cached(
            "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)"
                + " SELECT Z_PK + ?1, 16001, 0, Z_ENT, Z_PK, ?2 FROM \(SQLName.identifier(table.name))"
                + " WHERE Z_PK BETWEEN ?3 AND ?4"
        ).run(
            .integer(change &- keys.lowerBound), .integer(number ?? 0), .integer(keys.lowerBound),
            .integer(keys.upperBound))
    }

    private func recordUpdates(
        of keys: ClosedRange<Int64>, _ slots: [Int], _ table: TableSchema, change: Int64
    ) throws {
        let statements = try statements(of: table)
        let bytes = statements.columnBytes(of: slots, in: try entity(of: keys.lowerBound, in: table))
        try statements.update.run(
            .integer(change &- keys.lowerBound), .integer(number ?? 0), .blob(bytes), .integer(keys.lowerBound),
            .integer(keys.upperBound))
        try keepRows(keys, statements, change: change)
    }

    private func recordDeletions(of keys: ClosedRange<Int64>, _ table: TableSchema, change: Int64) throws {
        let statements = try statements(of: table)
        try statements.deletion(of: entity(of: keys.lowerBound, in: table)).run(
            .integer(change &- keys.lowerBound), .integer(number ?? 0), .integer(keys.lowerBound),
            .integer(keys.upperBound))
        try keepRows(keys, statements, change: change)
    }

    private func keepRows(_ keys: ClosedRange<Int64>, _ statements: HistoryStatements, change: Int64) throws {
        try statements.keep?.run(
            .integer(change &- keys.lowerBound), .integer(keys.lowerBound), .integer(keys.upperBound))
    }

    private func statements(of table: TableSchema) throws -> HistoryStatements {
        if let statements = statements[table.layout.number] { return statements }
        let new = try HistoryStatements(table, connection: connection, keepsValues: keepsValues)
        statements[table.layout.number] = new
        return new
    }

    /// The entity of a row, which is queried only if several entities share the table.
    private func entity(of key: Int64, in table: TableSchema) throws -> EntityDescription {
        let entities = table.layout.entities
        guard entities.count > 1 else { return entities[0] }
        let statement = try connection.cached("SELECT Z_ENT FROM \(SQLName.identifier(table.name)) WHERE Z_PK = ?")
        defer { statement.reset() }
        try statement.bind(int64: key, at: 1)
        guard try statement.step(), let entityIndex = table.entityIndex(ofNumber: statement.int64(0)) else {
            return entities[0]
        }
        return entities[entityIndex]
    }

    // MARK: Numbers

    /// Reserves numbers for changes and returns the first. The first call begins the transaction.
    private func reserve(_ count: Int) throws -> Int64 {
        if number == nil { try begin() }
        let first = try next(.change, count)
        if changeCount == 0 { firstChange = first }
        changeCount += Int64(count)
        return first
    }

    private func begin() throws {
        let number = try next(.transaction, 1)
        let process = HistoryProcess.name
        let hasStrings = try connection.tableExists("ATRANSACTIONSTRING")
        let strings = try [origin.author, process, origin.contextName, process].map { text -> Value in
            guard let text else { return .null }
            return hasStrings ? .integer(try string(text)) : .text(text)
        }
        let columns = ["ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID"].map { hasStrings ? $0 + "TS" : $0 }
        try connection.cached(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, \(SQLName.list(columns)), ZTIMESTAMP) VALUES (?, 16002, ?, ?, ?, ?, ?)"
        ).run([.integer(number)] + strings + [.real(now)])
        self.number = number
    }

    /// The key of a string in `ATRANSACTIONSTRING`, where it is inserted if it is new.
    private func string(_ text: String) throws -> Int64 {
        let statement = try connection.cached("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?")
        defer { statement.reset() }
        try statement.bind(text: text, at: 1)
        if try statement.step() { return statement.int64(0) }
        let key = try next(.string, 1)
        try connection.cached("INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, 16003, ?)")
            .run(.integer(key), .text(text))
        return key
    }

    /// Advances a counter of the history. A number is never assigned twice, even after its rows were deleted. Core Data
    /// makes the counters with the first transaction, so they may be missing.
    private func next(_ entity: HistorySchema.Entity, _ count: Int) throws -> Int64 {
        let statement = try connection.cached(
            "SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0),"
                + " ifnull((SELECT max(Z_PK) FROM \(entity.table)), 0))")
        defer { statement.reset() }
        try statement.bind(int64: entity.rawValue, at: 1)
        guard try statement.step(), statement.columnType(0) == .integer else {
            throw PersistenceError(.corruptStore, "The store has no counter for its history.")
        }
        let last = statement.int64(0)
        statement.reset()
        let (highest, isOverflow) = last.addingReportingOverflow(Int64(count))
        if isOverflow || highest == .max { throw StoreNumbers.used(.history, "numbers for its history") }
        try connection.cached("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
            .run(.integer(highest), .integer(entity.rawValue))
        if connection.changes == 0 {
            try connection.cached("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?)")
                .run(.integer(entity.rawValue), .text(entity.name), .integer(highest))
        }
        return last + 1
    }
}

/// A change of one row, of which a history records those with consecutive keys together.
private protocol KeyedRow {
    var layout: EntityLayout { get }
    var key: Int64 { get }
}

extension StoreChanges.Update: KeyedRow {}
extension StoreChanges.Deletion: KeyedRow {}

/// The name of this process. It also serves as the bundle ID, because there are no bundles.
enum HistoryProcess {
    static let name = ProcessInfo.processInfo.processName
}

/// The properties that an update changed, in the format of `ZCOLUMNS`: one bit per property, sorted by name, starting
/// with the highest bit of the first byte (inferred).
enum HistoryColumns {
    static func bytes(of slots: [Int], in entity: EntityDescription) -> [UInt8] {
        let properties = HistorySchema.bitProperties(of: entity)
        var bytes = [UInt8](repeating: 0, count: (properties.count + 7) / 8)
        for (position, slot) in properties.enumerated() where slots.contains(slot.index) {
            bytes[position / 8] |= 0x80 >> UInt8(position % 8)
        }
        return bytes
    }

    static func properties(_ bytes: some Collection<UInt8>, of entity: EntityDescription) -> [PropertyDescription] {
        let bytes = Array(bytes)
        return HistorySchema.bitProperties(of: entity).enumerated().compactMap { position, slot in
            guard position / 8 < bytes.count, bytes[position / 8] & (0x80 >> UInt8(position % 8)) != 0 else {
                return nil
            }
            return slot.property
        }
    }
}

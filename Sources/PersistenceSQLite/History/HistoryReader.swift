import Foundation
import Persistence
import SQLite

/// Reads a history. Files of older systems have no string table; the strings are then in the transaction.
struct HistoryReader {
    private let connection: Connection
    private let naming: StoreNaming
    private let hasStrings: Bool

    init(_ connection: Connection, naming: StoreNaming) throws {
        self.connection = connection
        self.naming = naming
        hasStrings = try connection.tableExists("ATRANSACTIONSTRING")
    }

    /// The number of the last transaction; nil if there is none.
    static func lastNumber(_ connection: Connection) throws -> Int64? {
        guard try HistorySchema.exists(connection) else { return nil }
        return try connection.scalar("SELECT max(Z_PK) FROM ATRANSACTION").integer
    }

    func transactions(after number: Int64, since timestamp: Double?) throws -> [HistoryTransactionRow] {
        let statement = try connection.prepare(
            "SELECT Z_PK, ZTIMESTAMP, \(string("AUTHOR")), \(string("CONTEXTNAME")), \(string("BUNDLEID")),"
                + " \(string("PROCESSID")) FROM ATRANSACTION t WHERE Z_PK > ? AND ifnull(ZTIMESTAMP > ?, 1) ORDER BY Z_PK"
        )
        try statement.bind([.integer(number), timestamp.map(Value.real) ?? .null])
        var rows: [HistoryTransactionRow] = []
        while try statement.step() {
            rows.append(
                HistoryTransactionRow(
                    number: statement.int64(0), timestamp: statement.double(1), author: statement.value(2).text,
                    contextName: statement.value(3).text, bundleID: statement.value(4).text,
                    processID: statement.value(5).text))
        }
        return rows
    }

    private func string(_ name: String) -> String {
        guard hasStrings else { return "Z\(name)" }
        return "coalesce((SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t.Z\(name)TS), Z\(name))"
    }

    func changes(after transaction: Int64, _ tables: StoreTables) throws -> [HistoryChangeRow] {
        let tombstones = try connection.columns(of: "ACHANGE").map(\.name).filter { $0.hasPrefix("ZTOMBSTONE") }
        let columns = ["Z_PK", "ZTRANSACTIONID", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS"] + tombstones
        let statement = try connection.prepare(
            "SELECT \(SQLName.list(columns)) FROM ACHANGE WHERE ZTRANSACTIONID > ? ORDER BY ZTRANSACTIONID, Z_PK")
        try statement.bind(int64: transaction, at: 1)
        let storeEntities = storeEntities(tables)
        let columnIndexes = Dictionary(uniqueKeysWithValues: tombstones.enumerated().map { ($1, Int32($0) + 6) })
        var rows: [HistoryChangeRow] = []
        while try statement.step() {
            guard let storeEntity = storeEntities[statement.int64(3)] else { continue }
            guard let type = PersistentHistoryChangeType(rawValue: Int(statement.int64(2))) else { continue }
            rows.append(
                HistoryChangeRow(
                    number: statement.int64(0), transaction: statement.int64(1), type: type,
                    objectID: ManagedObjectID(storeEntity: storeEntity, key: statement.int64(4)),
                    updatedProperties: type == .update && !statement.isNull(5)
                        ? HistoryColumns.properties(statement.blobBytes(5), of: storeEntity.entity) : [],
                    tombstone: type == .delete ? try tombstone(of: storeEntity, statement, columnIndexes) : []))
        }
        return rows
    }

    /// SQLite sorts the changes, outside memory if there are many.
    func forEachKeyChange(
        after transaction: Int64, in layout: EntityLayout, _ body: (HistoryKeyChange) throws -> Void
    ) throws {
        let numbers = Set(try naming.schema.require(layout).numbers)
        let statement = try connection.prepare(
            "SELECT ZENTITY, ZENTITYPK, Z_PK, ZTRANSACTIONID, ZCHANGETYPE FROM ACHANGE WHERE ZTRANSACTIONID > ?"
                + " ORDER BY ZENTITYPK, ZTRANSACTIONID, Z_PK")
        try statement.bind(int64: transaction, at: 1)
        while try statement.step() {
            guard numbers.contains(statement.int64(0)),
                let type = PersistentHistoryChangeType(rawValue: Int(statement.int64(4)))
            else { continue }
            try body(
                HistoryKeyChange(
                    key: statement.int64(1), number: statement.int64(2), transaction: statement.int64(3), type: type))
        }
    }

    func changeCounts(_ tables: StoreTables) throws -> [HistoryChangeCount] {
        let known = storeEntities(tables)
        let statement = try connection.prepare(
            "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, count(*) FROM ACHANGE"
                + " WHERE ZTRANSACTIONID >= (SELECT min(Z_PK) FROM ATRANSACTION) GROUP BY 1, 2, 3")
        var counts: [HistoryChangeCount] = []
        while try statement.step() {
            guard known[statement.int64(2)] != nil,
                let type = PersistentHistoryChangeType(rawValue: Int(statement.int64(1)))
            else { continue }
            counts.append(
                HistoryChangeCount(transaction: statement.int64(0), type: type, count: Int(statement.int64(3))))
        }
        return counts
    }

    /// The store's entities by their numbers in the file.
    private func storeEntities(_ tables: StoreTables) -> [Int64: StoreEntity] {
        var storeEntities: [Int64: StoreEntity] = [:]
        for table in naming.schema.tables {
            guard let rows = tables[table.layout] else { continue }
            for (entityIndex, number) in table.numbers.enumerated() {
                storeEntities[number] = rows.storeEntities[entityIndex]
            }
        }
        return storeEntities
    }

    /// The preserved values of a deleted row. Values of a wrong type are omitted, because the columns have no types.
    private func tombstone(
        of storeEntity: StoreEntity, _ statement: Statement, _ columnIndexes: [String: Int32]
    ) throws -> [(name: String, value: PropertyValue)] {
        let preserved = HistorySchema.preserved(in: storeEntity.entity)
        guard !preserved.isEmpty, let rows = storeEntity.table else { return [] }
        let reader = RowReader(try naming.schema.require(rows.layout), schema: naming.schema)
        let builder = RowBlockBuilder(table: rows, capacity: 1)
        builder.append(key: 0, version: 0, entityIndex: storeEntity.entityIndex)
        for (number, slot) in preserved.enumerated() {
            guard let column = columnIndexes["ZTOMBSTONE\(number)"] else { continue }
            let cell = statement.cell(column)
            _ = try reader.copy(cell, cell.type, to: builder, slot.index)
        }
        let block = builder.finish(fetchedAt: 0)
        return preserved.compactMap { slot in
            let value = block.value(0, slot: slot.index)
            return value.isNull ? nil : (slot.name, value)
        }
    }

    /// Reads rows as they were before these changes. They are in a table with the same columns as the entity's, so the
    /// same reader is used.
    func rowsBefore(
        _ changes: [Int64], in layout: EntityLayout, _ tables: StoreTables
    ) throws -> [Int64: HistoryRowBefore] {
        let table = try naming.schema.require(layout)
        let present = Set(try connection.columns(of: HistorySchema.valueTable(of: table)).map(\.name))
        guard !present.isEmpty, let rows = tables[layout] else { return [:] }
        let columns = (["Z_PK", "Z_OPT", "Z_ENT"] + table.columnNames).map { name in
            present.contains(name) ? SQLName.identifier(name) : "NULL"
        }
        let statement = try connection.prepare(
            "SELECT \(columns.joined(separator: ", ")), Z_CHANGE"
                + " FROM \(SQLName.identifier(HistorySchema.valueTable(of: table))) WHERE Z_CHANGE BETWEEN ? AND ?")
        let reader = RowReader(table, schema: naming.schema)
        var result: [Int64: HistoryRowBefore] = [:]
        for run in HistoryReader.runs(of: changes) {
            try statement.bind([.integer(run.lowerBound), .integer(run.upperBound)])
            defer { statement.reset() }
            while try statement.step() {
                let builder = RowBlockBuilder(table: rows, capacity: 1)
                try reader.append(statement, to: builder)
                let block = builder.finish(fetchedAt: 0)
                result[statement.int64(Int32(columns.count))] = HistoryRowBefore(
                    version: block.version(0), values: block.values(0))
            }
        }
        return result
    }

    /// The ranges of consecutive numbers among these. The changes of a few rows may be far apart: those of an import, of
    /// its undo and of its redo.
    private static func runs(of numbers: [Int64]) -> [ClosedRange<Int64>] {
        var runs: [ClosedRange<Int64>] = []
        for number in numbers.sorted() {
            if let last = runs.last, number <= last.upperBound.successor {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs
    }

    func totals() throws -> HistoryTotals? {
        let statement = try connection.prepare(
            "SELECT count(*), sum(Z_CHANGES), sum(Z_BYTES), (SELECT min(ZTIMESTAMP) FROM ATRANSACTION)"
                + " FROM \(HistorySchema.sizeTable)")
        guard try statement.step(), statement.int64(0) > 0 else { return nil }
        return HistoryTotals(
            transactions: Int(statement.int64(0)), changes: Int(statement.int64(1)), bytes: Int(statement.int64(2)),
            oldest: statement.double(3))
    }

    func sizes() throws -> [HistorySize] {
        let statement = try connection.prepare(
            "SELECT s.Z_TRANSACTION, t.ZTIMESTAMP, s.Z_CHANGES, s.Z_BYTES FROM \(HistorySchema.sizeTable) s"
                + " JOIN ATRANSACTION t ON t.Z_PK = s.Z_TRANSACTION ORDER BY s.Z_TRANSACTION")
        var sizes: [HistorySize] = []
        while try statement.step() {
            sizes.append(
                HistorySize(
                    transaction: statement.int64(0), timestamp: statement.double(1), changes: Int(statement.int64(2)),
                    bytes: Int(statement.int64(3))))
        }
        return sizes
    }
}

import Persistence
import SQLite

/// Reads a store with one connection. Used by the pool's readers, in read transactions, and in write transactions.
struct SQLiteReader: StoreReader {
    let connection: Connection
    let naming: StoreNaming
    let tables: StoreTables

    private var schema: StoreSchema { naming.schema }

    func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws {
        let (table, rows, reader) = try parts(of: fetch.entity.layout)
        let statement = try FetchStatement(fetch, naming: naming).select(table.selectList(of: fetch.slots), connection)
        let isShort = fetch.limit > 0 && fetch.limit <= 1_000
        var filler = BlockFiller(rows, expected: isShort ? fetch.limit : nil)
        if let known {
            try filler.fill(statement, reader, except: known, body)
        } else {
            try filler.fill(statement, reader, body)
        }
        try filler.finish(body)
    }

    func count(_ fetch: StoreFetch) throws -> Int {
        _ = try schema.require(fetch.entity.layout)
        let statement = try FetchStatement(fetch, naming: naming, isOrdered: false)
            .count(connection, isWindowed: fetch.limit > 0 || fetch.offset > 0)
        return try statement.step() ? Int(statement.int64(0)) : 0
    }

    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        let table = try schema.require(fetch.entity.layout)
        let statement = try FetchStatement(fetch, naming: naming).select("t0.Z_PK, t0.Z_ENT", connection)
        try forEachKey(of: statement, in: table, body)
    }

    /// The rows with these keys, each once, in key order.
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        guard !keys.isEmpty else { return [] }
        let (table, rows, reader) = try parts(of: layout)
        let lists = KeyList.lists(of: keys)
        return try inOneState(statements: lists.count) {
            var blocks: [RowBlock] = []
            var filler = BlockFiller(rows, expected: keys.count)
            for list in lists {
                let statement = try list.select(table.selectList, from: table.name, connection)
                try filler.fill(statement, reader) { blocks.append($0) }
            }
            try filler.finish { blocks.append($0) }
            return blocks
        }
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        let path = try schema.linkPath(of: slot, in: layout)
        let statement = try connection.cached(path.selectSQL)
        try statement.bind(int64: key, at: 1)
        var keys: [StoredKey] = []
        try forEachKey(of: statement, in: path.destination) { keys.append($0) }
        return keys
    }

    private func forEachKey(
        of statement: Statement, in table: TableSchema, _ body: (StoredKey) throws -> Void
    ) throws {
        while try statement.step() {
            let key = statement.int64(0)
            try body(
                StoredKey(key: key, entityIndex: try RowReader.entityIndex(statement, column: 1, key: key, in: table)))
        }
    }

    func parts(of layout: EntityLayout) throws -> (TableSchema, RowCache, RowReader) {
        let (table, rows) = (try schema.require(layout), try rows(of: layout))
        return (table, rows, RowReader(table, schema: schema))
    }

    /// The row cache of a table.
    func rows(of layout: EntityLayout) throws -> RowCache {
        guard let rows = tables[layout] else {
            throw PersistenceError(.invalidStore, "The store has no table for “\(layout.root.name ?? "")”.")
        }
        return rows
    }

    /// Several statements see the same state only inside a transaction.
    private func inOneState<T>(statements: Int, _ body: () throws -> T) throws -> T {
        guard statements > 1, connection.isAutocommit else { return try body() }
        return try connection.transaction(.deferred, body)
    }
}

extension LinkPath {
    var destination: TableSchema {
        switch self {
        case .foreignKey(let destination, _, _, _), .join(_, _, _, let destination): destination
        }
    }

    /// Selects the key and entity of each destination of the row whose key is bound.
    fileprivate var selectSQL: String {
        let table = SQLName.identifier(destination.name)
        switch self {
        case .foreignKey(_, let column, let orderColumn, _):
            let order = [orderColumn, "Z_PK"].compactMap { $0 }.map { "t0." + SQLName.identifier($0) }
            return "SELECT t0.Z_PK, t0.Z_ENT FROM \(table) t0 WHERE t0.\(SQLName.identifier(column)) = ?"
                + " ORDER BY \(order.joined(separator: ", "))"
        case .join(let join, let own, let other, _):
            let order = [other.orderColumn, other.column].compactMap { $0 }.map { "j." + SQLName.identifier($0) }
            return "SELECT t0.Z_PK, t0.Z_ENT FROM \(SQLName.identifier(join.name)) j"
                + " JOIN \(table) t0 ON t0.Z_PK = j.\(SQLName.identifier(other.column))"
                + " WHERE j.\(SQLName.identifier(own.column)) = ? ORDER BY \(order.joined(separator: ", "))"
        }
    }
}

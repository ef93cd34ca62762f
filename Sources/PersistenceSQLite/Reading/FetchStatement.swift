import Persistence
import SQLite

/// The SQL of a fetch, up to its column list, and the values to bind.
struct FetchStatement {
    private let tail: String
    private let bindings: [Value]

    /// - Parameter isOrdered: false where the order of the rows does not matter, as for a count.
    init(_ fetch: StoreFetch, naming: StoreNaming, isOrdered: Bool = true) {
        let compiled = PredicateCompiler.compile(
            fetch.predicate, sort: isOrdered ? fetch.sort : nil, entity: fetch.entity,
            includesSubentities: fetch.includesSubentities, naming: naming)
        let window = FetchStatement.window(limit: fetch.limit, offset: fetch.offset)
        tail = compiled.tail(table: naming.table(of: fetch.entity.layout)) + window.sql
        bindings = compiled.bindings + window.bindings
    }

    /// A statement that gives these columns of each row; the table's alias is `t0`.
    func select(_ columns: String, _ connection: Connection) throws -> Statement {
        try prepared("SELECT \(columns)\(tail)", connection)
    }

    /// A statement that gives the number of rows.
    func count(_ connection: Connection, isWindowed: Bool) throws -> Statement {
        try prepared(
            isWindowed ? "SELECT count(*) FROM (SELECT 1\(tail))" : "SELECT count(*)\(tail)", connection)
    }

    private func prepared(_ sql: String, _ connection: Connection) throws -> Statement {
        let statement = try connection.cached(sql)
        if !bindings.isEmpty { try statement.bind(bindings) }
        return statement
    }

    private static func window(limit: Int, offset: Int) -> (sql: String, bindings: [Value]) {
        switch (limit > 0, offset > 0) {
        case (false, false): ("", [])
        case (true, false): (" LIMIT ?", [.integer(Int64(limit))])
        case (_, true): (" LIMIT ? OFFSET ?", [.integer(limit > 0 ? Int64(limit) : -1), .integer(Int64(offset))])
        }
    }
}

import Persistence
import SQLite

/// Collects rows into blocks and passes on each full block. The first block is small, so that a short list is cheap.
struct BlockFiller {
    private static let firstCapacity = 64
    private static let capacity = 1_000

    private let table: RowCache
    private let fetchedAt: Double
    private var builder: RowBlockBuilder

    /// - Parameter expected: the maximum number of rows; nil when it is not known.
    init(_ table: RowCache, expected: Int?) {
        self.table = table
        fetchedAt = table.store?.persistentStoreCoordinator?.clock() ?? 0
        let capacity = expected.map { min(max($0, 1), BlockFiller.capacity) } ?? BlockFiller.firstCapacity
        builder = RowBlockBuilder(table: table, capacity: capacity)
    }

    /// Appends all rows of a statement, and passes full blocks to `body`.
    mutating func fill(_ statement: Statement, _ reader: RowReader, _ body: (RowBlock) throws -> Void) throws {
        while try statement.step() { try append(statement, reader, body) }
    }

    /// Appends the rows of a statement that are not in `known` with the same version.
    mutating func fill(
        _ statement: Statement, _ reader: RowReader, except known: any KnownRows,
        _ body: (RowBlock) throws -> Void
    ) throws {
        while try statement.step() {
            let (key, version) = try reader.version(statement)
            if !known.isKnown(key: key, version: version) { try append(statement, reader, body) }
        }
    }

    /// Appends the statement's current row, after passing a full block to `body`.
    mutating func append(_ statement: Statement, _ reader: RowReader, _ body: (RowBlock) throws -> Void) throws {
        if builder.isFull {
            try body(builder.finish(fetchedAt: fetchedAt))
            builder = RowBlockBuilder(table: table, capacity: BlockFiller.capacity)
        }
        try reader.append(statement, to: builder)
    }

    /// Passes on the remaining rows.
    func finish(_ body: (RowBlock) throws -> Void) throws {
        if builder.count > 0 { try body(builder.finish(fetchedAt: fetchedAt)) }
    }
}

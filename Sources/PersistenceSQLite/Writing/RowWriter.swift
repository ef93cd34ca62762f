import Persistence
import SQLite

/// Writes the rows of one table. It compiles one statement for each set of changed slots and keeps them.
final class RowWriter {
    private let connection: Connection
    private let table: TableSchema
    private let schema: StoreSchema
    private let tableName: String
    private let binding: RowBinding
    /// Nil if the table has no external data.
    private let files: ExternalDataWriter?
    private lazy var insertion = Result { try connection.cached(insertionSQL) }
    private lazy var deletion = Result {
        try connection.cached("DELETE FROM \(tableName) WHERE Z_PK = ? AND Z_OPT = ?")
    }
    private lazy var check = Result { try connection.cached("SELECT Z_OPT FROM \(tableName) WHERE Z_PK = ?") }
    /// The statements that remove the links of a deleted row.
    private lazy var unlinking = schema.unlinking(table.layout)
    private var updates: [SlotSet: UpdateStatement] = [:]

    /// An update of certain slots: the statement, and the block column of each of its first parameters. The new
    /// version, the key and the expected version follow.
    private typealias UpdateStatement = (statement: Statement, columns: [Int])

    init(_ table: TableSchema, schema: StoreSchema, connection: Connection, files: ExternalDataWriter?) {
        self.connection = connection
        self.table = table
        self.schema = schema
        self.tableName = SQLName.identifier(table.name)
        self.files = table.hasExternalValues ? files : nil
        binding = RowBinding(table, schema: schema, files: files)
    }

    /// Inserts all rows of a block of the table.
    func insert(_ block: RowBlock) throws {
        let statement = try insertion.get()
        // The statement reads the block's memory until its bindings are cleared.
        defer { withExtendedLifetime(block) { statement.clearBindings() } }
        for row in 0..<block.count {
            try statement.bind(int64: block.key(row), at: 1)
            try statement.bind(int64: table.numbers[block.entityIndex(row)], at: 2)
            for column in 0..<table.columnNames.count {
                // Cleared parameters are NULL, and a parameter stays as the row before bound it.
                if block.isNull(row, column: column), row == 0 || block.isNull(row - 1, column: column) { continue }
                try binding.bind(
                    block, row, column: column, to: statement, at: Int32(truncatingIfNeeded: column) &+ 3)
            }
            _ = try statement.step()
            if block.version(row) != 1 { try setVersion(block.version(row), ofKey: block.key(row)) }
        }
    }

    /// Updates rows of the table, all in the slots of the first one.
    /// - Returns: those that did not have the expected version.
    func update(_ rows: ArraySlice<StoreChanges.Update>) throws -> [StoreChanges.Update] {
        guard let slots = rows.first?.slots else { return [] }
        let (statement, columns) = try updateStatement(for: slots)
        // The statement reads the blocks' memory until its bindings are cleared.
        defer { withExtendedLifetime(rows) { statement.clearBindings() } }
        let next = Int32(truncatingIfNeeded: columns.count) &+ 1
        let replacesFiles = columns.contains { table.layout.contents[$0].isExternal }
        var stale: [StoreChanges.Update] = []
        for index in rows.indices {
            let (block, row) = (rows[index].block, rows[index].row)
            for place in columns.indices {
                try binding.bind(
                    block, row, column: columns[place], to: statement, at: Int32(truncatingIfNeeded: place) &+ 1)
            }
            try statement.bind(int64: block.version(row), at: next)
            try statement.bind(int64: block.key(row), at: next &+ 1)
            try statement.bind(int64: rows[index].expectedVersion, at: next &+ 2)
            _ = try statement.step()
            if connection.changes != 1 { stale.append(rows[index]) }
            if replacesFiles { files?.noteChange() }
        }
        return stale
    }

    /// Deletes the row, its links in join tables, and its key in rows of relationships without an inverse.
    /// - Returns: whether the row had the expected version.
    func delete(_ row: StoreChanges.Deletion) throws -> Bool {
        let statement = try deletion.get()
        try statement.bind(int64: row.key, at: 1)
        try statement.bind(int64: row.expectedVersion, at: 2)
        _ = try statement.step()
        guard connection.changes == 1 else { return false }
        files?.noteChange()
        for sql in unlinking { try connection.cached(sql).run(.integer(row.key)) }
        return true
    }

    /// - Returns: whether the row has the expected version.
    func hasVersion(_ row: StoreChanges.Check) throws -> Bool {
        let statement = try check.get()
        defer { statement.reset() }
        try statement.bind(int64: row.key, at: 1)
        guard try statement.step(), statement.columnType(0) == .integer else { return false }
        return statement.int64(0) == row.expectedVersion
    }
}

extension RowWriter {
    /// Rows are inserted with version 1. A restored record has another version.
    private func setVersion(_ version: Int64, ofKey key: Int64) throws {
        try connection.cached("UPDATE \(tableName) SET Z_OPT = ? WHERE Z_PK = ?").run(.integer(version), .integer(key))
    }

    private var insertionSQL: String {
        let columns = SQLName.list(["Z_PK", "Z_ENT", "Z_OPT"] + table.columnNames)
        let rest = Array(repeating: ", ?", count: table.columnNames.count).joined()
        return "INSERT INTO \(tableName) (\(columns)) VALUES (?, ?, 1\(rest))"
    }

    private func updateStatement(for slots: SlotSet) throws -> UpdateStatement {
        if let known = updates[slots] { return known }
        let statement = try compileUpdate(of: slots.slots)
        updates[slots] = statement
        return statement
    }

    /// `UPDATE … SET ZA = ?, …, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?`, including the companion columns of to-one
    /// columns. A position is kept, unless the reference changes.
    private func compileUpdate(of slots: [Int]) throws -> UpdateStatement {
        let companions = slots.enumerated().flatMap { position, slot in
            table.companions(ofSlot: slot).map { (column: $0, parameter: position + 1) }
        }
        let columns = slots + companions.map(\.column).filter { $0.content == .entity }.map(\.blockColumn)
        var assignments = columns.enumerated().map { position, column in
            "\(SQLName.identifier(table.columnNames[column])) = ?\(position + 1)"
        }
        for (column, parameter) in companions where column.content == .order {
            let name = SQLName.identifier(column.name)
            let reference = SQLName.identifier(table.columnName(ofSlot: column.slot))
            assignments.append("\(name) = iif(?\(parameter) IS \(reference), \(name), NULL)")
        }
        let next = columns.count + 1
        assignments.append("Z_OPT = ?\(next)")
        let sql =
            "UPDATE \(tableName) SET \(assignments.joined(separator: ", "))"
            + " WHERE Z_PK = ?\(next + 1) AND Z_OPT = ?\(next + 2)"
        return (try connection.cached(sql), columns)
    }
}

import Persistence
import SQLite

/// Writes the rows of one table. It compiles one statement for each set of changed slots and keeps them.
final class RowWriter {
    private let connection: Connection
    private let table: TableSchema
    private let schema: StoreSchema
    private let encodings: [ColumnEncoding]
    private let tableName: String
    private lazy var insertion = Result {
        try RowInsertion(table, schema: schema, encodings: encodings, connection: connection)
    }
    private lazy var deletion = Result {
        try connection.cached("DELETE FROM \(tableName) WHERE Z_PK = ? AND Z_OPT = ?")
    }
    private lazy var check = Result { try connection.cached("SELECT Z_OPT FROM \(tableName) WHERE Z_PK = ?") }
    private var updates: [SlotSet: UpdateStatement] = [:]
    private var lastUpdate: (slots: SlotSet, statement: UpdateStatement)?
    /// The columns for the entities of to-one destinations, by slot.
    private let entityColumns: [Int: EntityColumn]

    /// An update of certain slots: the statement, and its parameters after those of the values.
    private struct UpdateStatement {
        let statement: Statement
        /// The parameter of the entity column, for each to-one slot that has one.
        let entityParameters: [(slot: Int, parameter: Int32)]
        let newVersionParameter: Int32
    }

    /// The texts of the row being updated.
    private let texts = BindingBytes()

    private struct EntityColumn {
        let name: String
        let numbers: [Int64]
    }

    init(_ table: TableSchema, schema: StoreSchema, rows: RowTable, connection: Connection) {
        self.connection = connection
        self.table = table
        self.schema = schema
        self.encodings = rows.encodings
        self.tableName = SQLName.identifier(table.name)
        var entityColumns: [Int: EntityColumn] = [:]
        for column in table.columns where column.content == .destinationEntity {
            entityColumns[column.slot] = EntityColumn(
                name: column.name, numbers: schema.destinationNumbers(of: column, in: table))
        }
        self.entityColumns = entityColumns
    }

    /// Inserts the rows of a block.
    func insert(_ block: RowBlock) throws {
        try insertion.get().insert(block)
    }

    /// - Returns: whether the row had the expected version.
    func update(_ row: StoreChanges.Update) throws -> Bool {
        let update = try updateStatement(for: row.values)
        texts.removeAll()
        var parameter: Int32 = 0
        try row.values.forEach { _, value in
            parameter += 1
            try bind(value, at: parameter, of: update.statement)
        }
        for (slot, parameter) in update.entityParameters {
            guard let column = entityColumns[slot], let value = row.values[slot] else { continue }
            try update.statement.bind(number(of: value, column), at: parameter)
        }
        try update.statement.bind(int64: row.newVersion, at: update.newVersionParameter)
        try update.statement.bind(int64: row.key, at: update.newVersionParameter + 1)
        try update.statement.bind(int64: row.expectedVersion, at: update.newVersionParameter + 2)
        _ = try update.statement.step()
        return connection.changes == 1
    }

    /// Deletes the row and its links in join tables.
    /// - Returns: whether the row had the expected version.
    func delete(_ row: StoreChanges.Deletion) throws -> Bool {
        let statement = try deletion.get()
        try statement.bind(int64: row.key, at: 1)
        try statement.bind(int64: row.expectedVersion, at: 2)
        _ = try statement.step()
        guard connection.changes == 1 else { return false }
        for (name, column) in schema.joins(touching: table.layout) {
            try connection.cached("DELETE FROM \(SQLName.identifier(name)) WHERE \(SQLName.identifier(column)) = ?")
                .run(.integer(row.key))
        }
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
    private func bind(_ value: PropertyValue, at parameter: Int32, of statement: Statement) throws {
        guard case .string(let text) = value, let kept = text.utf8.withContiguousStorageIfAvailable(texts.keep) ?? nil
        else { return try statement.bind(value, at: parameter) }
        try statement.bind(textBytes: kept, at: parameter, copying: false)
    }

    private func updateStatement(for values: SparseValues) throws -> UpdateStatement {
        var slots = SlotSet()
        values.forEach { slot, _ in slots.insert(slot) }
        if let lastUpdate, lastUpdate.slots == slots { return lastUpdate.statement }
        let statement = try updates[slots] ?? compileUpdate(of: values.heldSlots)
        updates[slots] = statement
        lastUpdate = (slots, statement)
        return statement
    }

    /// `UPDATE … SET ZA = ?, …, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?`, including the companion columns of to-one
    /// columns.
    private func compileUpdate(of slots: [Int]) throws -> UpdateStatement {
        var assignments = slots.enumerated().map { position, slot in
            "\(SQLName.identifier(table.columnName(ofSlot: slot))) = ?\(position + 1)"
        }
        var next = slots.count + 1
        var entityParameters: [(slot: Int, parameter: Int32)] = []
        for (position, slot) in slots.enumerated() {
            for column in table.companions(ofSlot: slot) {
                let name = SQLName.identifier(column.name)
                if column.content == .order {
                    assignments.append("\(name) = iif(?\(position + 1) IS NULL, NULL, \(name))")
                } else {
                    assignments.append("\(name) = ?\(next)")
                    entityParameters.append((slot, Int32(next)))
                    next += 1
                }
            }
        }
        assignments.append("Z_OPT = ?\(next)")
        let sql =
            "UPDATE \(tableName) SET \(assignments.joined(separator: ", "))"
            + " WHERE Z_PK = ?\(next + 1) AND Z_OPT = ?\(next + 2)"
        return UpdateStatement(
            statement: try connection.cached(sql), entityParameters: entityParameters, newVersionParameter: Int32(next))
    }

    /// The number of the entity of a reference's destination; nil if the value is not a reference.
    private func number(of value: PropertyValue, _ column: EntityColumn) -> Int64? {
        guard case .reference(let id) = value else { return nil }
        let ordinal = id.resolved.entity.ordinal
        return column.numbers.indices.contains(ordinal) ? column.numbers[ordinal] : nil
    }
}

import Persistence
import SQLite

/// Copies rows of `SELECT <TableSchema.selectList>` into row blocks. This is the inner loop of every fetch.
///
/// Text and data are copied from SQLite's memory directly into the block, without an allocation per cell.
struct RowReader {
    /// The columns before those of the block: key, version, entity.
    private static let headerCount: Int32 = 3

    private let table: TableSchema
    private let contents: [ColumnContent]
    private let entityNumbers: [Int: [Int64]]

    init(_ table: TableSchema, schema: StoreSchema) {
        self.table = table
        contents = table.layout.contents
        entityNumbers = schema.entityNumbers(in: table)
    }

    /// Appends the statement's current row.
    /// - Throws: `corruptStore` for a cell of the wrong type; the message names the row and column, not the value.
    func append(_ statement: Statement, to builder: RowBlockBuilder) throws {
        let (key, version) = try version(statement)
        builder.append(
            key: key, version: version,
            entityIndex: try RowReader.entityIndex(statement, column: 2, key: key, in: table))
        for column in contents.indices {
            let cell = statement.cell(Int32(truncatingIfNeeded: column) &+ RowReader.headerCount)
            let type = cell.type
            if case .null = type { continue }
            guard try copy(cell, type, to: builder, column) else {
                throw RowReader.damaged(table.columnNames[column], key, table)
            }
        }
    }

    /// The key and version of the statement's current row.
    @inline(__always)
    func version(_ statement: Statement) throws -> (key: Int64, version: Int64) {
        let (key, version) = (statement.cell(0).int64, statement.cell(1))
        guard case .integer = version.type else { throw RowReader.damaged("Z_OPT", key, table) }
        return (key, version.int64)
    }

    /// The index of the row's entity.
    /// - Throws: `corruptStore` for a number that does not belong to the table.
    @inline(__always)
    static func entityIndex(_ statement: Statement, column: Int32, key: Int64, in table: TableSchema) throws -> Int {
        let number = statement.cell(column)
        guard case .integer = number.type, let entityIndex = table.entityIndex(ofNumber: number.int64) else {
            throw damaged("Z_ENT", key, table)
        }
        return entityIndex
    }

    /// False when the cell does not have its column's type.
    @inline(__always)
    func copy(_ cell: Statement.Cell, _ type: ColumnType, to builder: RowBlockBuilder, _ column: Int) throws -> Bool {
        switch contents[column] {
        case .integer, .boolean, .reference, .order:
            guard case .integer = type else { return false }
            builder.set(int64: cell.int64, column: column)
        case .double, .float, .date:
            switch type {
            case .real, .integer: builder.set(double: cell.double, column: column)
            case .text, .blob, .null: return false
            }
        case .string, .uri:
            guard case .text = type else { return false }
            builder.set(bytes: cell.textBytes, column: column)
        case .data, .transformed, .externalData, .externalArchive:
            guard case .blob = type else { return false }
            builder.set(bytes: cell.blobBytes, column: column)
        case .decimal, .uuid, .entity: return copyRare(cell, type, to: builder, column)
        }
        return true
    }

    private func copyRare(
        _ cell: Statement.Cell, _ type: ColumnType, to builder: RowBlockBuilder, _ column: Int
    ) -> Bool {
        switch contents[column] {
        case .uuid:
            let bytes = cell.blobBytes
            guard case .blob = type, bytes.count == 16 else { return false }
            builder.set(bytes: bytes, column: column)
        case .decimal: return copyDecimal(cell, type, to: builder, column)
        default:
            guard case .integer = type, let numbers = entityNumbers[column],
                let entityIndex = numbers.firstIndex(of: cell.int64)
            else { return false }
            builder.set(int64: Int64(entityIndex), column: column)
        }
        return true
    }

    /// SQLite stores most decimals as doubles. The shortest text for the same double has the original digits.
    private func copyDecimal(
        _ cell: Statement.Cell, _ type: ColumnType, to builder: RowBlockBuilder, _ column: Int
    ) -> Bool {
        switch type {
        case .integer, .text: builder.set(bytes: cell.textBytes, column: column)
        case .real:
            var text = cell.double.description
            text.withUTF8 { builder.set(bytes: $0, column: column) }
        case .blob, .null: return false
        }
        return true
    }

    private static func damaged(_ column: String, _ key: Int64, _ table: TableSchema) -> PersistenceError {
        PersistenceError(
            .corruptStore, "Row \(key) of \(table.name) is damaged: \(column) does not have a valid value.")
    }
}

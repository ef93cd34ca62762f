import Persistence
import SQLite

/// Copies rows of `SELECT <TableSchema.selectList>` into row blocks: the hot loop of every fetch.
///
/// Texts and data go straight from SQLite's memory into the block; nothing is allocated for a cell.
struct RowReader {
    /// What a cell must hold.
    private enum Content: UInt8 {
        case integer
        case real
        case decimal
        case text
        case blob
        case uuid
        /// The number of an entity, which becomes its ordinal.
        case entity
    }

    /// The columns before those of the block: key, version, entity.
    private static let headerCount: Int32 = 3

    private let table: TableSchema
    private let contents: ContiguousArray<Content>
    /// The numbers of the destination's entities, for block columns that hold one.
    private let destinationNumbers: [Int: [Int64]]

    init(_ table: TableSchema, encodings: [ColumnEncoding], schema: StoreSchema) {
        self.table = table
        var contents = ContiguousArray(encodings.map(RowReader.content))
        var numbers: [Int: [Int64]] = [:]
        for column in table.columns where column.content == .destinationEntity {
            contents[column.blockColumn] = .entity
            let destination = table.layout.slots[column.slot].relationship?.destinationEntity
            numbers[column.blockColumn] = destination.flatMap { schema[$0.layout]?.numbers } ?? []
        }
        self.contents = contents
        self.destinationNumbers = numbers
    }

    /// Appends the statement's current row.
    /// Kinds are matched by pattern: `==` on them is a call through a witness table, once for each cell.
    /// - Throws: `corruptStore` for a cell of another kind than its column's; the message names the place, not the value.
    func append(_ statement: Statement, to builder: RowBlockBuilder) throws {
        let (key, version) = try version(statement)
        builder.append(
            key: key, version: version,
            ordinal: try RowReader.ordinal(statement, column: 2, key: key, in: table))
        for column in contents.indices {
            let source = Int32(truncatingIfNeeded: column) &+ RowReader.headerCount
            let type = statement.columnType(source)
            if case .null = type { continue }
            guard try copy(statement, source, type, to: builder, column) else {
                throw RowReader.damaged(table.columnNames[column], key, table)
            }
        }
    }

    /// The key and version of the statement's current row.
    @inline(__always)
    func version(_ statement: Statement) throws -> (key: Int64, version: Int64) {
        let key = statement.int64(0)
        guard case .integer = statement.columnType(1) else { throw RowReader.damaged("Z_OPT", key, table) }
        return (key, statement.int64(1))
    }

    /// The ordinal of the entity whose number the row has.
    /// - Throws: `corruptStore` for a number that is none of the table's.
    @inline(__always)
    static func ordinal(_ statement: Statement, column: Int32, key: Int64, in table: TableSchema) throws -> Int {
        guard case .integer = statement.columnType(column),
            let ordinal = table.ordinal(ofNumber: statement.int64(column))
        else { throw damaged("Z_ENT", key, table) }
        return ordinal
    }

    /// False when the cell is of another kind than its column.
    @inline(__always)
    private func copy(
        _ statement: Statement, _ source: Int32, _ type: ColumnType, to builder: RowBlockBuilder, _ column: Int
    ) throws -> Bool {
        switch contents[column] {
        case .integer:
            guard case .integer = type else { return false }
            builder.set(int64: statement.int64(source), column: column)
        case .real:
            switch type {
            case .real, .integer: builder.set(double: statement.double(source), column: column)
            case .text, .blob, .null: return false
            }
        case .text:
            guard case .text = type else { return false }
            builder.set(bytes: statement.textBytes(source), column: column)
        case .blob:
            guard case .blob = type else { return false }
            builder.set(bytes: RowReader.bytes(statement, source), column: column)
        case .decimal, .uuid, .entity: return copyRare(statement, source, type, to: builder, column)
        }
        return true
    }

    private func copyRare(
        _ statement: Statement, _ source: Int32, _ type: ColumnType, to builder: RowBlockBuilder, _ column: Int
    ) -> Bool {
        switch contents[column] {
        case .uuid:
            let bytes = RowReader.bytes(statement, source)
            guard case .blob = type, bytes.count == 16 else { return false }
            builder.set(bytes: bytes, column: column)
        case .decimal: return copyDecimal(statement, source, type, to: builder, column)
        default:
            guard case .integer = type, let numbers = destinationNumbers[column],
                let ordinal = numbers.firstIndex(of: statement.int64(source))
            else { return false }
            builder.set(int64: Int64(ordinal), column: column)
        }
        return true
    }

    /// SQLite keeps most decimals as doubles; the shortest text that is the same double has the digits that were given.
    private func copyDecimal(
        _ statement: Statement, _ source: Int32, _ type: ColumnType, to builder: RowBlockBuilder, _ column: Int
    ) -> Bool {
        switch type {
        case .integer, .text: builder.set(bytes: statement.textBytes(source), column: column)
        case .real:
            var text = statement.double(source).description
            text.withUTF8 { builder.set(bytes: $0, column: column) }
        case .blob, .null: return false
        }
        return true
    }

    @inline(__always)
    private static func bytes(_ statement: Statement, _ source: Int32) -> UnsafeBufferPointer<UInt8> {
        statement.blobBytes(source).bindMemory(to: UInt8.self)
    }

    private static func content(of encoding: ColumnEncoding) -> Content {
        switch encoding {
        case .integer, .boolean, .reference: .integer
        case .double, .float, .date: .real
        case .decimal: .decimal
        case .string, .uri: .text
        case .data, .transformed: .blob
        case .uuid: .uuid
        }
    }

    private static func damaged(_ column: String, _ key: Int64, _ table: TableSchema) -> PersistenceError {
        PersistenceError(
            .corruptStore, "The row \(key) of \(table.name) is damaged: \(column) does not hold what it should.")
    }
}

import Persistence
import SQLite

/// Inserts the rows of blocks into one table. Text and data are bound directly from the block's memory.
struct RowInsertion {
    private let connection: Connection
    private let statement: Statement
    private let tableName: String
    /// `Z_ENT` by ordinal.
    private let numbers: [Int64]
    private let columns: ColumnContents

    /// The parameters before the columns: key and entity.
    private static let headerCount: Int32 = 2

    init(_ table: TableSchema, schema: StoreSchema, encodings: [ColumnEncoding], connection: Connection) throws {
        self.connection = connection
        tableName = SQLName.identifier(table.name)
        numbers = table.numbers
        columns = ColumnContents(table, encodings: encodings, schema: schema)
        statement = try connection.cached(RowInsertion.sql(table))
    }

    /// Inserts all rows of a block of the table.
    func insert(_ block: RowBlock) throws {
        defer {
            statement.clearBindings()
            withExtendedLifetime(block) {}
        }
        for row in 0..<block.count {
            try statement.bind(int64: block.key(row), at: 1)
            try statement.bind(int64: numbers[block.ordinal(row)], at: 2)
            for column in columns.contents.indices { try bind(block, row, column) }
            _ = try statement.step()
            if block.version(row) != 1 { try setVersion(block.version(row), ofKey: block.key(row)) }
        }
    }

    @inline(__always)
    private func bind(_ block: RowBlock, _ row: Int, _ column: Int) throws {
        let parameter = Int32(truncatingIfNeeded: column) &+ RowInsertion.headerCount &+ 1
        if block.isNull(row, column: column) { return try statement.bindNull(at: parameter) }
        let word = block.word(row, column: column)
        switch columns.contents[column] {
        case .integer: try statement.bind(int64: Int64(bitPattern: word), at: parameter)
        case .real: try statement.bind(double: Double(bitPattern: word), at: parameter)
        case .text: try statement.bind(textBytes: block.bytes(row, column: column), at: parameter, copying: false)
        case .blob, .uuid:
            try statement.bind(
                bytes: UnsafeRawBufferPointer(block.bytes(row, column: column)), at: parameter, copying: false)
        case .decimal: try bindDecimal(block.bytes(row, column: column), at: parameter)
        case .entity: try statement.bind(number(of: word, column), at: parameter)
        }
    }

    /// The column's affinity converts the text to a number.
    private func bindDecimal(_ text: UnsafeBufferPointer<UInt8>, at parameter: Int32) throws {
        if text.elementsEqual("NaN".utf8) { return try statement.bindNull(at: parameter) }
        try statement.bind(textBytes: text, at: parameter, copying: false)
    }

    private func number(of ordinal: UInt64, _ column: Int) -> Int64? {
        guard let numbers = columns.destinationNumbers[column] else { return nil }
        return ordinal < UInt64(numbers.count) ? numbers[Int(ordinal)] : nil
    }

    /// Rows are inserted with version 1. A restored record has another version.
    private func setVersion(_ version: Int64, ofKey key: Int64) throws {
        try connection.cached("UPDATE \(tableName) SET Z_OPT = ? WHERE Z_PK = ?").run(.integer(version), .integer(key))
    }

    private static func sql(_ table: TableSchema) -> String {
        let columns = SQLName.list(["Z_PK", "Z_ENT", "Z_OPT"] + table.columnNames)
        let rest = Array(repeating: ", ?", count: table.columnNames.count).joined()
        return "INSERT INTO \(SQLName.identifier(table.name)) (\(columns)) VALUES (?, ?, 1\(rest))"
    }
}

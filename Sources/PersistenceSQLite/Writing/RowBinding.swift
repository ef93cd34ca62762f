import Persistence
import SQLite

/// Binds the columns of row blocks to the parameters of statements. This is the inner loop of every write, as
/// `RowReader` is that of every fetch.
///
/// SQLite reads text and data directly from the block's memory, without an allocation per value. So the block must live
/// until the statement's bindings are cleared.
struct RowBinding {
    private let contents: [ColumnContent]
    private let entityNumbers: [Int: [Int64]]
    private let files: ExternalDataWriter?

    /// - Parameter files: writes values that are too large for a row; nil where there are none.
    init(_ table: TableSchema, schema: StoreSchema, files: ExternalDataWriter?) {
        self.files = files
        contents = table.layout.contents
        entityNumbers = schema.entityNumbers(in: table)
    }

    @inline(__always)
    func bind(_ block: RowBlock, _ row: Int, column: Int, to statement: Statement, at parameter: Int32) throws {
        if block.isNull(row, column: column) { return try statement.bindNull(at: parameter) }
        let word = block.word(row, column: column)
        switch contents[column] {
        case .integer, .boolean, .reference, .order:
            try statement.bind(int64: Int64(bitPattern: word), at: parameter)
        case .double, .float, .date: try statement.bind(double: Double(bitPattern: word), at: parameter)
        case .string, .uri:
            try statement.bind(textBytes: block.bytes(row, column: column), at: parameter, copying: false)
        case .data, .uuid, .transformed:
            try statement.bind(
                bytes: UnsafeRawBufferPointer(block.bytes(row, column: column)), at: parameter, copying: false)
        case .externalData, .externalArchive:
            try bindExternal(block.bytes(row, column: column), to: statement, at: parameter)
        case .decimal: try bindDecimal(block.bytes(row, column: column), to: statement, at: parameter)
        case .entity: try bindEntity(word, column, to: statement, at: parameter)
        }
    }

    /// Writes a large value to a file, and binds the file's name.
    private func bindExternal(
        _ bytes: UnsafeBufferPointer<UInt8>, to statement: Statement, at parameter: Int32
    ) throws {
        guard let files, let value = ExternalValue.value(in: bytes, longerThan: ExternalDataFolder.largestInline) else {
            return try statement.bind(bytes: UnsafeRawBufferPointer(bytes), at: parameter, copying: false)
        }
        let name = ExternalValue.file(name: try files.write(UnsafeRawBufferPointer(value)))
        try name.bytes.withUnsafeBytes { try statement.bind(bytes: $0, at: parameter, copying: true) }
    }

    /// The column's affinity converts the text to a number.
    private func bindDecimal(
        _ text: UnsafeBufferPointer<UInt8>, to statement: Statement, at parameter: Int32
    ) throws {
        if text.elementsEqual("NaN".utf8) { return try statement.bindNull(at: parameter) }
        try statement.bind(textBytes: text, at: parameter, copying: false)
    }

    private func bindEntity(_ entityIndex: UInt64, _ column: Int, to statement: Statement, at parameter: Int32) throws {
        guard let numbers = entityNumbers[column], entityIndex < UInt64(numbers.count) else {
            return try statement.bindNull(at: parameter)
        }
        try statement.bind(int64: numbers[Int(entityIndex)], at: parameter)
    }
}

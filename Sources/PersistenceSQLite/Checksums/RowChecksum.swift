import SQLite

/// A 64-bit checksum of some columns of a row as stored, including types and bytes.
///
/// Columns are identified by name, in any order, and NULL is ignored, so a new column changes no checksum until it has
/// a value. Any change to a single value changes the checksum.
struct RowChecksum {
    private(set) var value: UInt64

    private init(_ initial: UInt64) {
        value = initial
    }

    static let functionName = "row_checksum"
    /// The number of columns per call, because SQLite limits a function's arguments.
    private static let columnsPerCall = 40

    /// The SQL expression for the checksum of these columns of a table.
    static func expression(_ columns: [String], of table: String) -> String {
        var sql = "0"
        for start in stride(from: 0, to: columns.count, by: columnsPerCall) {
            let arguments = columns[start..<min(start + columnsPerCall, columns.count)]
                .map { ", \(seed($0)), \(table).\(SQLName.identifier($0))" }
            sql = "\(functionName)(\(sql)\(arguments.joined()))"
        }
        return sql
    }

    /// Registers the function that `expression` calls.
    static func register(on connection: Connection) throws {
        try connection.createFunction(functionName, argumentCount: -1, deterministic: true) { arguments in
            var checksum = RowChecksum(UInt64(bitPattern: arguments.int64(0)))
            var position = 1
            while position + 1 < arguments.count {
                checksum.add(arguments, position + 1, seed: UInt64(bitPattern: arguments.int64(position)))
                position += 2
            }
            return .integer(Int64(bitPattern: checksum.value))
        }
    }

    /// The checksum of strings, in order.
    static func of(_ texts: [String]) -> Int64 {
        var state: UInt64 = 0
        for var text in texts { text.withUTF8 { state = mixed(UnsafeRawBufferPointer($0), into: state) } }
        return Int64(bitPattern: state)
    }

    /// A number derived from a column's name.
    private static func seed(_ name: String) -> Int64 { of([name]) >> 1 }

    @inline(__always)
    private mutating func add(_ arguments: borrowing FunctionArguments, _ position: Int, seed: UInt64) {
        let type = arguments.type(position)
        let start = RowChecksum.mixed(UInt64(bitPattern: Int64(type.rawValue)), into: seed)
        switch type {
        case .null: return
        case .integer: value &+= RowChecksum.mixed(UInt64(bitPattern: arguments.int64(position)), into: start)
        case .real: value &+= RowChecksum.mixed(arguments.double(position).bitPattern, into: start)
        case .text: value &+= RowChecksum.mixed(UnsafeRawBufferPointer(arguments.textBytes(position)), into: start)
        case .blob: value &+= RowChecksum.mixed(arguments.blobBytes(position), into: start)
        }
    }

    private static func mixed(_ bytes: UnsafeRawBufferPointer, into state: UInt64) -> UInt64 {
        var state = mixed(UInt64(bytes.count), into: state)
        var index = 0
        while index &+ 8 <= bytes.count {
            state = mixed(
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)), into: state)
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index &+= 1
        }
        return mixed(rest, into: state)
    }

    /// Bijective in both the word and the state, so that no single change is lost.
    @inline(__always)
    private static func mixed(_ word: UInt64, into state: UInt64) -> UInt64 {
        let product = ((state ^ word) &+ 0x2545_F491_4F6C_DD1D) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 29)
    }
}

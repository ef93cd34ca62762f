import SQLite

/// Keys for a parameter list with one of a few lengths, so that a few statements serve any number of keys.
struct KeyList {
    /// The lengths, ascending, with the condition for a key.
    private static let forms = [1, 8, 64, 512].map {
        (length: $0, condition: $0 == 1 ? "= ?" : "IN (\(SQLName.parameters($0)))")
    }
    private static var longest: (length: Int, condition: String) { forms[forms.count - 1] }

    private let keys: ArraySlice<Int64>

    /// The unique keys in ascending order, split into lists of at most 512.
    static func lists(of keys: [Int64]) -> [KeyList] {
        let ascending = keys.sorted()
        let unique = ascending.indices.filter { $0 == 0 || ascending[$0 - 1] != ascending[$0] }.map { ascending[$0] }
        let length = longest.length
        return stride(from: 0, to: unique.count, by: length).map { start in
            KeyList(keys: unique[start..<min(start + length, unique.count)])
        }
    }

    /// A statement over the rows with these keys, in key order.
    func select(_ columns: String, from table: String, _ connection: Connection) throws -> Statement {
        let (length, condition) = KeyList.forms.first { $0.length >= keys.count } ?? KeyList.longest
        let statement = try connection.cached(
            "SELECT \(columns) FROM \(SQLName.identifier(table)) t0 WHERE t0.Z_PK \(condition) ORDER BY t0.Z_PK")
        let last = keys[keys.endIndex - 1]
        for position in 0..<length {
            let key = position < keys.count ? keys[keys.startIndex + position] : last
            try statement.bind(int64: key, at: Int32(position + 1))
        }
        return statement
    }
}

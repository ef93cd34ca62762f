import SQLite

extension Connection {
    /// The rows of a query, as arrays of values.
    func rows(_ sql: String) throws -> [[Value]] {
        let statement = try prepare(sql)
        var rows: [[Value]] = []
        while try statement.step() { rows.append(statement.values()) }
        return rows
    }

    func texts(_ sql: String) throws -> [String] { try rows(sql).compactMap { $0[0].text } }
    func integer(_ sql: String) throws -> Int64? { try scalar(sql).integer }
}

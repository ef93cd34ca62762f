import Persistence
import SQLite

/// Prefetching: reads a to-many relationship for many rows with one statement.
extension SQLiteReader {
    /// Passes each destination row once to `body`, and returns the destinations' keys by source key.
    func related(
        to keys: [Int64], through slot: Int, in layout: EntityLayout, _ body: (RowBlock) throws -> Void
    ) throws -> [Int64: [StoredKey]] {
        guard !keys.isEmpty else { return [:] }
        let path = try naming.schema.linkPath(of: slot, in: layout)
        let (table, rows, reader) = try parts(of: path.destination.layout)
        let statement = try connection.cached(path.selectManySQL)
        try statement.bind(text: "[" + keys.map(String.init).joined(separator: ",") + "]", at: 1)
        let ownerColumn = Int32(table.columnNames.count + 3)
        var filler = BlockFiller(rows, expected: nil)
        var seen: Set<Int64> = []
        var result: [Int64: [StoredKey]] = [:]
        while try statement.step() {
            let key = statement.int64(0)
            let entityIndex = try RowReader.entityIndex(statement, column: 2, key: key, in: table)
            result[statement.int64(ownerColumn), default: []].append(StoredKey(key: key, entityIndex: entityIndex))
            if seen.insert(key).inserted { try filler.append(statement, reader, body) }
        }
        try filler.finish(body)
        return result
    }
}

extension LinkPath {
    /// Selects the destinations of the rows whose keys are bound as a JSON list; the source key is the last column.
    fileprivate var selectManySQL: String {
        let table = SQLName.identifier(destination.name)
        let keys = "IN (SELECT value FROM json_each(?))"
        switch self {
        case .foreignKey(_, let column, let orderColumn, _):
            let owner = "t0." + SQLName.identifier(column)
            let order = [orderColumn, "Z_PK"].compactMap { $0 }.map { "t0." + SQLName.identifier($0) }
            return "SELECT \(destination.selectList), \(owner) FROM \(table) t0 WHERE \(owner) \(keys)"
                + " ORDER BY \(order.joined(separator: ", "))"
        case .join(let join, let own, let other, _):
            let owner = "j." + SQLName.identifier(own.column)
            let order = [other.orderColumn, other.column].compactMap { $0 }.map { "j." + SQLName.identifier($0) }
            return "SELECT \(destination.selectList), \(owner) FROM \(SQLName.identifier(join.name)) j"
                + " JOIN \(table) t0 ON t0.Z_PK = j.\(SQLName.identifier(other.column)) WHERE \(owner) \(keys)"
                + " ORDER BY \(order.joined(separator: ", "))"
        }
    }
}

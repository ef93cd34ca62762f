import Persistence
import SQLite

/// Writes the rows of join tables and the positions of ordered relationships.
///
/// Both ends of a relationship may write the same link: adding or removing it twice has no further effect.
struct LinkWriter {
    let connection: Connection
    let schema: StoreSchema

    func write(_ link: StoreChanges.Link) throws {
        switch try schema.linkPath(of: link.slot, in: link.layout) {
        case .foreignKey(let destination, _, let orderColumn):
            if let order = link.order, let orderColumn { try place(order, in: destination, orderColumn) }
        case .join(let join, let own, let other, _):
            try write(link, in: join, own: own, other: other)
        }
    }

    private func place(_ keys: [Int64], in table: TableSchema, _ orderColumn: String) throws {
        let column = SQLName.identifier(orderColumn)
        let statement = try connection.cached(
            "UPDATE \(SQLName.identifier(table.name)) SET \(column) = ?1 WHERE Z_PK = ?2 AND \(column) IS NOT ?1")
        for (position, key) in keys.enumerated() {
            try statement.run(.integer(Int64(position + 1)), .integer(key))
        }
    }

    private func write(
        _ link: StoreChanges.Link, in join: LinkTable, own: LinkTable.End, other: LinkTable.End
    ) throws {
        for key in link.removed { try remove(link.key, key, join, own, other) }
        for key in link.added { try add(link.key, key, join, own, other) }
        if let order = link.order, other.orderColumn != nil {
            try place(order, of: link.key, in: join, own: own, other: other)
        }
    }

    private func remove(
        _ key: Int64, _ otherKey: Int64, _ join: LinkTable, _ own: LinkTable.End, _ other: LinkTable.End
    ) throws {
        let statement = try connection.cached(
            "DELETE FROM \(SQLName.identifier(join.name))"
                + " WHERE \(SQLName.identifier(own.column)) = ? AND \(SQLName.identifier(other.column)) = ?")
        try statement.run(.integer(key), .integer(otherKey))
        if join.isReflexive { try statement.run(.integer(otherKey), .integer(key)) }
    }

    private func add(
        _ key: Int64, _ otherKey: Int64, _ join: LinkTable, _ own: LinkTable.End, _ other: LinkTable.End
    ) throws {
        let columns = SQLName.list([own.column, other.column])
        let statement = try connection.cached(
            "INSERT OR IGNORE INTO \(SQLName.identifier(join.name)) (\(columns)) VALUES (?, ?)")
        try statement.run(.integer(key), .integer(otherKey))
        if join.isReflexive { try statement.run(.integer(otherKey), .integer(key)) }
    }

    private func place(
        _ keys: [Int64], of key: Int64, in join: LinkTable, own: LinkTable.End, other: LinkTable.End
    ) throws {
        let column = SQLName.identifier(other.orderColumn ?? "")
        let statement = try connection.cached(
            "UPDATE \(SQLName.identifier(join.name)) SET \(column) = ?1 WHERE \(SQLName.identifier(own.column)) = ?2"
                + " AND \(SQLName.identifier(other.column)) = ?3 AND \(column) IS NOT ?1")
        for (position, otherKey) in keys.enumerated() {
            try statement.run(.integer(Int64(position + 1)), .integer(key), .integer(otherKey))
        }
    }
}

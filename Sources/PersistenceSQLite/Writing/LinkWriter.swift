import Persistence
import SQLite

/// Writes the links of to-many relationships that are outside their owner's row: rows of join tables, hidden foreign
/// keys, and the positions of ordered relationships.
///
/// Both ends of a relationship may write the same link: adding or removing it twice has no further effect.
struct LinkWriter {
    let connection: Connection
    let schema: StoreSchema

    func write(_ link: StoreChanges.Link) throws {
        let links: LinkStatements
        switch try schema.linkPath(of: link.slot, in: link.layout) {
        case .foreignKey(let destination, let column, let orderColumn, let isHidden):
            links = LinkStatements(
                table: destination.name, owner: column, member: "Z_PK", order: orderColumn,
                kind: isHidden ? .hidden : .inverse)
        case .join(let join, let own, let other, _):
            links = LinkStatements(
                table: join.name, owner: own.column, member: other.column, order: other.orderColumn,
                kind: join.isReflexive ? .reflexiveJoin : .join)
        }
        for key in link.removed { try change(links.removal, link.key, key, links.kind) }
        for key in link.added { try change(links.addition, link.key, key, links.kind) }
        if let order = link.order, links.order != nil { try place(order, of: link.key, links) }
    }

    private func change(_ sql: String?, _ owner: Int64, _ member: Int64, _ kind: LinkStatements.Kind) throws {
        guard let sql else { return }
        let statement = try connection.cached(sql)
        try statement.run(.integer(owner), .integer(member))
        if kind == .reflexiveJoin { try statement.run(.integer(member), .integer(owner)) }
    }

    /// Writes the positions that differ from those in the file.
    private func place(_ members: [Int64], of owner: Int64, _ links: LinkStatements) throws {
        var present: [Int64: Int64] = [:]
        let statement = try connection.cached(links.positions)
        defer { statement.reset() }
        try statement.bind(int64: owner, at: 1)
        while try statement.step() {
            if statement.columnType(1) == .integer { present[statement.int64(0)] = statement.int64(1) }
        }
        let positions = LinkPositions.positions(after: members.map { present[$0] })
        for (member, position) in zip(members, positions) where present[member] != position {
            try connection.cached(links.placing).run(.integer(position), .integer(owner), .integer(member))
        }
    }
}

/// The statements for the links of one relationship, seen from its owner.
private struct LinkStatements {
    enum Kind {
        /// The inverse of each member, which is written with the member's row.
        case inverse
        case hidden
        case join
        case reflexiveJoin
    }

    let table: String
    /// The column with the owner's key.
    let owner: String
    /// The column with the member's key.
    let member: String
    /// The column with the position.
    let order: String?
    let kind: Kind

    init(table: String, owner: String, member: String, order: String?, kind: Kind) {
        self.table = SQLName.identifier(table)
        self.owner = SQLName.identifier(owner)
        self.member = SQLName.identifier(member)
        self.order = order.map(SQLName.identifier)
        self.kind = kind
    }

    private var isLink: String { "\(owner) = ?1 AND \(member) = ?2" }
    private var withoutOrder: String { order.map { ", \($0) = NULL" } ?? "" }

    var addition: String? {
        switch kind {
        case .inverse: nil
        case .hidden: "UPDATE \(table) SET \(owner) = ?1\(withoutOrder) WHERE \(member) = ?2 AND \(owner) IS NOT ?1"
        case .join, .reflexiveJoin: "INSERT OR IGNORE INTO \(table) (\(owner), \(member)) VALUES (?1, ?2)"
        }
    }

    var removal: String? {
        switch kind {
        case .inverse: nil
        case .hidden: "UPDATE \(table) SET \(owner) = NULL\(withoutOrder) WHERE \(isLink)"
        case .join, .reflexiveJoin: "DELETE FROM \(table) WHERE \(isLink)"
        }
    }

    /// The members of an owner with their positions.
    var positions: String { "SELECT \(member), \(order ?? "NULL") FROM \(table) WHERE \(owner) = ?" }

    var placing: String { "UPDATE \(table) SET \(order ?? "") = ?1 WHERE \(owner) = ?2 AND \(member) = ?3" }
}

extension HiddenLink {
    /// Removes the key of an owner from the rows of a table.
    func clearing(in table: String) -> String {
        let columns = columns.map { SQLName.identifier($0) + " = NULL" }
        return "UPDATE \(SQLName.identifier(table)) SET \(columns.joined(separator: ", "))"
            + " WHERE \(SQLName.identifier(column)) = ?"
    }
}

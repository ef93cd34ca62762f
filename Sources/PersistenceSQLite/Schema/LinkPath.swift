import Persistence

/// How the destinations of a to-many relationship are stored.
enum LinkPath {
    /// As a key in each destination's row, with its position if the relationship is ordered. The key is the to-one
    /// inverse or, without an inverse, a hidden column.
    case foreignKey(destination: TableSchema, column: String, orderColumn: String?, isHidden: Bool)
    /// As rows of a join table.
    case join(JoinTableSchema, own: JoinTableSchema.End, other: JoinTableSchema.End, destination: TableSchema)
}

extension StoreSchema {
    /// - Throws: `coreData` when the slot is not a to-many relationship, or its destination is not in this store.
    func linkPath(of slot: Int, in layout: EntityLayout) throws -> LinkPath {
        let relationship = layout.slots[slot].relationship
        guard let relationship, let destination = relationship.destinationEntity, let table = self[destination.layout]
        else { throw StoreSchema.noLinks(of: layout.slots[slot].name) }
        for join in joins {
            if let (own, other) = join.ends(for: slot, in: layout) {
                return .join(join, own: own, other: other, destination: table)
            }
        }
        if let hidden = table.hiddenLink(of: slot, in: layout) {
            return .foreignKey(
                destination: table, column: hidden.column, orderColumn: hidden.orderColumn, isHidden: true)
        }
        guard let inverse = table.layout.slots.first(where: { $0.property === relationship.inverseRelationship }),
            inverse.isColumn
        else { throw StoreSchema.noLinks(of: relationship.name) }
        return .foreignKey(
            destination: table, column: table.columnName(ofSlot: inverse.index),
            orderColumn: inverse.orderColumn.map { table.columnNames[$0] }, isHidden: false)
    }

    /// The statements that remove all links of a row of this layout, whose key is bound: its rows in join tables, and
    /// its key in rows of relationships without an inverse.
    func unlinking(_ layout: EntityLayout) -> [String] {
        let ends = joins.flatMap { join in
            [join.first, join.second].filter { $0.layoutNumber == layout.number }.map { (join.name, $0.column) }
        }
        let hidden = tables.flatMap { table in
            table.hiddenLinks.filter { $0.ownerLayout == layout.number }.map { $0.clearing(in: table.name) }
        }
        return hidden
            + ends.map { "DELETE FROM \(SQLName.identifier($0.0)) WHERE \(SQLName.identifier($0.1)) = ?" }
    }

    private static func noLinks(of name: String) -> PersistenceError {
        PersistenceError(.coreData, "The relationship “\(name)” has no destinations in this store.")
    }
}

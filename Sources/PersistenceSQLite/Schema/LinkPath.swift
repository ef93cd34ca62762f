import Persistence

/// How the destinations of a to-many relationship are stored.
enum LinkPath {
    /// As the to-one inverse of each destination, with its position if the relationship is ordered.
    case foreignKey(destination: TableSchema, column: String, orderColumn: String?)
    /// As rows of a join table.
    case join(LinkTable, own: LinkTable.End, other: LinkTable.End, destination: TableSchema)
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
        guard let inverse = table.layout.slots.first(where: { $0.property === relationship.inverseRelationship }),
            inverse.isColumn
        else { throw StoreSchema.noLinks(of: relationship.name) }
        return .foreignKey(
            destination: table, column: table.columnName(ofSlot: inverse.index),
            orderColumn: inverse.orderColumn.map { table.columnNames[$0] })
    }

    /// The join tables with keys of this layout, and the columns of these keys.
    func joins(touching layout: EntityLayout) -> [(name: String, column: String)] {
        joins.flatMap { join in
            [join.first, join.second].filter { $0.layoutNumber == layout.number }.map { (join.name, $0.column) }
        }
    }

    private static func noLinks(of name: String) -> PersistenceError {
        PersistenceError(.coreData, "The relationship “\(name)” has no destinations in this store.")
    }
}

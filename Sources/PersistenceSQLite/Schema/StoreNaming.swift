import Persistence

/// The names of one store's tables and columns, for predicates and fetches.
struct StoreNaming: ColumnNaming {
    let schema: StoreSchema
    /// The UUID of the store.
    let identifier: String

    func table(of layout: EntityLayout) -> String {
        SQLName.identifier(schema[layout]?.name ?? "")
    }

    func column(slot: Int, of layout: EntityLayout) -> String {
        guard let table = schema[layout], slot < table.columnNames.count else { return SQLName.identifier("") }
        return SQLName.identifier(table.columnName(ofSlot: slot))
    }

    func joinTable(forSlot slot: Int, of layout: EntityLayout) -> JoinTable? {
        switch try? schema.linkPath(of: slot, in: layout) {
        case .join(let table, let own, let other, _)?:
            JoinTable(
                name: SQLName.identifier(table.name), sourceColumn: SQLName.identifier(own.column),
                destinationColumn: SQLName.identifier(other.column))
        case .foreignKey(let destination, let column, _, isHidden: true)?:
            JoinTable(
                name: SQLName.identifier(destination.name), sourceColumn: SQLName.identifier(column),
                destinationColumn: "Z_PK")
        case .foreignKey?, nil: nil
        }
    }

    func entityNumber(of entity: EntityDescription) -> Int64 {
        schema.numbering[entity] ?? 0
    }

    func key(of id: ManagedObjectID) -> Int64? {
        id.storeEntity.storeIdentifier == identifier ? id.key : nil
    }
}

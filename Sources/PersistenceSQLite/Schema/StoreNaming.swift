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
        SQLName.identifier(schema[layout]?.columnName(ofSlot: slot) ?? "")
    }

    func joinTable(forSlot slot: Int, of layout: EntityLayout) -> JoinTable? {
        guard case .join(let table, let own, let other, _)? = try? schema.linkPath(of: slot, in: layout) else {
            return nil
        }
        return JoinTable(
            name: SQLName.identifier(table.name), sourceColumn: SQLName.identifier(own.column),
            destinationColumn: SQLName.identifier(other.column))
    }

    func entityNumber(of entity: EntityDescription) -> Int64 {
        schema.numbering[entity] ?? 0
    }

    func key(of id: ManagedObjectID) -> Int64? {
        id.storeEntity.storeIdentifier == identifier ? id.key : nil
    }
}

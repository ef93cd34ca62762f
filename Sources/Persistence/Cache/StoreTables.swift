/// The row tables of one store, by layout.
package final class StoreTables: Sendable {
    /// In the order of the entities' numbers.
    package let all: [RowCache]

    init(model: ManagedObjectModel, store: PersistentStore) {
        all = model.rootEntities.map { RowCache(layout: $0.layout, store: store) }
    }

    package subscript(layout: EntityLayout) -> RowCache? {
        all.first { $0.layout === layout }
    }
}

/// The row tables of one store, by layout.
package final class StoreTables: @unchecked Sendable {
    private let byLayout: [UInt32: RowTable]
    /// In the order of the entities' numbers.
    package let all: [RowTable]

    init(model: ManagedObjectModel, store: PersistentStore) {
        all = model.rootEntities.map { RowTable(layout: $0.layout, store: store) }
        byLayout = Dictionary(uniqueKeysWithValues: all.map { ($0.layout.number, $0) })
    }

    package subscript(layout: EntityLayout) -> RowTable? {
        byLayout[layout.number]
    }
}

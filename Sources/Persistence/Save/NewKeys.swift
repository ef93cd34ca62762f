/// Keys for the new objects of one store: how many each table needs, and the next one.
struct NewKeys {
    private struct Table {
        let layout: EntityLayout
        var count = 0
        var next: Int64 = 0
    }

    private var tables: [Table] = []
    /// The index of the last object's table. Most objects are in the same table as the one before.
    private var last: (storeEntity: StoreEntity?, index: Int) = (nil, 0)

    /// Counts the objects that have no permanent ID yet.
    init(for objects: [ManagedObject]) {
        objects.forEach { object in
            if object.permanentKey == nil { tables[index(of: object)].count += 1 }
        }
    }

    /// Reserves the keys in the store.
    mutating func reserve(in transaction: some StoreTransaction) throws {
        for index in tables.indices {
            tables[index].next = try transaction.allocateKeys(tables[index].count, in: tables[index].layout)
        }
    }

    /// The next reserved key of the object's table.
    mutating func next(for object: ManagedObject) -> Int64 {
        let index = index(of: object)
        defer { tables[index].next += 1 }
        return tables[index].next
    }

    private mutating func index(of object: ManagedObject) -> Int {
        if object.storeEntity === last.storeEntity { return last.index }
        let layout = object.entity.layout
        let index = tables.firstIndex { $0.layout === layout } ?? tables.count
        if index == tables.count { tables.append(Table(layout: layout)) }
        last = (object.storeEntity, index)
        return index
    }
}

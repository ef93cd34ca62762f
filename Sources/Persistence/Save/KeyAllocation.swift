/// The keys of one store's new objects: how many each table needs, and the next one.
struct KeyAllocation {
    private struct Need {
        let layout: EntityLayout
        var count = 0
        var next: Int64 = 0
    }

    private var needs: [Need] = []
    /// Whether all objects have the same entity and no ID. This is so in most saves of many objects.
    private let isUniform: Bool
    /// The index of the last object's table. Most objects are in the same table as the one before.
    private var last: (storeEntity: StoreEntity?, index: Int) = (nil, 0)

    init(_ objects: [ManagedObject]) {
        let storeEntity = objects.first?.namedID.storeEntity
        isUniform = objects.allHeldSatisfy { $0.status.has(.withoutID) && $0.namedID.storeEntity === storeEntity }
        if isUniform {
            if let storeEntity { needs = [Need(layout: storeEntity.entity.layout, count: objects.count)] }
            return
        }
        for object in objects where object.permanentKey == nil { needs[place(of: object)].count += 1 }
    }

    /// Returns a key for each new object of the part: its own, or a new one from the store. Calls `note` with the IDs
    /// that replace temporary ones, if other objects may refer to them.
    mutating func keys(
        of part: SavePlan.Part, in transaction: any StoreTransaction, note: (TemporaryKey, ManagedObjectID) -> Void
    ) throws -> [Int64] {
        for index in needs.indices {
            needs[index].next = try transaction.allocateKeys(needs[index].count, in: needs[index].layout)
        }
        if isUniform, let need = needs.first { return Array(need.next..<need.next + Int64(need.count)) }
        var keys: [Int64] = []
        keys.reserveCapacity(part.inserted.count)
        let mayBeNamed = part.mayReachOut
        for object in part.inserted {
            let key = object.permanentKey ?? next(for: object)
            keys.append(key)
            guard mayBeNamed, let temporary = object.namedTemporaryKey else { continue }
            guard let table = part.store.table(for: object.entity.layout) else { continue }
            note(temporary, ManagedObjectID(storeEntity: table.storeEntities[object.entity.ordinal], key: key))
        }
        return keys
    }

    private mutating func next(for object: ManagedObject) -> Int64 {
        let index = place(of: object)
        defer { needs[index].next += 1 }
        return needs[index].next
    }

    private mutating func place(of object: ManagedObject) -> Int {
        if object.namedID.storeEntity === last.storeEntity { return last.index }
        let layout = object.entity.layout
        let index = needs.firstIndex { $0.layout === layout } ?? needs.count
        if index == needs.count { needs.append(Need(layout: layout)) }
        last = (object.namedID.storeEntity, index)
        return index
    }
}

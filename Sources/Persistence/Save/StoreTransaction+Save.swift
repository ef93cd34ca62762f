/// How a store of rows saves its part of a plan.
extension StoreTransaction {
    package var canRollBack: Bool { true }

    package func keys(for part: SavePlan.Part, _ ids: AssignedIDs) throws -> [Int64] {
        var new = NewKeys(for: part.inserted)
        try new.reserve(in: self)
        var keys: [Int64] = []
        keys.reserveCapacity(part.inserted.count)
        let mayBeReferred = part.mayReachOut
        part.inserted.forEach { object in
            if let key = object.permanentKey { return keys.append(key) }
            let key = new.next(for: object)
            keys.append(key)
            guard mayBeReferred, let temporary = object.registeredID.temporaryKey else { return }
            guard let table = part.store.table(for: object.entity.layout) else { return }
            ids[temporary] = ManagedObjectID(storeEntity: table.storeEntities[object.entity.entityIndex], key: key)
        }
        return keys
    }

    package func save(
        _ rows: PlannedRows, origin: TransactionOrigin
    ) throws -> (stale: [StoredKeyInTable], written: [WrittenRows]) {
        var (changes, written) = rows.changes()
        changes.origin = origin
        return (try apply(changes), written)
    }

    package func conflicts(of part: SavePlan.Part, stale: [StoredKeyInTable]) throws -> [MergeConflict] {
        let stale = Set(stale)
        return try conflicts(
            of: part.versioned.filter { object in
                guard let key = object.objectID.key else { return false }
                return stale.contains(StoredKeyInTable(layout: object.entity.layout, key: key))
            })
    }

    /// The conflicts of objects whose rows have other versions.
    func conflicts(of objects: [ManagedObject]) throws -> [MergeConflict] {
        var result: [MergeConflict] = []
        for (_, group) in Dictionary(grouping: objects, by: { $0.entity.layout.number }) {
            let blocks = try rows(keys: group.compactMap(\.objectID.key), in: group[0].entity.layout)
            result += ConflictDetection.againstStore(group, rows: blocks)
        }
        return result
    }
}

/// Finds objects that are not based on the latest version of their row.
enum ConflictDetection {
    /// Conflicts of objects whose row state is not the row in the coordinator's cache. If both sides deleted the record,
    /// there is no conflict and the object is marked as gone.
    static func againstCache(_ plan: SavePlan) -> [MergeConflict] {
        plan.parts.flatMap { possiblyOutdated($0.versioned) }.compactMap { object in
            guard let key = object.objectID.key, let table = object.objectID.storeEntity.table else { return nil }
            switch table.lookup(key) {
            case .unknown: return nil
            case .deleted: return conflict(object, theirs: nil, level: .contextAndCoordinator)
            case .row(let block, let row):
                guard differs(object, block, row) else { return nil }
                return conflict(
                    object, theirs: RowState(block: block, row: Int32(row)), level: .contextAndCoordinator)
            }
        }
    }

    /// The objects to look up in the cache: those whose row it has in another version, or may have.
    private static func possiblyOutdated(_ objects: [ManagedObject]) -> [ManagedObject] {
        guard let table = objects.first?.block?.table else { return objects }
        if table.agreesWithItself, objects.allSatisfy({ $0.block?.isCached(in: table) == true }) { return [] }
        var rows: [(key: Int64, version: Int64)] = []
        rows.reserveCapacity(objects.count)
        for object in objects {
            guard let block = object.block, block.isCached(in: table) else { return objects }
            rows.append((block.key(Int(object.row)), object.version))
        }
        return table.outdated(rows).map { objects[$0] }
    }

    /// Conflicts of objects whose row has another version in the store. `blocks` contains the store's versions of their
    /// rows.
    static func againstStore(_ objects: [ManagedObject], rows blocks: [RowBlock]) -> [MergeConflict] {
        var found: [Int64: (RowBlock, Int)] = [:]
        for block in blocks { for row in 0..<block.count { found[block.key(row)] = (block, row) } }
        return objects.compactMap { object in
            guard let key = object.objectID.key else { return nil }
            guard let (block, row) = found[key] else {
                object.objectID.storeEntity.table?.remove(key: key)
                return conflict(object, theirs: nil, level: .coordinatorAndStore)
            }
            guard differs(object, block, row) else { return nil }
            return conflict(object, theirs: RowState(block: block, row: Int32(row)), level: .coordinatorAndStore)
        }
    }

    /// Whether the row is another state of the record than the one that the object is based on. What an object saved in
    /// a store that chooses versions has another version when it is read again, but the same values.
    static func differs(_ object: ManagedObject, _ block: RowBlock, _ row: Int) -> Bool {
        if block.version(row) == object.version { return false }
        guard block.table.store?.backend.choosesVersions == true else { return true }
        return object.entity.slots.contains { slot in
            slot < block.table.layout.columnCount && block.value(row, slot: slot) != object.committedValue(slot)
        }
    }

    static func conflict(
        _ object: ManagedObject, theirs: RowState?, level: MergeConflict.Level
    ) -> MergeConflict? {
        if theirs == nil, object.status.pending == .deleted {
            object.managedObjectContext?.saveAttempt?.remember(object)
            object.status.flags.insert(.gone)
            return nil
        }
        return MergeConflict(object, theirs: theirs, level: level)
    }
}

/// Finding objects whose rows are not the ones they were read from.
enum ConflictDetection {
    /// Objects whose snapshot is not the row that the coordinator's cache has. Deleted on both sides is no conflict: such
    /// an object is marked gone.
    static func againstCache(_ plan: SavePlan) -> [MergeConflict] {
        plan.parts.flatMap { possiblyOutdated($0.versioned) }.compactMap { object in
            guard let key = object.objectID.key, let table = object.objectID.home.table else { return nil }
            switch table.lookup(key) {
            case .unknown: return nil
            case .deleted: return conflict(object, theirs: nil, level: .contextAndCoordinator)
            case .row(let block, let row):
                guard block.version(row) != object.version else { return nil }
                return conflict(
                    object, theirs: ObjectSnapshot(block: block, row: Int32(row)), level: .contextAndCoordinator)
            }
        }
    }

    /// The objects that are worth a look at the cache: those whose rows it has in another version, or cannot tell.
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

    /// Objects whose rows the store has in another version; `blocks` holds what it has of the rows in question.
    static func againstStore(_ objects: [ManagedObject], rows blocks: [RowBlock]) -> [MergeConflict] {
        var found: [Int64: (RowBlock, Int)] = [:]
        for block in blocks { for row in 0..<block.count { found[block.key(row)] = (block, row) } }
        return objects.compactMap { object in
            guard let key = object.objectID.key else { return nil }
            guard let (block, row) = found[key] else {
                object.objectID.home.table?.remove(key: key)
                return conflict(object, theirs: nil, level: .coordinatorAndStore)
            }
            guard block.version(row) != object.version else { return nil }
            return conflict(object, theirs: ObjectSnapshot(block: block, row: Int32(row)), level: .coordinatorAndStore)
        }
    }

    static func conflict(
        _ object: ManagedObject, theirs: ObjectSnapshot?, level: MergeConflict.Level
    ) -> MergeConflict? {
        if theirs == nil, object.status.pending == .deleted {
            object.managedObjectContext?.saveAttempt?.remember(object)
            object.status.flags.insert(.gone)
            return nil
        }
        return MergeConflict(object, theirs: theirs, level: level)
    }
}

/// The objects of one fetch from one store, in the order of the rows.
///
/// Where objects are registered already, the store asks of each row whether its version is known, and reads the columns of
/// the others alone. So objects come in two ways: at once, or with the block of their row, for which a gap is kept.
final class FetchResults: FamiliarRows {
    private let context: ManagedObjectContext
    private let values: FetchValues
    private let registered: IdentityMap.Objects
    private let homes: [ObjectIDHome]
    /// The objects whose rows were known.
    @exclusivity(unchecked) private var known: [ManagedObject] = []
    /// The objects of the blocks.
    @exclusivity(unchecked) private var read: [ManagedObject] = []
    /// The places of `read` among all, where the store asked.
    @exclusivity(unchecked) private var gaps: [Int] = []

    init(_ context: ManagedObjectContext, _ values: FetchValues, _ table: RowTable) {
        self.context = context
        self.values = values
        homes = table.homes
        registered = context.identityMap.objects(of: table.homes[0])
    }

    /// Whether a row of the table may be that of a registered object.
    var knowsObjects: Bool { !registered.byKey.isEmpty }

    /// All objects. Each gap is filled once every block has come.
    var objects: [ManagedObject] {
        if known.isEmpty { return read }
        if gaps.isEmpty { return known }
        var result: [ManagedObject] = []
        result.reserveCapacity(known.count + read.count)
        var rest = known[...]
        for (object, place) in zip(read, gaps) {
            let before = place - result.count
            result += rest.prefix(before)
            rest = rest.dropFirst(before)
            result.append(object)
        }
        return result + rest
    }

    func isFamiliar(key: Int64, version: Int64) -> Bool {
        guard let object = registered.byKey[key]?.living, object.stands(onVersion: version) else {
            gaps.append(known.count + gaps.count)
            return false
        }
        if !values.returnsObjectsAsFaults { context.realizeFetched(object) }
        known.append(object)
        return true
    }

    /// Adds the objects of a block's rows, made where there are none. Returns whether the block is of use.
    func append(_ block: RowBlock) -> Bool {
        registered.byKey.reserve(additional: block.count)
        var isUsed = false
        var start = 0
        while start < block.count {
            let ordinal = block.ordinal(start)
            var end = start + 1
            while end < block.count, block.ordinal(end) == ordinal { end += 1 }
            isUsed = append(start..<end, of: block, homes[ordinal]) || isUsed
            start = end
        }
        return isUsed
    }

    /// Adds the objects of rows of one entity.
    private func append(_ rows: Range<Int>, of block: RowBlock, _ home: ObjectIDHome) -> Bool {
        let entity = home.entity
        let objectClass = entity.managedObjectClass
        let map = context.identityMap
        let isPlain = values.returnsObjectsAsFaults && !context.retainsRegisteredObjects
        var isUsed = false
        for row in rows {
            let key = block.key(row)
            // Two ways to the end of each turn, so that a new object is handed on and not held once more.
            if let known = registered.byKey[key]?.living {
                isUsed = meet(known, block, row) || isUsed
                if !isPlain { finish(known) }
                read.append(known)
            } else {
                let object = objectClass.init(entity: entity, insertInto: nil)
                object.stand(on: block, row, ManagedObjectID(home: home, key: key), map)
                registered.byKey[key] = UnheldObject(object)
                isUsed = true
                if !isPlain { finish(object) }
                read.append(object)
            }
        }
        return isUsed
    }

    private func finish(_ object: ManagedObject) {
        if context.retainsRegisteredObjects { context.retained.insert(object) }
        if !values.returnsObjectsAsFaults { context.realizeFetched(object) }
    }

    /// A fetch came upon a registered object: only faults take the row. Returns whether the row is news to the cache.
    private func meet(_ object: ManagedObject, _ block: RowBlock, _ row: Int) -> Bool {
        context.revive(object)
        let isNews = !object.stands(onVersion: block.version(row))
        if object.status.has(.fault) {
            if isNews {
                object.block = block
                object.row = Int32(truncatingIfNeeded: row)
            }
        } else if values.shouldRefreshRefetchedObjects, isNews, object.status.pending != .inserted {
            context.reload(object, from: ObjectSnapshot(block: block, row: Int32(row)), event: .refresh)
            context.event.noteRefreshed(object)
        }
        return isNews
    }
}

extension ManagedObject {
    /// Makes a new object a fault that has its row already.
    @inline(__always)
    fileprivate func stand(on block: RowBlock, _ row: Int, _ id: ManagedObjectID, _ map: IdentityMap) {
        namedID = id
        storedBlock = block
        self.row = Int32(truncatingIfNeeded: row)
        status.flags = [.fault, .registered]
        identityMap = map
    }

    /// Whether the object has a row, in this version.
    @inline(__always)
    fileprivate func stands(onVersion version: Int64) -> Bool {
        guard let block else { return false }
        return block.version(Int(row)) == version
    }
}

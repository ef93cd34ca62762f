/// The objects of one fetch from one store, in row order.
///
/// If some objects are already registered, the store asks for each row whether its version is known, and reads the
/// columns of the other rows only. Objects of known rows are added at once. Each of the others leaves a gap, which is
/// filled when the block with its row arrives.
final class FetchResults: KnownRows {
    private let context: ManagedObjectContext
    private let values: FetchValues
    private let map: IdentityMap
    private let storeEntities: [StoreEntity]
    /// The context's objects of the table.
    private let registered: IdentityMap.Objects
    /// Whether no object of the table was registered before, so that no row has to be looked for.
    private let areAllNew: Bool
    /// Objects whose rows were known.
    private var known: [ManagedObject] = []
    /// Objects whose rows were read.
    private var read: [ManagedObject] = []
    /// The positions of `read` in the result, if the store asked for known rows.
    private var gaps: [Int] = []

    init(_ context: ManagedObjectContext, _ values: FetchValues, _ table: RowCache) {
        self.context = context
        self.values = values
        storeEntities = table.storeEntities
        map = context.identityMap
        registered = map.objects(in: table.storeEntities[0].tableNumber)
        areAllNew = registered.isEmpty
    }

    /// Whether a row of the table may belong to a registered object.
    var knowsObjects: Bool { !registered.isEmpty }

    /// All objects, with the gaps filled. Complete once every block was appended.
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

    func isKnown(key: Int64, version: Int64) -> Bool {
        guard let object = registered[key]?.retained, object.has(onVersion: version) else {
            gaps.append(known.count + gaps.count)
            return false
        }
        if !values.returnsObjectsAsFaults { context.realizeFetched(object) }
        known.append(object)
        return true
    }

    /// Adds the objects of a block's rows, creating those that are missing. Returns whether the row cache needs the
    /// block.
    func append(_ block: RowBlock) -> Bool {
        registered.reserve(additional: block.count)
        var isUsed = false
        var start = 0
        while start < block.count {
            let entityIndex = block.entityIndex(start)
            var end = start + 1
            while end < block.count, block.entityIndex(end) == entityIndex { end += 1 }
            isUsed = append(start..<end, of: block, storeEntities[entityIndex]) || isUsed
            start = end
        }
        return isUsed
    }

    /// Adds the objects of rows of one entity.
    private func append(_ rows: Range<Int>, of block: RowBlock, _ storeEntity: StoreEntity) -> Bool {
        let entity = storeEntity.entity
        let objectClass = entity.managedObjectClass
        let isPlain = values.returnsObjectsAsFaults && !context.retainsRegisteredObjects
        var isUsed = false
        // A local variable, so that appending checks no access to a property.
        var objects = read
        read = []
        defer { read = objects }
        for row in rows {
            let key = block.key(row)
            // Two branches that each finish the object, so that a new one is passed on without another retain.
            if !areAllNew, let known = registered[key]?.retained {
                isUsed = refreshKnown(known, block, row) || isUsed
                if !isPlain { finish(known) }
                objects.append(known)
            } else {
                let object = objectClass.init(entity: entity, insertInto: nil)
                object.rebase(on: block, row, ManagedObjectID(storeEntity: storeEntity, key: key), map)
                isUsed = true
                if !registered.add(UnretainedReference(object), key) {
                    objects.append(register(object, key, block, row))
                } else {
                    if !isPlain { finish(object) }
                    objects.append(object)
                }
            }
        }
        return isUsed
    }

    /// Registers a new object whose key has an entry: of an object that is being deallocated, or of one that a hook of
    /// another object has registered, which is returned in its place.
    private func register(_ object: ManagedObject, _ key: Int64, _ block: RowBlock, _ row: Int) -> ManagedObject {
        let known = registered[key]?.retained
        if let known {
            object.status.flags.remove(.registered)
            _ = refreshKnown(known, block, row)
        } else {
            map.register(object)
        }
        finish(known ?? object)
        return known ?? object
    }

    private func finish(_ object: ManagedObject) {
        if context.retainsRegisteredObjects { context.retained.insert(object) }
        if !values.returnsObjectsAsFaults { context.realizeFetched(object) }
    }

    /// Updates a registered object that a fetch returned. A fault takes a row of another version; an object in use does
    /// so only if the request refreshes. Returns whether the row's version differs from the object's.
    private func refreshKnown(_ object: ManagedObject, _ block: RowBlock, _ row: Int) -> Bool {
        context.reinstate(object)
        let isNews = !object.has(onVersion: block.version(row))
        if object.status.has(.fault) {
            if isNews {
                object.block = block
                object.row = Int32(truncatingIfNeeded: row)
            }
        } else if values.shouldRefreshRefetchedObjects, isNews, object.status.pending != .inserted {
            context.reload(object, from: RowState(block: block, row: Int32(row)), event: .refresh)
            context.event.noteRefreshed(object)
        }
        return isNews
    }
}

extension ManagedObject {
    /// Turns a new object into a fault that already has its row.
    @inline(__always)
    fileprivate func rebase(on block: RowBlock, _ row: Int, _ id: ManagedObjectID, _ map: IdentityMap) {
        beginID(id)
        rowMemory = block
        self.row = Int32(truncatingIfNeeded: row)
        status.flags = [.fault, .registered]
        identityMap = map
    }

    /// Whether the object has its row in this version.
    @inline(__always)
    fileprivate func has(onVersion version: Int64) -> Bool {
        guard let block else { return false }
        return block.version(Int(row)) == version
    }
}

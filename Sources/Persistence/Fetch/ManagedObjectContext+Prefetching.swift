import Foundation

/// Reading the related objects of many objects at once.
extension ManagedObjectContext {
    /// Reads the objects that the key paths lead to from `objects`. Paths with a common prefix share its steps; each
    /// step takes one round trip per table.
    /// - Throws: `coreData` for a path that is not made of relationships of the entity; the store's error.
    func prefetch(_ keyPaths: [String], of objects: [ManagedObject], entity: EntityDescription) throws {
        var steps: [String: [String]] = [:]
        for path in keyPaths {
            let names = path.split(separator: ".", maxSplits: 1).map(String.init)
            if let first = names.first { steps[first, default: []] += names.dropFirst() }
        }
        for (name, rest) in steps.sorted(by: { $0.key < $1.key }) {
            guard let relationship = entity.hierarchy.lazy.compactMap({ $0.relationshipsByName[name] }).first,
                let destination = relationship.destinationEntity
            else {
                throw PersistenceError(.coreData, "“\(entity.name ?? "")” has no relationship “\(name)” to prefetch.")
            }
            let found = try catchingFailedReads { try prefetch(name, of: objects) }
            try prefetch(rest, of: found, entity: destination)
        }
    }

    /// Reads one relationship for all objects that have it. Returns its destinations, each object once.
    private func prefetch(_ name: String, of objects: [ManagedObject]) throws -> [ManagedObject] {
        var owners: [Int: [ManagedObject]] = [:]
        for object in objects where !object.isDeleted {
            if let slot = object.entity.slot(named: name) { owners[slot, default: []].append(object) }
        }
        var found: [ManagedObject] = []
        var seen: Set<ManagedObject> = []
        for (slot, owners) in owners.sorted(by: { $0.key < $1.key }) {
            found += try related(slot, of: owners).filter { seen.insert($0).inserted }
        }
        return found
    }

    /// Reads the rows of faults, and their destinations in a relationship.
    /// - Returns: The destinations, one once for each owner.
    @discardableResult
    func prefetch(_ slot: Int, of owners: [ManagedObject]) throws -> [ManagedObject] {
        let unread = owners.filter { $0.status.has(.fault) && $0.block == nil }
        try withExtendedLifetime(readRows(unread.map(\.objectID))) {
            for object in unread { try adoptPrefetched(object) }
        }
        return try related(slot, of: owners)
    }

    private func related(_ slot: Int, of owners: [ManagedObject]) throws -> [ManagedObject] {
        if case .toMany = owners[0].entity.layout.slots[slot].kind { return try prefetchMany(slot, of: owners) }
        return try prefetchOne(slot, of: owners)
    }

    // MARK: To-one

    private func prefetchOne(_ slot: Int, of owners: [ManagedObject]) throws -> [ManagedObject] {
        let destinations = owners.compactMap { $0.relatedObjectUnfired(slot) }
        let unread = Set(destinations.filter { $0.status.has(.fault) && $0.block == nil }.map(\.objectID))
        try withExtendedLifetime(readRows(Array(unread))) {
            for object in destinations { try adoptPrefetched(object) }
        }
        return destinations
    }

    /// Reads rows into the row cache with one round trip per table. They stay there while the result is retained.
    private func readRows(_ ids: [ManagedObjectID]) throws -> [RowBlock] {
        if let parentContext { return try parentContext.performAndWait { try parentContext.readRows(ids) } }
        var blocks: [RowBlock] = []
        for (_, group) in Dictionary(grouping: ids, by: { $0.storeEntity.table.map(ObjectIdentifier.init) }) {
            guard let table = group[0].storeEntity.table, let store = table.store else { continue }
            let number = table.newGroup()
            let read = try reader(of: store).rows(keys: group.compactMap(\.key), in: table.layout)
            register(read, in: table, group: number)
            blocks += read
        }
        return blocks
    }

    /// Gives a fault its row from the cache. It remains a fault.
    private func adoptPrefetched(_ object: ManagedObject) throws {
        guard object.status.has(.fault), object.block == nil else { return }
        if let rowState = try storedState(of: object.objectID) { object.adopt(rowState) }
    }

    // MARK: To-many

    private func prefetchMany(_ slot: Int, of owners: [ManagedObject]) throws -> [ManagedObject] {
        let unread = owners.filter { $0.local?.related[slot] == nil && $0.objectID.key != nil }
        let read = try readDestinations(of: unread.map(\.objectID), slot: slot)
        try withExtendedLifetime(read.blocks) {
            for owner in unread {
                let ids = read.destinations[owner.objectID] ?? []
                let objects = ids.map { object(with: $0) }
                for object in objects { try adoptPrefetched(object) }
                owner.state.related[slot] = .many(committed: CommittedIDs(ids), held: objects)
            }
        }
        return owners.flatMap { $0.relatedObjectsUnfired(slot) }
    }

    /// Destinations by owner, and the blocks that keep their rows in the cache.
    private struct ReadDestinations: Sendable {
        var destinations: [ManagedObjectID: [ManagedObjectID]] = [:]
        var blocks: [RowBlock] = []
    }

    /// The destinations of records as the stores, or the parent, have them.
    private func readDestinations(of ids: [ManagedObjectID], slot: Int) throws -> ReadDestinations {
        guard let parentContext else { return try storedDestinations(of: ids, slot: slot) }
        return try parentContext.performAndWait {
            let owners = ids.map { parentContext.object(with: $0) }
            let unread = owners.filter { $0.local?.related[slot] == nil && $0.objectID.key != nil }
            var result = try parentContext.readDestinations(of: unread.map(\.objectID), slot: slot)
            for owner in unread {
                owner.state.related[slot] = .many(
                    committed: CommittedIDs(result.destinations[owner.objectID] ?? []), held: [])
            }
            for id in ids { result.destinations[id] = try parentContext.visibleDestinations(of: id, slot: slot) }
            return result
        }
    }

    private func storedDestinations(of ids: [ManagedObjectID], slot: Int) throws -> ReadDestinations {
        var result = ReadDestinations()
        if ids.first?.entity.layout.slots[slot].isTransient ?? true { return result }
        for (_, group) in Dictionary(grouping: ids, by: { $0.storeEntity.table.map(ObjectIdentifier.init) }) {
            guard let table = group[0].storeEntity.table, let store = table.store,
                let destination = table.layout.slots[slot].relationship?.destinationEntity,
                let destinations = store.table(for: destination.layout)
            else { continue }
            let keys = Set(group.compactMap(\.key)).sorted()
            let number = destinations.newGroup()
            var blocks: [RowBlock] = []
            let found = try reader(of: store).related(to: keys, through: slot, in: table.layout) { blocks.append($0) }
            register(blocks, in: destinations, group: number)
            result.blocks += blocks
            for id in group {
                guard let key = id.key else { continue }
                result.destinations[id] = table.destinationIDs(found[key] ?? [], slot: slot)
            }
        }
        return result
    }
}

/// Following relationships without firing faults: a fault that has its row remains a fault.
extension ManagedObject {
    fileprivate func relatedObjectUnfired(_ slot: Int) -> ManagedObject? {
        guard let value = unfiredValue(slot), let context = managedObjectContext else { return relatedObject(slot) }
        guard case .reference(let id) = value else { return nil }
        let object = context.object(with: id)
        state.related[slot] = .one(object)
        return object
    }

    fileprivate func relatedObjectsUnfired(_ slot: Int) -> [ManagedObject] {
        guard let value = unfiredValue(slot), let context = managedObjectContext else { return relatedObjects(slot) }
        let committed = committedMembers(slot)
        let ids =
            switch value {
            case .ordered(let ids): ids
            case .toMany(let change): change.applied(to: committed.ids)
            default: committed.ids
            }
        let objects = ids.map { context.object(with: $0) }
        state.related[slot] = .many(committed: committed, held: objects)
        return objects
    }

    /// The value of a fault that has its row; nil for any other object.
    private func unfiredValue(_ slot: Int) -> PropertyValue? {
        guard status.has(.fault), block != nil else { return nil }
        return local?.changes[slot]?.resolvingReferences ?? committedValue(slot)
    }
}

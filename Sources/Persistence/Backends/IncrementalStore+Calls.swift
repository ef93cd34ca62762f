import Foundation

/// The engine's calls to an incremental store, and checks of the results.
extension IncrementalStore {
    // MARK: Fetching

    /// The matching objects that the store returns, which are usually faults.
    func objects(_ fetch: StoreFetch, with context: ManagedObjectContext) throws -> [ManagedObject] {
        let result = try execute(fetch, .managedObjectResultType, with: context)
        guard let objects = result as? [ManagedObject],
            objects.allSatisfy({ $0.managedObjectContext === context })
        else { throw IncrementalStore.unexpected("objects of the context") }
        return objects
    }

    func objectIDs(_ fetch: StoreFetch, with context: ManagedObjectContext) throws -> [ManagedObjectID] {
        let result = try execute(fetch, .managedObjectIDResultType, with: context)
        guard let ids = result as? [ManagedObjectID], ids.allSatisfy({ $0.persistentStore === self }) else {
            throw IncrementalStore.unexpected("IDs of the store")
        }
        return ids
    }

    func count(_ fetch: StoreFetch, with context: ManagedObjectContext) throws -> Int {
        let result = try execute(fetch, .countResultType, with: context)
        let number = (result as? [Any])?.first ?? result
        guard case .integer(let count)? = PropertyValue(number), count >= 0 else {
            throw IncrementalStore.unexpected("a number")
        }
        return Int(count)
    }

    private func execute(
        _ fetch: StoreFetch, _ resultType: FetchRequestResultType, with context: ManagedObjectContext
    ) throws -> Any {
        let request = FetchRequest<ManagedObject>(values: fetch.values)
        request.entity = fetch.entity
        request.resultType = resultType
        request.fetchLimit = fetch.limit
        request.fetchOffset = fetch.offset
        request.affectedStores = [self]
        return try calling { try execute(request, with: context) }
    }

    // MARK: Records

    /// The record as a block of one row; nil when the record does not exist.
    func row(of id: ManagedObjectID, with context: ManagedObjectContext) throws -> RowBlock? {
        guard let table = table(for: id.entity.layout), let key = id.key else { return nil }
        return try calling {
            guard let node = try node(of: id, with: context) else { return nil }
            return try block(of: node, key: key, in: table, with: context)
        }
    }

    /// The record; nil when it does not exist.
    func node(of id: ManagedObjectID, with context: ManagedObjectContext) throws -> IncrementalStoreNode? {
        do {
            return try calling { try newValuesForObject(with: id, with: context) }
        } catch let error as PersistenceError where error.code == .inaccessibleObject {
            return nil
        }
    }

    /// The destinations of a to-many relationship.
    func destinations(
        of relationship: RelationshipDescription, of id: ManagedObjectID, with context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        let value = try calling { try newValue(forRelationship: relationship, forObjectWith: id, with: context) }
        if value is NSNull { return [] }
        guard let ids = elements(of: value) as? [ManagedObjectID],
            ids.allSatisfy({ $0.isSaved(by: self, for: relationship) })
        else {
            throw IncrementalStore.unexpected("IDs for “\(relationship.name)”")
        }
        return ids
    }

    // MARK: New objects

    /// Obtains permanent IDs for new objects and assigns them. The store is not notified that they are in use.
    func givePermanentIDs(to objects: [ManagedObject]) throws {
        guard !objects.isEmpty else { return }
        let ids = try calling { try obtainPermanentIDs(for: objects) }
        let fits = zip(objects, ids).allSatisfy { object, id in
            !id.isTemporaryID && id.persistentStore === self && id.entity === object.entity
        }
        guard ids.count == objects.count, fits, Set(ids).count == ids.count else {
            throw IncrementalStore.unexpected("one permanent ID for each new object")
        }
        guard zip(objects, ids).allSatisfy({ $0.identityMap?.object(for: $1) == nil }) else {
            throw IncrementalStore.unexpected("an ID that no other object has")
        }
        for (object, id) in zip(objects, ids) {
            object.registeredID.temporaryKey?.resolve(to: id)
            object.identityMap?.rename(object, to: id)
        }
    }

    static func unexpected(_ wanted: String) -> PersistenceError {
        PersistenceError(.coreData, "The store must return \(wanted), but returned something else.")
    }
}

extension ManagedObjectID {
    /// Whether this is the ID of a saved record of the store that can be a destination of the relationship.
    fileprivate func isSaved(by store: PersistentStore, for relationship: RelationshipDescription) -> Bool {
        guard !isTemporaryID, persistentStore === store else { return false }
        return relationship.destinationEntity.map { entity.isKindOf(entity: $0) } ?? true
    }
}

/// Conversion of nodes to rows.
extension IncrementalStore {
    fileprivate func block(
        of node: IncrementalStoreNode, key: Int64, in table: RowCache, with context: ManagedObjectContext
    ) throws -> RowBlock {
        let entity = node.objectID.entity
        let builder = RowBlockBuilder(table: table, capacity: 1)
        builder.append(key: key, version: Int64(bitPattern: node.version), entityIndex: entity.entityIndex)
        for slot in entity.slots where slot < table.layout.columnCount {
            builder.set(try value(of: table.layout.slots[slot], in: node, with: context), slot: slot)
        }
        return builder.finish(fetchedAt: persistentStoreCoordinator?.clock() ?? 0)
    }

    /// The value of an attribute, or of a to-one relationship.
    func value(
        of slot: EntityLayout.Slot, in node: IncrementalStoreNode, with context: ManagedObjectContext
    ) throws -> PropertyValue {
        if let relationship = slot.relationship { return try reference(relationship, in: node, with: context) }
        guard let value = slot.attribute?.propertyValue(from: node.values[slot.name]) else {
            throw IncrementalStore.unexpected("a value of the type of “\(slot.name)”")
        }
        return value
    }

    /// The destination of a to-one relationship, fetched from the store if the node does not have it.
    private func reference(
        _ relationship: RelationshipDescription, in node: IncrementalStoreNode, with context: ManagedObjectContext
    ) throws -> PropertyValue {
        let value =
            try node.value(for: relationship)
            ?? newValue(forRelationship: relationship, forObjectWith: node.objectID, with: context)
        if value is NSNull { return .null }
        guard let id = value as? ManagedObjectID, id.isSaved(by: self, for: relationship) else {
            throw IncrementalStore.unexpected("an ID for “\(relationship.name)”")
        }
        return .reference(id)
    }
}

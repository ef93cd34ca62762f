import Foundation
import Persistence

/// An in-memory store that uses only the public API and logs every call. Its reference objects are integers.
final class LoggingStore: IncrementalStore, @unchecked Sendable {
    static let type = "Logging"
    static let recordsKey = "LoggingRecords"

    private var known: [Int: UInt64] = [:]
    private var shared: SharedRecords { options[LoggingStore.recordsKey] as? SharedRecords ?? SharedRecords() }

    private func note(_ line: String) { shared { $0.log.append(line) } }

    override func loadMetadata() throws {
        note("metadata")
        let identifier = options["Identifier"] as? String ?? UUID().uuidString
        if options["NoIdentifier"] == nil { metadata[StoreMetadataKey.storeUUID] = identifier }
        metadata[StoreMetadataKey.storeType] = LoggingStore.type
    }

    override func execute(_ request: PersistentStoreRequest, with context: ManagedObjectContext?) throws -> Any {
        switch request {
        case let request as SaveChangesRequest: try save(request)
        case let request as FetchRequest<ManagedObject>:
            guard let context else { return [ManagedObject]() }
            return try fetch(request, context)
        default: note("unknown request")
        }
        return [ManagedObject]()
    }

    private func requireReadable() throws {
        if shared({ $0.isUnreadable }) { throw ReadFailure() }
    }

    private func name(of type: FetchRequestResultType) -> String {
        switch type {
        case .countResultType: "countResultType"
        case .managedObjectIDResultType: "managedObjectIDResultType"
        default: "managedObjectResultType"
        }
    }

    private func fetch(_ request: FetchRequest<ManagedObject>, _ context: ManagedObjectContext) throws -> Any {
        note("fetch \(name(of: request.resultType))")
        let nodes = shared { $0.records }.sorted { $0.key < $1.key }.map { node($0.value, $0.key) }
        let ids = try objectIDs(matching: request, among: nodes, with: context)
        switch request.resultType {
        case .countResultType: return [NSNumber(value: ids.count)]
        case .managedObjectIDResultType: return ids
        default: return ids.map { context.object(with: $0) }
        }
    }

    override func newValuesForObject(
        with objectID: ManagedObjectID, with context: ManagedObjectContext
    ) throws -> IncrementalStoreNode {
        let key = key(of: objectID)
        note("values \(key)")
        try requireReadable()
        guard let record = shared({ $0.records[key] }) else {
            throw PersistenceError(.inaccessibleObject, "There is no record \(key).")
        }
        known[key] = record.version
        return node(record, key)
    }

    override func newValue(
        forRelationship relationship: RelationshipDescription, forObjectWith objectID: ManagedObjectID,
        with context: ManagedObjectContext?
    ) throws -> Any {
        let key = key(of: objectID)
        note("relationship \(relationship.name) \(key)")
        try requireReadable()
        let links = shared { $0.records[key]?.links[relationship.name] ?? [] }
        let ids = links.map { newObjectID(for: relationship.destinationEntity!, referenceObject: $0) }
        return relationship.isToMany ? ids : ids.first ?? NSNull() as Any
    }

    override func obtainPermanentIDs(for array: [ManagedObject]) throws -> [ManagedObjectID] {
        note("permanent \(array.count)")
        return array.map { object in
            let key = shared { state in
                state.lastKey += 1
                return state.lastKey
            }
            return newObjectID(for: object.entity, referenceObject: key)
        }
    }

    override func managedObjectContextDidRegisterObjects(with objectIDs: [ManagedObjectID]) {
        if shared({ $0.logsUse }) { note("used \(objectIDs.count)") }
        for id in objectIDs { shared { [key = key(of: id)] in $0.users[key, default: 0] += 1 } }
    }

    override func managedObjectContextDidUnregisterObjects(with objectIDs: [ManagedObjectID]) {
        for id in objectIDs { shared { [key = key(of: id)] in $0.users[key, default: 0] -= 1 } }
    }

    private func key(of id: ManagedObjectID) -> Int { referenceObject(for: id) as? Int ?? 0 }

    private func node(_ record: SharedRecords.Record, _ key: Int) -> IncrementalStoreNode {
        let entity = persistentStoreCoordinator!.managedObjectModel.entitiesByName[record.entity]!
        return IncrementalStoreNode(
            objectID: newObjectID(for: entity, referenceObject: key), withValues: record.values,
            version: record.version)
    }

    // MARK: InteractiveSave

    private func save(_ request: SaveChangesRequest) throws {
        guard request.insertedObjects != nil else { return note("save without objects") }
        let inserted = request.insertedObjects ?? [], updated = request.updatedObjects ?? []
        let deleted = request.deletedObjects ?? [], locked = request.lockedObjects ?? []
        note("save \(inserted.count) \(updated.count) \(deleted.count) \(locked.count)")
        if inserted.contains(where: \.objectID.isTemporaryID) { note("temporary ID") }
        try refuseConflicts(updated.union(deleted).union(locked))
        for object in inserted { put(object, version: 10) }
        for object in updated { put(object, version: (known[key(of: object.objectID)] ?? 0) + 10) }
        for object in deleted { shared { [key = key(of: object.objectID)] in $0.records[key] = nil } }
    }

    private func refuseConflicts(_ objects: Set<ManagedObject>) throws {
        let always = shared { $0.reportsConflictsAlways }
        let conflicts = objects.filter { object in
            let key = key(of: object.objectID)
            return always || known[key] != shared { $0.records[key]?.version }
        }
        guard !conflicts.isEmpty else { return }
        throw PersistenceError(
            .saveConflicts, "Somebody else was here.",
            userInfo: [
                PersistenceError.Key.saveConflicts: conflicts.map {
                    MergeConflict(
                        source: $0, newVersion: 0, oldVersion: 0, cachedSnapshot: nil, persistedSnapshot: nil)
                }
            ])
    }

    private func put(_ object: ManagedObject, version: UInt64) {
        let key = key(of: object.objectID)
        var record = SharedRecords.Record(entity: object.entity.name ?? "", version: version)
        for name in object.entity.attributesByName.keys {
            record.values[name] = object.value(forKey: name) as? String
        }
        for name in object.entity.relationshipsByName.keys {
            record.links[name] = object.objectIDs(forRelationshipNamed: name).map(self.key)
        }
        known[key] = version
        shared { [record] in $0.records[key] = record }
    }
}

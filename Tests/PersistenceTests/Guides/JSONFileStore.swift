import Foundation
import Persistence

/// A store that keeps its records in one JSON file, written only with the public API.
///
/// Other programs may write the file. A record that changed since it was last read is a conflict.
final class JSONFileStore: IncrementalStore, @unchecked Sendable {
    static let type = "JSONFile"

    /// One record in the file.
    struct Record: Codable {
        var entity: String
        var version: UInt64
        var values: [String: Value]
        /// The keys of the related records, by relationship.
        var links: [String: [String]]
    }

    enum Value: Codable {
        case text(String)
        case number(Double)
    }

    struct Contents: Codable {
        var identifier: String
        var records: [String: Record]
    }

    /// The version of each record when it was last read.
    private var versionsRead: [String: UInt64] = [:]

    private var file: URL { url ?? URL(fileURLWithPath: "store.json") }

    private func read() throws -> Contents {
        try JSONDecoder().decode(Contents.self, from: Data(contentsOf: file))
    }

    private func write(_ contents: Contents) throws {
        try JSONEncoder().encode(contents).write(to: file, options: .atomic)
    }

    override func loadMetadata() throws {
        if !FileManager.default.fileExists(atPath: file.path) {
            let identifier = JSONFileStore.identifierForNewStore(at: file) as? String
            try write(Contents(identifier: identifier ?? UUID().uuidString, records: [:]))
        }
        metadata = [
            StoreMetadataKey.storeUUID: try read().identifier, StoreMetadataKey.storeType: JSONFileStore.type,
        ]
    }

    override func execute(_ request: PersistentStoreRequest, with context: ManagedObjectContext?) throws -> Any {
        guard let context else { return [ManagedObject]() }
        switch request {
        case let request as SaveChangesRequest:
            try save(request)
            return [ManagedObject]()
        case let request as FetchRequest<ManagedObject>:
            let ids = try objectIDs(matching: request, among: nodes(in: context), with: context)
            switch request.resultType {
            case .countResultType: return ids.count
            case .managedObjectIDResultType: return ids
            default: return ids.map { context.object(with: $0) }
            }
        default:
            throw CocoaError(.featureUnsupported)
        }
    }

    override func newValuesForObject(
        with objectID: ManagedObjectID, with context: ManagedObjectContext
    ) throws -> IncrementalStoreNode {
        let key = key(of: objectID)
        guard let record = try read().records[key] else {
            throw PersistenceError(.managedObjectReferentialIntegrity, "The record is gone.")
        }
        versionsRead[key] = record.version
        return node(record, objectID)
    }

    override func newValue(
        forRelationship relationship: RelationshipDescription, forObjectWith objectID: ManagedObjectID,
        with context: ManagedObjectContext?
    ) throws -> Any {
        let keys = try read().records[key(of: objectID)]?.links[relationship.name] ?? []
        let entity = relationship.destinationEntity ?? objectID.entity
        let ids = keys.map { newObjectID(for: entity, referenceObject: $0) }
        if relationship.isToMany { return ids }
        return ids.first ?? NSNull() as Any
    }

    override func obtainPermanentIDs(for array: [ManagedObject]) throws -> [ManagedObjectID] {
        array.map { newObjectID(for: $0.entity, referenceObject: UUID().uuidString) }
    }

    // MARK: Reading

    private func key(of objectID: ManagedObjectID) -> String { referenceObject(for: objectID) as? String ?? "" }

    private func nodes(in context: ManagedObjectContext) throws -> [IncrementalStoreNode] {
        let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
        return try read().records.sorted { $0.key < $1.key }.compactMap { key, record in
            guard let entity = entities[record.entity] else { return nil }
            return node(record, newObjectID(for: entity, referenceObject: key))
        }
    }

    private func node(_ record: Record, _ objectID: ManagedObjectID) -> IncrementalStoreNode {
        var values: [String: Any] = [:]
        for (name, attribute) in objectID.entity.attributesByName {
            switch record.values[name] {
            case .text(let text): values[name] = text
            case .number(let number):
                values[name] =
                    attribute.type == .date
                    ? Date(timeIntervalSinceReferenceDate: number) : NSNumber(value: number) as Any
            case nil: break
            }
        }
        return IncrementalStoreNode(objectID: objectID, withValues: values, version: record.version)
    }

    // MARK: Writing

    private func save(_ request: SaveChangesRequest) throws {
        var contents = try read()
        let updated = request.updatedObjects ?? [], deleted = request.deletedObjects ?? []
        try refuseConflicts(Array(updated) + Array(deleted) + Array(request.lockedObjects ?? []), contents)
        for object in request.insertedObjects ?? [] { put(object, version: 1, into: &contents) }
        for object in updated {
            let version = (contents.records[key(of: object.objectID)]?.version ?? 0) + 1
            put(object, version: version, into: &contents)
        }
        for object in deleted { contents.records[key(of: object.objectID)] = nil }
        try write(contents)
    }

    private func refuseConflicts(_ objects: [ManagedObject], _ contents: Contents) throws {
        let conflicts = objects.compactMap { object -> MergeConflict? in
            let key = key(of: object.objectID)
            let present = contents.records[key]?.version
            guard let known = versionsRead[key], present != known else { return nil }
            return MergeConflict(
                source: object, newVersion: Int(present ?? 0), oldVersion: Int(known), cachedSnapshot: nil,
                persistedSnapshot: nil)
        }
        guard conflicts.isEmpty else {
            throw PersistenceError(
                .persistentStoreSaveConflicts, "Records were changed by somebody else.",
                userInfo: [PersistenceError.Key.saveConflicts: conflicts])
        }
    }

    private func put(_ object: ManagedObject, version: UInt64, into contents: inout Contents) {
        var record = Record(entity: object.entity.name ?? "", version: version, values: [:], links: [:])
        for name in object.entity.attributesByName.keys { record.values[name] = value(object.value(forKey: name)) }
        for name in object.entity.relationshipsByName.keys {
            record.links[name] = object.objectIDs(forRelationshipNamed: name).map(key)
        }
        contents.records[key(of: object.objectID)] = record
        versionsRead[key(of: object.objectID)] = version
    }

    private func value(_ value: Any?) -> Value? {
        switch value {
        case let text as String: .text(text)
        case let date as Date: .number(date.timeIntervalSinceReferenceDate)
        case let number as NSNumber: .number(number.doubleValue)
        default: nil
        }
    }
}

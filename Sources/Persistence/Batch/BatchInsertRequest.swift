import Foundation

/// The kinds of result of a batch insertion. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum BatchInsertRequestResultType: UInt, Sendable {
    /// Only the status, which is always `true`.
    case statusOnly = 0
    /// The IDs of the inserted records, and of existing ones that a uniqueness constraint changed.
    case objectIDs = 1
    /// The number of those records.
    case count = 2
}

/// Inserts records directly into a store, without creating objects, in one transaction. An attribute that a dictionary
/// does not contain gets the model's default value. Nothing is validated and no context is notified, but history
/// records the insertion.
///
/// ```swift
/// var dates = (1...10_000).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }[...]
/// let request = BatchInsertRequest(entityName: "Session") { (values: NSMutableDictionary) in
///     guard let date = dates.popFirst() else { return true }
///     values["date"] = date
///     values["rating"] = 3
///     return false
/// }
/// request.resultType = .count
/// let result = try context.execute(request) as? BatchInsertResult
/// // Ten thousand sessions in one transaction, in the memory of one.
/// ```
///
/// The context's merge policy decides about a record whose unique values another record already has
/// (`EntityDescription.uniquenessConstraints`). Under `error`, the insertion fails. Under `mergeByPropertyStoreTrump` and
/// `rollback`, the other record stays as it is. Under `mergeByPropertyObjectTrump`, it takes the values that are set in
/// the new one; under `overwrite`, also the model's default values. The result has the IDs of new and changed records.
public final class BatchInsertRequest: PersistentStoreRequest {
    /// The name of the entity of the records.
    public let entityName: String
    /// The entity, if the request was created with it; otherwise the one with the name, in the model that a coordinator
    /// used last.
    public private(set) lazy var entity: EntityDescription! = ModelsInUse.entity(named: entityName)
    /// The values of each record by attribute name; nil if a handler provides them.
    public var objectsToInsert: [[String: Any]]?
    /// Fills in the next record, starting from an empty dictionary. Returns true to end the insertion without that
    /// record.
    public var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// Fills in the next record, as an object of the entity's class that belongs to no context. Returns true to end the
    /// insertion without that record.
    public var managedObjectHandler: ((ManagedObject) -> Bool)?
    /// The kind of result; the status by default.
    public var resultType = BatchInsertRequestResultType.statusOnly

    /// Creates a request that inserts one record per dictionary of attribute values.
    public init(entityName: String, objects: [[String: Any]]) {
        self.entityName = entityName
        objectsToInsert = objects
        super.init()
    }

    /// Creates a request that calls a handler for each record until it returns true. Apart from the IDs, memory use
    /// does not grow with the number of records.
    public init(entityName: String, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool) {
        self.entityName = entityName
        self.dictionaryHandler = dictionaryHandler
        super.init()
    }

    /// Creates a request that calls a handler for each record until it returns true, with an object whose values the
    /// record gets. Apart from the IDs, memory use does not grow with the number of records.
    public init(entityName: String, managedObjectHandler: @escaping (ManagedObject) -> Bool) {
        self.entityName = entityName
        self.managedObjectHandler = managedObjectHandler
        super.init()
    }

    /// Creates a request by entity instead of entity name.
    public convenience init(entity: EntityDescription, objects: [[String: Any]]) {
        self.init(entityName: entity.name ?? "", objects: objects)
        self.entity = entity
    }

    /// Creates a request by entity instead of entity name.
    public convenience init(
        entity: EntityDescription, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entityName: entity.name ?? "", dictionaryHandler: dictionaryHandler)
        self.entity = entity
    }

    /// Creates a request by entity instead of entity name.
    public convenience init(entity: EntityDescription, managedObjectHandler: @escaping (ManagedObject) -> Bool) {
        self.init(entityName: entity.name ?? "", managedObjectHandler: managedObjectHandler)
        self.entity = entity
    }

    /// Always `batchInsertRequestType`.
    public override var requestType: PersistentStoreRequestType { .batchInsertRequestType }
}

/// The result of a batch insertion.
public final class BatchInsertResult: PersistentStoreResult {
    /// A `Bool`, an `Int` or a `[ManagedObjectID]`, depending on `resultType`.
    public let result: Any?
    /// The request's result type.
    public let resultType: BatchInsertRequestResultType

    init(_ ids: [ManagedObjectID], _ resultType: BatchInsertRequestResultType) {
        self.resultType = resultType
        switch resultType {
        case .statusOnly: result = true
        case .objectIDs: result = ids
        case .count: result = ids.count
        }
    }
}

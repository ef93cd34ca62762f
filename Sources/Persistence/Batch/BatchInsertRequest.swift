/// What a batch insertion returns. The raw values are Core Data's.
public enum BatchInsertRequestResultType: UInt, Sendable {
    case statusOnly = 0
    case objectIDs = 1
    case count = 2
}

/// Inserts records straight into a store, without objects: in one transaction, with the model's default values for what a
/// dictionary leaves out. Nothing is validated and nobody is notified; history has it.
///
/// ```swift
/// let request = BatchInsertRequest(entityName: "Spot", objects: [["name": "Malibu"], ["name": "Rincon"]])
/// try context.execute(request)
/// ```
public final class BatchInsertRequest: PersistentStoreRequest {
    public let entityName: String
    /// The values of each record by the names of its attributes; nil where a handler gives them.
    public let objectsToInsert: [[String: Any]]?
    /// Fills in the next record; true ends the insertion, without that last one.
    public let dictionaryHandler: ((inout [String: Any]) -> Bool)?
    /// What the result is to be; the status unless set.
    public var resultType = BatchInsertRequestResultType.statusOnly

    public init(entityName: String, objects: [[String: Any]]) {
        self.entityName = entityName
        objectsToInsert = objects
        dictionaryHandler = nil
        super.init()
    }

    /// A request whose records are given one by one, as many as there are.
    public init(entityName: String, dictionaryHandler: @escaping (inout [String: Any]) -> Bool) {
        self.entityName = entityName
        objectsToInsert = nil
        self.dictionaryHandler = dictionaryHandler
        super.init()
    }

    public convenience init(entity: EntityDescription, objects: [[String: Any]]) {
        self.init(entityName: entity.name ?? "", objects: objects)
    }

    public override var requestType: PersistentStoreRequestType { .batchInsertRequestType }
}

/// What a batch insertion came to.
public final class BatchInsertResult: PersistentStoreResult {
    /// A `Bool`, an `Int` or `[ManagedObjectID]`, as the request's result type says.
    public let result: Any?
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

/// What a batch update returns. The raw values are Core Data's.
public enum BatchUpdateRequestResultType: UInt, Sendable {
    case statusOnlyResultType = 0
    case updatedObjectIDsResultType = 1
    case updatedObjectsCountResultType = 2
}

/// Sets attributes of all records that match, straight in the stores, without objects: in one transaction. Each record's
/// version ascends, so that whoever changes an object of it is told. Nothing is validated and nobody is notified; history
/// has it.
public final class BatchUpdateRequest: PersistentStoreRequest {
    public let entityName: String
    /// Which records; all for nil.
    public var predicate: FetchPredicate?
    /// Whether records of sub-entities are changed too. True unless set.
    public var includesSubentities = true
    /// The new values by the names of attributes; nil clears one. Relationships cannot be set.
    public var propertiesToUpdate: [String: Any?] = [:]
    /// What the result is to be; the status unless set.
    public var resultType = BatchUpdateRequestResultType.statusOnlyResultType

    public init(entityName: String) {
        self.entityName = entityName
        super.init()
    }

    public convenience init(entity: EntityDescription) {
        self.init(entityName: entity.name ?? "")
    }

    public override var requestType: PersistentStoreRequestType { .batchUpdateRequestType }
}

/// What a batch update came to.
public final class BatchUpdateResult: PersistentStoreResult {
    /// A `Bool`, an `Int` or `[ManagedObjectID]`, as the request's result type says.
    public let result: Any?
    public let resultType: BatchUpdateRequestResultType

    init(_ ids: [ManagedObjectID], _ resultType: BatchUpdateRequestResultType) {
        self.resultType = resultType
        switch resultType {
        case .statusOnlyResultType: result = true
        case .updatedObjectIDsResultType: result = ids
        case .updatedObjectsCountResultType: result = ids.count
        }
    }
}

/// The kinds of result of a batch update. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum BatchUpdateRequestResultType: UInt, Sendable {
    /// Only the status, which is always `true`.
    case statusOnlyResultType = 0
    /// The IDs of the updated records.
    case updatedObjectIDsResultType = 1
    /// The number of updated records.
    case updatedObjectsCountResultType = 2
}

/// Sets attributes of all matching records directly in the stores, without creating objects, in one transaction per
/// store. Each record's version increases, so a later save of an object that was read before the update finds a
/// conflict. Nothing is validated and no context is notified, but history records the update.
///
/// ```swift
/// let request = BatchUpdateRequest(entityName: "Session")
/// request.predicate = Session.rating >= 4
/// request.propertiesToUpdate = ["notes": "One of the good ones", "height": FetchExpression("height + 1")]
/// request.resultType = .updatedObjectIDsResultType
/// let result = try context.execute(request) as? BatchUpdateResult
///
/// // The store has the new values. Objects that were read before get them when the change is merged.
/// let ids = result?.result as? [ManagedObjectID] ?? []
/// var changes = SavedChanges()
/// changes.updated = ids
/// context.mergeChanges(changes)
/// ```
public final class BatchUpdateRequest: PersistentStoreRequest {
    /// The name of the entity of the records.
    public let entityName: String
    /// The entity, if the request was created with it; otherwise the one with the name, in the model that a coordinator
    /// used last.
    public private(set) lazy var entity: EntityDescription! = ModelsInUse.entity(named: entityName)
    /// The condition for records to update; nil updates all.
    public var predicate: FetchPredicate?
    /// Whether records of sub-entities are updated too. True by default.
    public var includesSubentities = true
    /// The new values by attribute, or by its name; nil and NSNull clear one. A `FetchExpression` is computed from each
    /// record as it was before the update. Relationships cannot be set.
    public var propertiesToUpdate: [AnyHashable: Any]? = [:]
    /// The kind of result; the status by default.
    public var resultType = BatchUpdateRequestResultType.statusOnlyResultType

    /// Creates a request that updates records of this entity.
    public init(entityName: String) {
        self.entityName = entityName
        super.init()
    }

    /// Creates a request by entity instead of entity name.
    public convenience init(entity: EntityDescription) {
        self.init(entityName: entity.name ?? "")
        self.entity = entity
    }

    /// Always `batchUpdateRequestType`.
    public override var requestType: PersistentStoreRequestType { .batchUpdateRequestType }
}

/// The result of a batch update.
public final class BatchUpdateResult: PersistentStoreResult {
    /// A `Bool`, an `Int` or a `[ManagedObjectID]`, depending on `resultType`.
    public let result: Any?
    /// The request's result type.
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

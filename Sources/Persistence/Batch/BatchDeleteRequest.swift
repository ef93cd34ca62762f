/// The kinds of result of a batch deletion. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum BatchDeleteRequestResultType: UInt, Sendable {
    /// Only the status, which is always `true`.
    case resultTypeStatusOnly = 0
    /// The IDs of the deleted records.
    case resultTypeObjectIDs = 1
    /// The number of deleted records.
    case resultTypeCount = 2
}

/// Deletes records directly in the stores, without creating objects, in one transaction per store. The model's delete
/// rules apply. Nothing is validated and no context is notified, but history records the deletion.
///
/// ```swift
/// let old = FetchRequest<any FetchRequestResult>(entityName: "Session")
/// old.predicate = Session.date < Date(timeIntervalSinceReferenceDate: 900_000_000)
/// let request = BatchDeleteRequest(fetchRequest: old)
/// request.resultType = .resultTypeCount
/// let result = try context.execute(request) as? BatchDeleteResult
/// // How many sessions were deleted. Delete rules were applied, such as a cascade to their photos.
/// ```
public final class BatchDeleteRequest: PersistentStoreRequest {
    /// The records to delete.
    enum Target {
        case fetch(FetchValues)
        case objects([ManagedObjectID])
    }

    let target: Target
    /// A request for the records to delete.
    public var fetchRequest: FetchRequest<any FetchRequestResult> {
        switch target {
        case .fetch(let values): return FetchRequest(values: values)
        case .objects(let ids):
            var values = FetchValues(entityName: ids.first?.entity.rootEntity.name)
            values.predicate = FetchPredicate("SELF IN %@", ids)
            return FetchRequest(values: values)
        }
    }
    /// The kind of result; the status by default. IDs and count include the requested records only, not those deleted
    /// by cascade.
    public var resultType = BatchDeleteRequestResultType.resultTypeStatusOnly

    /// Creates a request that deletes the records that `fetchRequest` matches in the stores.
    public init<T>(fetchRequest: FetchRequest<T>) {
        target = .fetch(fetchRequest.values)
        super.init()
    }

    /// Creates a request that deletes these records. Records that no longer exist are skipped.
    /// - Precondition: The IDs are permanent and of one entity hierarchy.
    public init(objectIDs: [ManagedObjectID]) {
        precondition(
            objectIDs.allSatisfy { !$0.resolved.isTemporaryID }, "A batch deletion needs permanent IDs.")
        precondition(
            Set(objectIDs.map { $0.entity.layout.number }).count < 2,
            "The records of a batch deletion must belong to one entity hierarchy.")
        target = .objects(objectIDs.map(\.resolved))
        super.init()
    }

    /// Always `batchDeleteRequestType`.
    public override var requestType: PersistentStoreRequestType { .batchDeleteRequestType }
}

/// The result of a batch deletion.
public final class BatchDeleteResult: PersistentStoreResult {
    /// A `Bool`, an `Int` or a `[ManagedObjectID]`, depending on `resultType`.
    public let result: Any?
    /// The request's result type.
    public let resultType: BatchDeleteRequestResultType

    init(_ ids: [ManagedObjectID], _ resultType: BatchDeleteRequestResultType) {
        self.resultType = resultType
        switch resultType {
        case .resultTypeStatusOnly: result = true
        case .resultTypeObjectIDs: result = ids
        case .resultTypeCount: result = ids.count
        }
    }
}

/// What a batch deletion returns. The raw values are Core Data's.
public enum BatchDeleteRequestResultType: UInt, Sendable {
    case resultTypeStatusOnly = 0
    case resultTypeObjectIDs = 1
    case resultTypeCount = 2
}

/// Deletes records straight from the stores, without objects: in one transaction, by the model's delete rules. Nothing is
/// validated and nobody is notified; history has it.
public final class BatchDeleteRequest: PersistentStoreRequest {
    /// What is deleted.
    enum Target {
        case fetch(FetchValues)
        case objects([ManagedObjectID])
    }

    let target: Target
    /// What the result is to be; the status unless set. IDs and count are of the records that were asked for.
    public var resultType = BatchDeleteRequestResultType.resultTypeStatusOnly

    /// A request that deletes what another one would fetch.
    public init<T>(fetchRequest: FetchRequest<T>) {
        target = .fetch(fetchRequest.values)
        super.init()
    }

    /// A request that deletes these records; those that are gone are left out.
    /// - Precondition: the IDs are permanent, and of one entity hierarchy.
    public init(objectIDs: [ManagedObjectID]) {
        precondition(
            objectIDs.allSatisfy { !$0.resolved.isTemporaryID }, "Only records that were saved can be deleted.")
        precondition(
            Set(objectIDs.map { $0.entity.layout.number }).count < 2,
            "The records of a batch are of one entity hierarchy.")
        target = .objects(objectIDs.map(\.resolved))
        super.init()
    }

    public override var requestType: PersistentStoreRequestType { .batchDeleteRequestType }
}

/// What a batch deletion came to.
public final class BatchDeleteResult: PersistentStoreResult {
    /// A `Bool`, an `Int` or `[ManagedObjectID]`, as the request's result type says.
    public let result: Any?
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

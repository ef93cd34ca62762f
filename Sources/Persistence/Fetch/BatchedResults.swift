/// The objects of a fetch as a random-access collection of IDs, whose rows are read batch by batch as they are reached.
///
/// Get one from `ManagedObjectContext.fetchBatched(_:)`. What matches, and in which order, is fixed when it is made. It holds
/// the objects of the batch that was used last, and no others. Use on the context's queue.
/// - Precondition of access: the context still exists.
/// - Complexity: an access outside the last batch is one read of the store; every other is O(1).
public struct BatchedResults<Object: ManagedObject>: RandomAccessCollection {
    private final class Batch {
        var number = -1
        var objects: [Object] = []
    }

    /// The IDs of the results, in order.
    public let objectIDs: [ManagedObjectID]
    private let entityName: String
    private let prefetching: [String]
    private let batchSize: Int
    private let context: ManagedObjectContext
    private let last = Batch()

    init(_ objectIDs: [ManagedObjectID], entityName: String, of values: FetchValues, in context: ManagedObjectContext) {
        self.objectIDs = objectIDs
        self.entityName = entityName
        self.prefetching = values.relationshipKeyPathsForPrefetching
        self.batchSize = values.fetchBatchSize > 0 ? values.fetchBatchSize : Swift.max(1, objectIDs.count)
        self.context = context
    }

    private var entity: EntityDescription? {
        context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName]
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { objectIDs.count }

    public subscript(position: Int) -> Object {
        let number = position / batchSize
        if last.number != number {
            last.objects = load(objectIDs[number * batchSize..<Swift.min((number + 1) * batchSize, objectIDs.count)])
            last.number = number
        }
        return last.objects[position - number * batchSize]
    }

    /// The objects of one batch; those whose rows were deleted meanwhile, or cannot be read, are faults.
    private func load(_ ids: ArraySlice<ManagedObjectID>) -> [Object] {
        let found = (try? context.objects(with: Array(ids), entityName: entityName)) ?? []
        let objects = withExtendedLifetime(found) {
            ids.map { id in
                guard let object = context.object(with: id) as? Object else {
                    preconditionFailure("The request's results are no \(Object.self).")
                }
                return object
            }
        }
        // What cannot be read ahead is read, or found to be gone, when it is reached.
        if let entity { try? context.prefetch(prefetching, of: objects, entity: entity) }
        return objects
    }
}

extension ManagedObjectContext {
    /// The objects that match, as a collection that reads rows `fetchBatchSize` at a time, as they are reached.
    /// - Throws: as `fetch(_:)`.
    /// - Complexity: one statement for each store, which reads keys only.
    public func fetchBatched<T: ManagedObject>(_ request: FetchRequest<T>) throws -> BatchedResults<T> {
        let ids = FetchRequest<ManagedObjectID>()
        ids.values = request.values
        ids.values.resultType = .managedObjectIDResultType
        let entity = try resolve(request.values, entity: request.entity).entity
        ids.entity = entity
        return BatchedResults(try fetch(ids), entityName: entity.name ?? "", of: request.values, in: self)
    }

    /// The objects with these IDs that are not realized yet, read together. Unsaved ones need no reading.
    fileprivate func objects(with ids: [ManagedObjectID], entityName: String) throws -> [ManagedObject] {
        let needed = ids.filter { id in
            !id.isTemporaryID && registeredObject(for: id)?.isFault ?? true
        }
        guard !needed.isEmpty else { return [] }
        var values = FetchValues(entityName: entityName)
        values.predicate = try FetchPredicate(format: "SELF IN %@", needed)
        return try fetch(values)
    }
}

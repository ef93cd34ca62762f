/// The objects of a fetch as a random-access collection of IDs, whose rows are read batch by batch as they are reached.
///
/// Get one from `ManagedObjectContext.fetchBatched(_:)`. What matches, and in which order, is fixed when it is made. It holds
/// the objects of the batch that was used last, and no others. A batch that cannot be read is one of faults: `fire()` throws
/// the error. Use on the context's queue.
/// - Precondition of access: the context still exists.
/// - Complexity: an access outside the last batch is one read of the store; every other is O(1).
public struct BatchedResults<Object: ManagedObject>: RandomAccessCollection {
    private final class Batch {
        var number = -1
        var objects: [Object] = []
    }

    private let ids: CompactIDs
    private let entityName: String
    private let prefetching: [String]
    private let batchSize: Int
    private let context: ManagedObjectContext
    private let last = Batch()

    init(_ ids: CompactIDs, entityName: String, of values: FetchValues, in context: ManagedObjectContext) {
        self.ids = ids
        self.entityName = entityName
        self.prefetching = values.relationshipKeyPathsForPrefetching
        self.batchSize = values.fetchBatchSize > 0 ? values.fetchBatchSize : Swift.max(1, ids.count)
        self.context = context
    }

    /// The IDs of the results, in order. O(n): they are kept as keys and made at each call.
    public var objectIDs: [ManagedObjectID] { Array(ids) }

    private var entity: EntityDescription? {
        context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName]
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { ids.count }

    public subscript(position: Int) -> Object {
        let number = position / batchSize
        if last.number != number {
            last.objects = load(Array(ids[number * batchSize..<Swift.min((number + 1) * batchSize, ids.count)]))
            last.number = number
        }
        return last.objects[position - number * batchSize]
    }

    /// The objects of one batch; those whose rows were deleted meanwhile, or cannot be read, are faults, and firing one says
    /// which it is.
    private func load(_ ids: [ManagedObjectID]) -> [Object] {
        let found = context.unlessReadsFail { try context.objects(with: ids, entityName: entityName) }
        let objects = withExtendedLifetime(found) {
            ids.map { id in
                guard let object = context.object(with: id) as? Object else {
                    preconditionFailure("The request's results are no \(Object.self).")
                }
                return object
            }
        }
        // What cannot be read ahead is read, or found to be gone, when it is reached.
        if found != nil, let entity {
            _ = context.unlessReadsFail { try context.prefetch(prefetching, of: objects, entity: entity) }
        }
        return objects
    }
}

extension ManagedObjectContext {
    /// The objects that match, as a collection that reads rows `fetchBatchSize` at a time, as they are reached.
    /// - Throws: as `fetch(_:)`.
    /// - Complexity: one statement for each store, which reads keys only; eight bytes for each result of an entity without
    ///   sub-entities.
    public func fetchBatched<T: ManagedObject>(_ request: FetchRequest<T>) throws -> BatchedResults<T> {
        var values = request.values
        values.resultType = .managedObjectIDResultType
        let fetch = try resolve(values, entity: request.entity)
        return BatchedResults(
            try fetchCompactIDs(fetch), entityName: fetch.entity.name ?? "", of: request.values, in: self)
    }

    /// The objects with these IDs that are not realized yet, read together. Unsaved ones need no reading.
    fileprivate func objects(with ids: [ManagedObjectID], entityName: String) throws -> [ManagedObject] {
        let needed = ids.filter { id in
            !id.isTemporaryID && registeredObject(for: id)?.isFault ?? true
        }
        guard let first = needed.first else { return [] }
        var values = FetchValues(entityName: entityName)
        let all = try resolve(values)
        if isPlain(all), let table = first.home.table, let store = table.store, !(store is IncrementalStore) {
            return try storedObjects(keys: needed.compactMap(\.key), of: all, from: store, in: table)
        }
        values.predicate = try FetchPredicate(format: "SELF IN %@", needed)
        return try fetch(values)
    }
}

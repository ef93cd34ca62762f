/// The results of a fetch as a random-access collection that keeps IDs and reads rows batch by batch, on access.
///
/// ```swift
/// let request = Session.fetchRequest()
/// request.sortDescriptors = [FetchSortDescriptor(Session.date, ascending: false)]
/// request.fetchBatchSize = 50
/// let sessions = try context.fetchBatched(request)
/// // Only IDs were read. A list that shows the first screen reads one batch of 50 rows.
/// let shown = sessions.prefix(20).map(\.rating)
/// ```
///
/// Get one from `ManagedObjectContext.fetchBatched(_:)`. The matching objects and their order are fixed at that moment.
/// The collection retains its context and the objects of the batch that was used last, no others. If a batch cannot be
/// read, its objects are faults, and their `loadValues()` throws the error. Use on the context's queue.
/// - Complexity: an access outside the last batch is one read of the store; every other is O(1).
public struct BatchedResults<Object: ManagedObject>: RandomAccessCollection {
    private final class Batch {
        var number = -1
        var objects: [ManagedObject] = []
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

    /// The IDs of the results, in order. O(n): only keys are stored, and the IDs are created at each call.
    public var objectIDs: [ManagedObjectID] { Array(ids) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { ids.count }

    /// The object at a position, as a fault if its batch cannot be read.
    public subscript(position: Int) -> Object {
        let number = position / batchSize
        if last.number != number {
            let end = Swift.min((number + 1) * batchSize, ids.count)
            last.objects = context.batch(ids.ids(number * batchSize..<end), entityName, prefetching)
            last.number = number
        }
        guard let object = last.objects[position - number * batchSize] as? Object else {
            preconditionFailure("The request's results are not of type \(Object.self).")
        }
        return object
    }
}

extension ManagedObjectContext {
    /// The matching objects, as a collection that reads their rows `fetchBatchSize` at a time, on access. A batch size
    /// of 0 reads all of them at the first access.
    /// - Throws: the errors of `fetch(_:)`. Errors of reading a batch later are not thrown here.
    /// - Complexity: one statement per store, which reads keys only; 8 bytes per result if the entity has no
    ///   sub-entities.
    public func fetchBatched<T: ManagedObject>(_ request: FetchRequest<T>) throws -> BatchedResults<T> {
        var values = request.values
        values.resultType = .managedObjectIDResultType
        let fetch = try resolve(values, entity: request.entity)
        return BatchedResults(
            try fetchCompactIDs(fetch), entityName: fetch.entity.name ?? "", of: request.values, in: self)
    }

    /// The objects of one batch. An object whose row was deleted or cannot be read is a fault; firing it throws the
    /// reason.
    fileprivate func batch(_ ids: [ManagedObjectID], _ entityName: String, _ prefetching: [String]) -> [ManagedObject] {
        let found = unlessReadsFail { try objects(with: ids, entityName: entityName) }
        let batch = withExtendedLifetime(found) { ids.map { object(with: $0) } }
        // A failure to prefetch is reported when the object is accessed.
        if found != nil, let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName] {
            _ = unlessReadsFail { try prefetch(prefetching, of: batch, entity: entity) }
        }
        return batch
    }

    /// Reads the objects with these IDs that are still faults, together. Unsaved objects have no row to read.
    fileprivate func objects(with ids: [ManagedObjectID], entityName: String) throws -> [ManagedObject] {
        let needed = ids.filter { id in
            !id.isTemporaryID && registeredObject(for: id)?.isFault ?? true
        }
        guard let first = needed.first else { return [] }
        var values = FetchValues(entityName: entityName)
        let all = try resolve(values)
        if isPlain(all, overlay(all)), let table = first.storeEntity.table, let store = table.store,
            store.backend.fetchesRows
        {
            return try storedObjects(keys: needed.compactMap(\.key), of: all, from: store, in: table)
        }
        values.predicate = FetchPredicate(format: "SELF IN %@", needed)
        return try fetch(values)
    }
}

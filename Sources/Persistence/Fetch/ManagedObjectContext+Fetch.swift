import Foundation

extension ManagedObjectContext {
    /// Returns the objects that match the request, from the stores and from this context.
    ///
    /// Unsaved insertions that match are included, unsaved deletions are not, and changed objects match by their
    /// changed values. Dictionary results contain stored values only. Registered objects keep their values, unless the
    /// request sets `shouldRefreshRefetchedObjects`.
    /// - Returns: the matching objects, IDs, dictionaries or count, in the request's order; empty if nothing matches.
    /// - Throws: `coreData` for an unknown entity, an unknown relationship to prefetch, or results that are not of type
    ///   `T`; `PredicateBindingError` if the predicate or a sort descriptor does not fit the entity;
    ///   `PatternLimitError` if a `MATCHES` takes too many steps; or the store's error. Unsaved changes are not
    ///   affected.
    /// - Complexity: one statement per store, plus those of prefetching.
    public func fetch<T>(_ request: FetchRequest<T>) throws -> [T] {
        let results: [T]? = try catchingFailedReads {
            let fetch = try resolve(request.values, entity: request.entity)
            guard fetch.values.resultType == .managedObjectResultType else { return try self.results(of: fetch) }
            return try fetchObjects(fetch).typed()
        }
        guard let results else { throw PersistenceError(.coreData, "The request's results are not of type \(T.self).") }
        return results
    }

    /// Returns the objects that match a request, given as its Sendable content.
    /// - Throws: the errors of `fetch(_:)` with a request.
    public func fetch(_ values: FetchValues) throws -> [ManagedObject] {
        try catchingFailedReads { try fetchObjects(resolve(values)) }
    }

    /// Returns the number of objects that the same request would fetch.
    /// - Throws: the errors of `fetch(_:)`.
    public func count<T>(for request: FetchRequest<T>) throws -> Int {
        try catchingFailedReads { try count(resolve(request.values, entity: request.entity)) }
    }

    /// Returns the number of objects that the values of a request would fetch.
    /// - Throws: the errors of `fetch(_:)`.
    package func count(_ values: FetchValues) throws -> Int {
        try catchingFailedReads { try count(resolve(values)) }
    }

    /// The results of a fetch that returns no objects; nil if they are not of type `T`.
    private func results<T>(of fetch: ResolvedFetch) throws -> [T]? {
        let results = try execute(fetch)
        guard T.self == NSDictionary.self else { return results as? [T] }
        return (results as? [[String: Any]])?.map { NSDictionary(dictionary: $0) } as? [T]
    }

    private func execute(_ fetch: ResolvedFetch) throws -> [Any] {
        switch fetch.values.resultType {
        case .managedObjectIDResultType: return try fetchIDs(fetch)
        case .countResultType: return [NSNumber(value: try count(fetch))]
        case .dictionaryResultType: return try fetchDictionaries(fetch)
        default: return try fetchObjects(fetch)
        }
    }

    func resolve(_ values: FetchValues, entity: EntityDescription? = nil) throws -> ResolvedFetch {
        assertConfined()
        let coordinator = try coordinator()
        try endEvent()
        adoptPermanentIDs()
        return try ResolvedFetch(values, entity: entity, coordinator: coordinator)
    }

    // MARK: Objects

    func fetchObjects(_ fetch: ResolvedFetch) throws -> [ManagedObject] {
        let objects = try unprefetchedObjects(fetch)
        try prefetch(fetch.values.relationshipKeyPathsForPrefetching, of: objects, entity: fetch.entity)
        return objects
    }

    private func unprefetchedObjects(_ fetch: ResolvedFetch) throws -> [ManagedObject] {
        if !fetch.values.includesPropertyValues, fetch.values.returnsObjectsAsFaults {
            return try fetchIDs(fetch).map { object(with: $0) }
        }
        let overlay = overlay(fetch)
        if isPlain(fetch, overlay) { return try storedObjects(fetch) }
        guard overlay.isEmpty, let parentContext, let storeEntity = fetch.storeEntity else {
            return try visibleRows(fetch, overlay).map { try object(for: $0, fetch) }
        }
        switch try parentContext.fetchForChild(fetch, storeEntity, { try self.storedObjects(fetch) }) {
        case .stored(let objects): return objects
        case .rows(let rows): return try rows.map { try object(for: $0, fetch) }
        }
    }

    /// Whether the store's result needs no merging: there is no pending change, no parent and no second store.
    func isPlain(_ fetch: ResolvedFetch, _ overlay: [ManagedObject]) -> Bool {
        parentContext == nil && fetch.stores.count < 2 && overlay.isEmpty
    }

    private func storedObjects(_ fetch: ResolvedFetch) throws -> [ManagedObject] {
        var result: [ManagedObject] = []
        for store in fetch.stores {
            let objects = try fetchedObjects(fetch, from: store)
            if result.isEmpty { result = objects } else { result += objects }
        }
        return result
    }

    private func fetchedObjects(_ fetch: ResolvedFetch, from store: PersistentStore) throws -> [ManagedObject] {
        guard store.backend.fetchesRows else {
            return try store.backend.objects(fetch.storeFetch, in: self).map { try prepared($0, fetch) }
        }
        guard let table = store.table(for: fetch.entity.layout) else {
            throw PersistenceError(.invalidStore, "The store was removed.")
        }
        let results = FetchResults(self, fetch.values, table)
        let known = results.knowsObjects ? results : nil
        try readBlocks(fetch.storeFetch, from: store, known: known) { results.append($0) }
        return results.objects
    }

    /// The objects of the rows with these keys.
    func storedObjects(
        keys: [Int64], of fetch: ResolvedFetch, from store: PersistentStore, in table: RowCache
    ) throws -> [ManagedObject] {
        let results = FetchResults(self, fetch.values, table)
        let number = table.newGroup()
        let blocks = try reader(of: store).rows(keys: keys, in: table.layout).filter { results.append($0) }
        register(blocks, in: table, group: number)
        return results.objects
    }

    /// Registers blocks that share no key, unless the context is in a read transaction, whose rows are kept out of the
    /// cache.
    func register(_ blocks: [RowBlock], in table: RowCache, group: UInt64) {
        guard pinnedReaders.isEmpty else { return }
        for block in blocks { table.register(block, group: group) }
    }

    /// Reads blocks. Those of one statement share no key, so they register as one group.
    func readBlocks(
        _ fetch: StoreFetch, from store: PersistentStore, known: (any KnownRows)? = nil,
        _ body: (RowBlock) throws -> Bool
    ) throws {
        let number = store.table(for: fetch.entity.layout)?.newGroup() ?? 0
        try reader(of: store).fetch(fetch, known: known) { block in
            guard try body(block), pinnedReaders.isEmpty else { return }
            block.table.register(block, group: number)
        }
    }

    /// Fires an object that a store returned, unless the request returns faults.
    private func prepared(_ object: ManagedObject, _ fetch: ResolvedFetch) throws -> ManagedObject {
        if !fetch.values.returnsObjectsAsFaults { try object.loadValues() }
        return object
    }

    func realizeFetched(_ object: ManagedObject) {
        guard object.status.has(.fault) else { return }
        object.status.flags.remove(.fault)
        untracked(object) { $0.awakeFromFetch() }
    }
}

extension [ManagedObject] {
    /// The same array with another static element type, or nil if an object is not a `T`. Checks the class only where
    /// it changes, and copies nothing, because arrays of class instances share one representation.
    fileprivate func typed<T>() -> [T]? {
        guard T.self is ManagedObject.Type else { return self as? [T] }
        var verified: ManagedObject.Type?
        for object in self where type(of: object) != verified {
            guard object is T else { return nil }
            verified = type(of: object)
        }
        guard verified != nil else { return [] }
        return unsafeBitCast(self, to: [T].self)
    }
}

import Foundation

extension ManagedObjectContext {
    /// The objects that match, from the stores and from this context: unsaved insertions that match are among them, unsaved
    /// deletions are not, and changed objects are judged by their changed values. Registered objects are returned as they
    /// are; a fetch never changes them.
    /// - Throws: an error for an unknown entity, a predicate that does not fit, or a store that cannot be read. No match is
    ///   no error.
    /// - Complexity: one statement for each store.
    public func fetch<T: FetchRequestResult>(_ request: FetchRequest<T>) throws -> [T] {
        let results: [T]? = try catchingFailedReads {
            let fetch = try resolve(request.values, entity: request.entity)
            guard case .managedObjectResultType = fetch.values.resultType else { return try execute(fetch) as? [T] }
            return try fetchObjects(fetch).typed()
        }
        guard let results else { throw PersistenceError(.coreData, "The request's results are no \(T.self).") }
        return results
    }

    /// The objects that match a request's Sendable content.
    public func fetch(_ values: FetchValues) throws -> [ManagedObject] {
        try catchingFailedReads { try fetchObjects(resolve(values)) }
    }

    /// How many objects the same request would fetch.
    public func count<T: FetchRequestResult>(for request: FetchRequest<T>) throws -> Int {
        try catchingFailedReads { try count(resolve(request.values, entity: request.entity)) }
    }

    /// How many objects the values of a request would fetch.
    package func count(_ values: FetchValues) throws -> Int {
        try catchingFailedReads { try count(resolve(values)) }
    }

    private func execute(_ fetch: ResolvedFetch) throws -> [Any] {
        switch fetch.values.resultType {
        case .managedObjectResultType: return try fetchObjects(fetch)
        case .managedObjectIDResultType: return try fetchIDs(fetch)
        case .countResultType: return [NSNumber(value: try count(fetch))]
        case .dictionaryResultType: return try fetchDictionaries(fetch)
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
        if isPlain(fetch) { return try storedObjects(fetch) }
        return try objectsThroughAncestors(fetch) ?? visibleRows(fetch).map { try object(for: $0, fetch) }
    }

    /// The objects of the rows that the stores have, where no ancestor shows anything else; nil otherwise. Ancestors are
    /// held meanwhile.
    private func objectsThroughAncestors(_ fetch: ResolvedFetch) throws -> [ManagedObject]? {
        guard let parentContext, fetch.stores.count == 1, !(fetch.stores[0] is IncrementalStore) else { return nil }
        guard overlay(fetch).isEmpty, let home = fetch.stores[0].table(for: fetch.entity.layout)?.homes[0] else {
            return nil
        }
        return try parentContext.showingStores(fetch, home) { try self.storedObjects(fetch) }
    }

    /// Runs `body` on the queue of this context and of its ancestors, unless one of them has something of its own to show.
    private func showingStores(
        _ fetch: ResolvedFetch, _ home: ObjectIDHome, _ body: () throws -> [ManagedObject]
    ) throws -> [ManagedObject]? {
        try performAndWait {
            try endEvent()
            guard pinnedReaders.isEmpty, overlay(fetch).isEmpty, !identityMap.mayHaveObjects(of: home) else {
                return nil
            }
            guard let parentContext else { return try body() }
            return try parentContext.showingStores(fetch, home, body)
        }
    }

    /// Whether the store's answer is the answer: nothing pending concerns it, and there is no parent or second store.
    func isPlain(_ fetch: ResolvedFetch) -> Bool {
        parentContext == nil && fetch.stores.count < 2 && overlay(fetch).isEmpty
    }

    private func storedObjects(_ fetch: ResolvedFetch) throws -> [ManagedObject] {
        var result: [ManagedObject] = []
        for store in fetch.stores {
            if let store = store as? IncrementalStore {
                result += try store.objects(fetch.storeFetch, with: self).map { try prepared($0, fetch) }
                continue
            }
            let objects = try fetchedObjects(fetch, from: store)
            if result.isEmpty { result = objects } else { result += objects }
        }
        return result
    }

    private func fetchedObjects(_ fetch: ResolvedFetch, from store: PersistentStore) throws -> [ManagedObject] {
        guard let table = store.table(for: fetch.entity.layout) else {
            throw PersistenceError(.invalidStore, "The store was removed.")
        }
        let results = FetchResults(self, fetch.values, table)
        let familiar = results.knowsObjects ? results : nil
        try readBlocks(fetch.storeFetch, from: store, familiar: familiar) { results.append($0) }
        return results.objects
    }

    /// The objects of the rows with these keys.
    func storedObjects(
        keys: [Int64], of fetch: ResolvedFetch, from store: PersistentStore, in table: RowTable
    ) throws -> [ManagedObject] {
        let results = FetchResults(self, fetch.values, table)
        let blocks = try reader(of: store).rows(keys: keys, in: table.layout).filter { results.append($0) }
        register(blocks)
        return results.objects
    }

    /// Registers blocks that share no key, unless what is read is of another time than the cache.
    func register(_ blocks: [RowBlock]) {
        guard pinnedReaders.isEmpty, let table = blocks.first?.table else { return }
        let group = table.newGroup()
        for block in blocks { table.register(block, group: group) }
    }

    /// Reads blocks; those of one statement share no key, so they register as one group.
    func readBlocks(
        _ fetch: StoreFetch, from store: PersistentStore, familiar: (any FamiliarRows)? = nil,
        _ body: (RowBlock) throws -> Bool
    ) throws {
        var group: UInt64?
        try reader(of: store).fetch(fetch, familiar: familiar) { block in
            guard try body(block), pinnedReaders.isEmpty else { return }
            let number = group ?? block.table.newGroup()
            group = number
            block.table.register(block, group: number)
        }
    }

    /// An object that an incremental store returned, as the request wants it.
    private func prepared(_ object: ManagedObject, _ fetch: ResolvedFetch) throws -> ManagedObject {
        if !fetch.values.returnsObjectsAsFaults { try object.fire() }
        return object
    }

    func realizeFetched(_ object: ManagedObject) {
        guard object.status.has(.fault) else { return }
        object.status.flags.remove(.fault)
        untracked(object) { $0.awakeFromFetch() }
    }
}

extension [ManagedObject] {
    /// The same array as one of a subclass; nil when some object is of another class. Looks at each class once, and copies
    /// nothing: arrays of instances of classes have one form.
    fileprivate func typed<T>() -> [T]? {
        var verified: ManagedObject.Type?
        for object in self where type(of: object) != verified {
            guard object is T else { return nil }
            verified = type(of: object)
        }
        guard verified != nil else { return [] }
        return unsafeBitCast(self, to: [T].self)
    }
}

import Foundation

extension ManagedObjectContext {
    /// The objects that match, from the stores and from this context: unsaved insertions that match are among them, unsaved
    /// deletions are not, and changed objects are judged by their changed values. Registered objects are returned as they
    /// are; a fetch never changes them.
    /// - Throws: an error for an unknown entity, a predicate that does not fit, or a store that cannot be read. No match is
    ///   no error.
    /// - Complexity: one statement for each store.
    public func fetch<T: FetchRequestResult>(_ request: FetchRequest<T>) throws -> [T] {
        let fetch = try resolve(request.values, entity: request.entity)
        let results: [T]? =
            if case .managedObjectResultType = fetch.values.resultType {
                try fetchObjects(fetch).typed()
            } else {
                try execute(fetch) as? [T]
            }
        guard let results else { throw PersistenceError(.coreData, "The request's results are no \(T.self).") }
        return results
    }

    /// The objects that match a request's Sendable content.
    public func fetch(_ values: FetchValues) throws -> [ManagedObject] {
        try fetchObjects(resolve(values))
    }

    /// How many objects the same request would fetch.
    public func count<T: FetchRequestResult>(for request: FetchRequest<T>) throws -> Int {
        try count(resolve(request.values, entity: request.entity))
    }

    /// How many objects the values of a request would fetch.
    package func count(_ values: FetchValues) throws -> Int { try count(resolve(values)) }

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
        processPendingChanges()
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
            processPendingChanges()
            guard pinnedReaders.isEmpty, overlay(fetch).isEmpty, !identityMap.mayHaveObjects(of: home) else {
                return nil
            }
            guard let parentContext else { return try body() }
            return try parentContext.showingStores(fetch, home, body)
        }
    }

    /// Whether the store's answer is the answer: nothing pending concerns it, and there is no parent or second store.
    private func isPlain(_ fetch: ResolvedFetch) -> Bool {
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

    /// Reads blocks; those of one statement share no key, so they register as one group.
    private func readBlocks(
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

    // MARK: With what is pending

    /// The pending objects that a fetch has to take into account.
    private func overlay(_ fetch: ResolvedFetch) -> [ManagedObject] {
        guard fetch.values.includesPendingChanges, !pending.isEmpty else { return [] }
        return pending.all().filter { fetch.concerns($0.entity) }
    }

    /// The rows as this context shows them, to itself and to its children: the parent's or the stores', with this context's
    /// unsaved changes over them.
    func visibleRows(_ fetch: ResolvedFetch) throws -> [FetchedRow] {
        let overlay = overlay(fetch)
        let isMerging = !overlay.isEmpty || fetch.stores.count > 1
        let base = try underlyingRows(isMerging ? fetch.widened(by: overlay.count) : fetch)
        guard isMerging else { return base }
        return fetch.window(sorted(merged(base, with: overlay, fetch), fetch))
    }

    /// A row as a child sees it: an object in use here is shown as it is, be its row older than what a fetch found.
    private func asShown(_ row: FetchedRow) -> FetchedRow {
        guard let object = registered(row.id), !object.status.has(.fault), !object.status.has(.gone) else { return row }
        return FetchedRow(id: row.id, snapshot: object.visibleSnapshot)
    }

    private func underlyingRows(_ fetch: ResolvedFetch) throws -> [FetchedRow] {
        if let parentContext {
            return try parentContext.performAndWait {
                parentContext.processPendingChanges()
                return try parentContext.visibleRows(fetch).map(parentContext.asShown)
            }
        }
        var rows: [FetchedRow] = []
        for store in fetch.stores {
            if let store = store as? IncrementalStore {
                rows += try store.objects(fetch.storeFetch, with: self).map { object in
                    FetchedRow(
                        id: object.objectID, snapshot: object.isFault ? ObjectSnapshot() : object.visibleSnapshot)
                }
                continue
            }
            try readBlocks(fetch.storeFetch, from: store) { block in
                rows += block.fetchedRows
                return true
            }
        }
        return rows
    }

    private func merged(_ base: [FetchedRow], with overlay: [ManagedObject], _ fetch: ResolvedFetch) -> [FetchedRow] {
        var matching: [ManagedObjectID: ManagedObject] = [:]
        var touched: Set<ManagedObjectID> = []
        for object in overlay {
            touched.insert(object.objectID)
            guard !object.isDeleted, fetch.matches(ObjectSubject(object: object)) else { continue }
            matching[object.objectID] = object
        }
        var rows: [FetchedRow] = []
        for row in base {
            if !touched.contains(row.id) {
                rows.append(row)
            } else if let object = matching.removeValue(forKey: row.id) {
                rows.append(FetchedRow(id: row.id, snapshot: object.visibleSnapshot))
            }
        }
        for object in overlay where matching[object.objectID] != nil {
            rows.append(FetchedRow(id: object.objectID, snapshot: object.visibleSnapshot))
        }
        return rows
    }

    private func sorted(_ rows: [FetchedRow], _ fetch: ResolvedFetch) -> [FetchedRow] {
        guard let sort = fetch.storeFetch.sort else { return rows }
        return sort.sorted(rows.map { RowSubject(row: $0, context: self) }).map(\.row)
    }

    private func object(for row: FetchedRow, _ fetch: ResolvedFetch) throws -> ManagedObject {
        let object: ManagedObject
        if let known = registered(canonical(row.id)) {
            object = known
            meet(known, row, fetch)
        } else {
            object = makeFault(canonical(row.id))
            object.adopt(row.snapshot)
        }
        if !fetch.values.returnsObjectsAsFaults {
            if row.isUnread { try object.fire() } else { realizeFetched(object) }
        }
        return object
    }

    /// A fetch came upon a registered object: a fault takes the row, one in use only where the request wants that.
    private func meet(_ object: ManagedObject, _ row: FetchedRow, _ fetch: ResolvedFetch) {
        revive(object)
        guard !row.isUnread, object.status.pending == .none else { return }
        guard parentContext != nil || row.version != object.version else { return }
        if object.status.has(.fault) {
            object.adopt(row.snapshot)
        } else if fetch.values.shouldRefreshRefetchedObjects {
            reload(object, from: row.snapshot, event: .refresh)
            event.noteRefreshed(object)
        }
    }

    // MARK: Without objects

    private func count(_ fetch: ResolvedFetch) throws -> Int {
        if isPlain(fetch) {
            return try fetch.stores.reduce(0) { try $0 + reader(of: $1).count(fetch.storeFetch) }
        }
        return try visibleRows(fetch).count
    }

    private func fetchIDs(_ fetch: ResolvedFetch) throws -> [ManagedObjectID] {
        guard isPlain(fetch) else { return try visibleRows(fetch).map(\.id) }
        return try fetch.stores.flatMap { store in
            guard let table = store.table(for: fetch.entity.layout) else { return [ManagedObjectID]() }
            return try reader(of: store).keys(fetch.storeFetch).map {
                ManagedObjectID(home: table.homes[$0.ordinal], key: $0.key)
            }
        }
    }

    /// Dictionary results show the stores only.
    private func fetchDictionaries(_ fetch: ResolvedFetch) throws -> [[String: Any]] {
        let names = fetch.values.propertiesToFetch ?? fetch.entity.attributeNames
        let slots = try names.map { try fetch.entity.storedSlot($0) }
        let isMerging = fetch.stores.count > 1
        let isWindowed = isMerging || fetch.values.returnsDistinctResults
        let storeFetch = isWindowed ? fetch.unwindowed.storeFetch : fetch.storeFetch
        var rows: [FetchedRow] = []
        for store in fetch.stores { try reader(of: store).fetch(storeFetch) { rows += $0.fetchedRows } }
        if isMerging { rows = sorted(rows, fetch) }
        if fetch.values.returnsDistinctResults { rows = distinct(rows, slots) }
        if isWindowed { rows = fetch.window(rows) }
        return rows.compactMap { row in row.snapshot.block?.dictionary(Int(row.snapshot.row), slots) }
    }

    /// The first of those rows that agree in these slots.
    private func distinct(_ rows: [FetchedRow], _ slots: [Int]) -> [FetchedRow] {
        var seen: Set<[AnyHashable?]> = []
        return rows.filter { row in
            let values = row.snapshot.block?.dictionary(Int(row.snapshot.row), slots) ?? [:]
            return seen.insert(slots.map { slot in values[slotName(slot, of: row)] as? AnyHashable }).inserted
        }
    }

    private func slotName(_ slot: Int, of row: FetchedRow) -> String { row.id.entity.layout.slots[slot].name }
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

extension EntityDescription {
    fileprivate var attributeNames: [String] {
        slots.filter { layout.slots[$0].attribute != nil && !layout.slots[$0].isTransient }.map {
            layout.slots[$0].name
        }
    }

    fileprivate func storedSlot(_ name: String) throws -> Int {
        guard let slot = slot(named: name), layout.slots[slot].isColumn else {
            throw PersistenceError(
                .coreData, "“\(name)” of “\(self.name ?? "")” has no column, so it cannot be fetched.")
        }
        return slot
    }
}

extension RowBlock {
    fileprivate var fetchedRows: [FetchedRow] {
        (0..<count).map { FetchedRow(id: objectID($0), snapshot: ObjectSnapshot(block: self, row: Int32($0))) }
    }

    fileprivate func dictionary(_ row: Int, _ slots: [Int]) -> [String: Any] {
        var result: [String: Any] = [:]
        for slot in slots {
            let value = value(row, slot: slot)
            if case .reference(let id) = value {
                result[table.layout.slots[slot].name] = id
            } else {
                result[table.layout.slots[slot].name] = value.anyValue
            }
        }
        return result
    }
}

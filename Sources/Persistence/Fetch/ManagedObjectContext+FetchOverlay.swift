/// Fetching with pending changes: the stored rows, with the unsaved changes of contexts on top.
extension ManagedObjectContext {
    /// The pending objects that a fetch has to take into account.
    func overlay(_ fetch: ResolvedFetch) -> [ManagedObject] {
        guard fetch.values.includesPendingChanges, !pending.isEmpty else { return [] }
        return pending.all().filter { fetch.concerns($0.entity) }
    }

    /// The rows as this context and its children see them: those of the parent or the stores, with this context's
    /// unsaved changes on top.
    /// - Parameter overlay: The pending objects that the fetch has to take into account.
    func visibleRows(_ fetch: ResolvedFetch, _ overlay: [ManagedObject]) throws -> [FetchedRow] {
        let isMerging = !overlay.isEmpty || fetch.stores.count > 1
        let base = try underlyingRows(isMerging ? fetch.widened(by: overlay.count) : fetch)
        guard isMerging else { return base }
        return try catchingFailedReads { fetch.window(try merged(base, with: overlay, fetch)) }
    }

    /// Runs a child's fetch. If neither this context nor an ancestor has objects of this entity or changes of its own,
    /// `stored` reads the objects of the stores' rows, while the queues of all these contexts are held. Otherwise the
    /// result is rows.
    func fetchForChild(
        _ fetch: ResolvedFetch, _ storeEntity: StoreEntity, _ stored: () throws -> [ManagedObject]
    ) throws -> ChildFetchResult {
        try performAndWait {
            try endEvent()
            let overlay = overlay(fetch)
            guard pinnedReaders.isEmpty, overlay.isEmpty, !identityMap.mayHaveObjects(of: storeEntity) else {
                return .rows(try visibleRows(fetch, overlay).map(asSeenByChild))
            }
            guard let parentContext else { return .stored(try stored()) }
            return try parentContext.fetchForChild(fetch, storeEntity, stored)
        }
    }

    /// A row as a child sees it: with the values of this context's object, if that has been read, even if they are
    /// older than the fetched row.
    private func asSeenByChild(_ row: FetchedRow) -> FetchedRow {
        guard let object = registered(row.id), !object.isUnread, !object.status.has(.gone) else { return row }
        // The order of a pending object was already decided by its present values.
        let isInPlace = row.isInPlace && (object.status.pending != .none || object.version == row.version)
        return FetchedRow(id: row.id, rowState: object.visibleState, isInPlace: isInPlace)
    }

    private func underlyingRows(_ fetch: ResolvedFetch) throws -> [FetchedRow] {
        if let parentContext {
            return try parentContext.performAndWait {
                try parentContext.endEvent()
                let overlay = parentContext.overlay(fetch)
                return try parentContext.visibleRows(fetch, overlay).map(parentContext.asSeenByChild)
            }
        }
        var rows: [FetchedRow] = []
        for store in fetch.stores {
            guard store.backend.fetchesRows else {
                rows += try store.backend.objects(fetch.storeFetch, in: self).map { object in
                    FetchedRow(
                        id: object.objectID, rowState: object.isUnread ? RowState() : object.visibleState)
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

    private func merged(_ base: [FetchedRow], with overlay: [ManagedObject], _ fetch: ResolvedFetch) throws
        -> [FetchedRow]
    {
        var matching: [ManagedObjectID: ManagedObject] = [:]
        var touched: Set<ManagedObjectID> = []
        for object in overlay {
            touched.insert(object.objectID)
            guard !object.isDeleted, try fetch.matches(ObjectSubject(object: object)) else { continue }
            matching[object.objectID] = object
        }
        var rows: [FetchedRow] = []
        for row in base {
            if !touched.contains(row.id) {
                rows.append(row)
            } else if let object = matching.removeValue(forKey: row.id) {
                rows.append(FetchedRow(id: row.id, rowState: object.visibleState, isInPlace: false))
            }
        }
        for object in overlay where matching[object.objectID] != nil {
            rows.append(FetchedRow(id: object.objectID, rowState: object.visibleState, isInPlace: false))
        }
        return fetch.returnsSorted ? placed(rows, fetch) : sorted(rows, fetch)
    }

    /// The rows in the order of the fetch. Those that are in place already keep theirs; only the others are moved.
    private func placed(_ rows: [FetchedRow], _ fetch: ResolvedFetch) -> [FetchedRow] {
        guard let sort = fetch.storeFetch.sort else { return rows }
        let moved = rows.indices.filter { !rows[$0].isInPlace }
        var rows = rows
        for index in moved { rows[index].isInPlace = true }
        return sort.placing(moved, of: rows) { RowSubject(row: $0, context: self) }
    }

    func sorted(_ rows: [FetchedRow], _ fetch: ResolvedFetch) -> [FetchedRow] {
        guard let sort = fetch.storeFetch.sort else { return rows }
        return sort.sorted(rows.map { RowSubject(row: $0, context: self) }).map(\.row)
    }

    func object(for row: FetchedRow, _ fetch: ResolvedFetch) throws -> ManagedObject {
        let object: ManagedObject
        if let known = registered(canonical(row.id)) {
            object = known
            refreshKnown(known, row, fetch)
        } else {
            object = makeFault(canonical(row.id))
            object.adopt(row.rowState)
        }
        if !fetch.values.returnsObjectsAsFaults {
            if row.isUnread { try object.loadValues() } else { realizeFetched(object) }
        }
        return object
    }

    /// Updates a registered object that a fetch returned. A fault takes the row; an object in use does so only if the
    /// request refreshes.
    private func refreshKnown(_ object: ManagedObject, _ row: FetchedRow, _ fetch: ResolvedFetch) {
        reinstate(object)
        guard !row.isUnread, object.status.pending == .none else { return }
        guard parentContext != nil || row.version != object.version else { return }
        if object.status.has(.fault) {
            object.adopt(row.rowState)
        } else if fetch.values.shouldRefreshRefetchedObjects {
            reload(object, from: row.rowState, event: .refresh)
            event.noteRefreshed(object)
        }
    }
}

/// The result of a child's fetch in its parent context.
enum ChildFetchResult {
    /// The objects of the stores' rows, if no context between has changed them.
    case stored([ManagedObject])
    case rows([FetchedRow])
}

extension ResolvedFetch {
    /// The entity in the only store, if that returns rows.
    var storeEntity: StoreEntity? {
        guard stores.count == 1, stores[0].backend.fetchesRows else { return nil }
        return stores[0].table(for: entity.layout)?.storeEntities[0]
    }

    /// Whether the rows come in the order in which a context sorts them too: from one store that returns rows, by
    /// values of the rows themselves. Values of related objects may have unsaved changes.
    var returnsSorted: Bool {
        stores.count == 1 && stores[0].backend.fetchesRows && storeFetch.sort?.usesOnlyOwnValues != false
    }
}

extension RowBlock {
    /// The rows of the block as results of a fetch.
    var fetchedRows: [FetchedRow] {
        (0..<count).map { FetchedRow(id: objectID($0), rowState: RowState(block: self, row: Int32($0))) }
    }
}

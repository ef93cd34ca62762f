/// Fetching with pending changes: the stored rows, with the unsaved changes of contexts on top.
extension ManagedObjectContext {
    /// The pending objects that a fetch has to take into account.
    func overlay(_ fetch: ResolvedFetch) -> [ManagedObject] {
        guard fetch.values.includesPendingChanges, !pending.isEmpty else { return [] }
        return pending.all().filter { fetch.concerns($0.entity) }
    }

    /// The rows as this context and its children see them: those of the parent or the stores, with this context's
    /// unsaved changes on top.
    func visibleRows(_ fetch: ResolvedFetch) throws -> [FetchedRow] {
        let overlay = overlay(fetch)
        let isMerging = !overlay.isEmpty || fetch.stores.count > 1
        let base = try underlyingRows(isMerging ? fetch.widened(by: overlay.count) : fetch)
        guard isMerging else { return base }
        return try catchingFailedReads { fetch.window(sorted(try merged(base, with: overlay, fetch), fetch)) }
    }

    /// A row as a child sees it. An object in use here is shown as it is, even if its row is older than the fetched
    /// one.
    private func asShown(_ row: FetchedRow) -> FetchedRow {
        guard let object = registered(row.id), !object.status.has(.fault), !object.status.has(.gone) else { return row }
        return FetchedRow(id: row.id, rowState: object.visibleState)
    }

    private func underlyingRows(_ fetch: ResolvedFetch) throws -> [FetchedRow] {
        if let parentContext {
            return try parentContext.performAndWait {
                try parentContext.endEvent()
                return try parentContext.visibleRows(fetch).map(parentContext.asShown)
            }
        }
        var rows: [FetchedRow] = []
        for store in fetch.stores {
            guard store.backend.fetchesRows else {
                rows += try store.backend.objects(fetch.storeFetch, in: self).map { object in
                    FetchedRow(
                        id: object.objectID, rowState: object.isFault ? RowState() : object.visibleState)
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
                rows.append(FetchedRow(id: row.id, rowState: object.visibleState))
            }
        }
        for object in overlay where matching[object.objectID] != nil {
            rows.append(FetchedRow(id: object.objectID, rowState: object.visibleState))
        }
        return rows
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

extension RowBlock {
    /// The rows of the block as results of a fetch.
    var fetchedRows: [FetchedRow] {
        (0..<count).map { FetchedRow(id: objectID($0), rowState: RowState(block: self, row: Int32($0))) }
    }
}

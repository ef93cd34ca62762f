/// Fetches that create no objects: counts, IDs and dictionaries.
extension ManagedObjectContext {
    func count(_ fetch: ResolvedFetch) throws -> Int {
        let overlay = overlay(fetch)
        guard isPlain(fetch, overlay) else { return try visibleRows(fetch, overlay).count }
        return try fetch.stores.reduce(0) { try $0 + reader(of: $1).count(fetch.storeFetch) }
    }

    func fetchIDs(_ fetch: ResolvedFetch) throws -> [ManagedObjectID] { Array(try fetchCompactIDs(fetch)) }

    /// The IDs that match, stored as one key each if nothing pending is among them.
    func fetchCompactIDs(_ fetch: ResolvedFetch) throws -> CompactIDs {
        let overlay = overlay(fetch)
        guard isPlain(fetch, overlay) else { return CompactIDs(try visibleRows(fetch, overlay).map(\.id)) }
        var ids = CompactIDs()
        for store in fetch.stores {
            guard let table = store.table(for: fetch.entity.layout) else { continue }
            try reader(of: store).forEachKey(fetch.storeFetch) { row in
                ids.append(key: row.key, storeEntity: table.storeEntities[row.entityIndex])
            }
        }
        return ids
    }

    /// Dictionary results contain stored values only.
    func fetchDictionaries(_ fetch: ResolvedFetch) throws -> [[String: Any]] {
        let wanted = fetch.values.propertiesToFetch ?? fetch.entity.attributeNames.map { FetchColumn($0) }
        guard fetch.values.propertiesToGroupBy == nil, fetch.values.havingPredicate == nil,
            wanted.allSatisfy({ $0.expression == nil && !$0.name.contains(".") })
        else {
            let columns = try BoundColumns(
                wanted, of: fetch.values, entity: fetch.entity, sort: fetch.storeFetch.sort)
            return try fetchComputed(fetch, columns)
        }
        let columns = try DictionaryColumns(wanted.map(\.name), of: fetch.entity)
        let isMerging = fetch.stores.count > 1
        let isWindowed = isMerging || fetch.values.returnsDistinctResults
        let storeFetch = isWindowed ? fetch.unwindowed.storeFetch : fetch.storeFetch
        var rows: [FetchedRow] = []
        for store in fetch.stores { try reader(of: store).fetch(storeFetch) { rows += $0.fetchedRows } }
        if isMerging { rows = sorted(rows, fetch) }
        if fetch.values.returnsDistinctResults { rows = columns.distinct(rows) }
        if isWindowed { rows = fetch.window(rows) }
        return rows.map(columns.dictionary)
    }

    /// One store computes the columns itself. Those of several stores, and of incremental stores, are computed from
    /// their rows.
    private func fetchComputed(_ fetch: ResolvedFetch, _ columns: BoundColumns) throws -> [[String: Any]] {
        let isComputedHere = fetch.stores.count != 1 || !fetch.stores[0].backend.fetchesRows
        let isWindowed = isComputedHere || columns.isGrouped || fetch.values.returnsDistinctResults
        let storeFetch = isWindowed ? fetch.unwindowed.storeFetch : fetch.storeFetch
        var rows: [[PredicateScalar]]
        if isComputedHere {
            rows = try columns.rows(of: storedSubjects(storeFetch, fetch))
        } else {
            rows = try reader(of: fetch.stores[0]).values(storeFetch, columns)
        }
        if fetch.values.returnsDistinctResults { rows = BoundColumns.distinct(rows) }
        return columns.dictionaries(isWindowed ? fetch.window(rows) : rows)
    }

    private func storedSubjects(_ storeFetch: StoreFetch, _ fetch: ResolvedFetch) throws -> [RowSubject] {
        var rows: [FetchedRow] = []
        for store in fetch.stores {
            if store.backend.fetchesRows {
                try reader(of: store).fetch(storeFetch) { rows += $0.fetchedRows }
            } else {
                rows += try store.backend.objects(storeFetch, in: self).map {
                    FetchedRow(id: $0.objectID, rowState: $0.isUnread ? RowState() : $0.visibleState)
                }
            }
        }
        return sorted(rows, fetch).map { RowSubject(row: $0, context: self) }
    }
}

/// The values that dictionary results contain.
private struct DictionaryColumns {
    /// The key of an object's ID, unless the entity has a property of this name.
    private static let objectIDName = "objectID"

    private var columns: [(name: String, slot: Int)] = []
    private var hasID = false

    /// - Throws: `coreData` for a name that is not that of a stored property.
    init(_ names: [String], of entity: EntityDescription) throws {
        for name in names {
            if name == DictionaryColumns.objectIDName, entity.slot(named: name) == nil {
                hasID = true
            } else {
                columns.append((name, try entity.storedSlot(name)))
            }
        }
    }

    func dictionary(_ row: FetchedRow) -> [String: Any] {
        var result: [String: Any] = hasID ? [DictionaryColumns.objectIDName: row.id] : [:]
        guard let block = row.rowState.block else { return result }
        for (name, slot) in columns { result[name] = block.value(Int(row.rowState.row), slot: slot).anyValue }
        return result
    }

    /// The first of the rows that have equal values.
    func distinct(_ rows: [FetchedRow]) -> [FetchedRow] {
        if hasID { return rows }
        var seen: Set<[AnyHashable?]> = []
        return rows.filter { row in
            let values = dictionary(row)
            return seen.insert(columns.map { values[$0.name] as? AnyHashable }).inserted
        }
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

/// Fetches that create no objects: counts, IDs and dictionaries.
extension ManagedObjectContext {
    func count(_ fetch: ResolvedFetch) throws -> Int {
        if isPlain(fetch) {
            return try fetch.stores.reduce(0) { try $0 + reader(of: $1).count(fetch.storeFetch) }
        }
        return try visibleRows(fetch).count
    }

    func fetchIDs(_ fetch: ResolvedFetch) throws -> [ManagedObjectID] { Array(try fetchCompactIDs(fetch)) }

    /// The IDs that match, stored as one key each if nothing pending is among them.
    func fetchCompactIDs(_ fetch: ResolvedFetch) throws -> CompactIDs {
        guard isPlain(fetch) else { return CompactIDs(try visibleRows(fetch).map(\.id)) }
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
        return rows.compactMap { row in row.rowState.block?.dictionary(Int(row.rowState.row), slots) }
    }

    /// The first of the rows that have equal values in these slots.
    private func distinct(_ rows: [FetchedRow], _ slots: [Int]) -> [FetchedRow] {
        var seen: Set<[AnyHashable?]> = []
        return rows.filter { row in
            let values = row.rowState.block?.dictionary(Int(row.rowState.row), slots) ?? [:]
            return seen.insert(slots.map { slot in values[slotName(slot, of: row)] as? AnyHashable }).inserted
        }
    }

    private func slotName(_ slot: Int, of row: FetchedRow) -> String { row.id.entity.layout.slots[slot].name }
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

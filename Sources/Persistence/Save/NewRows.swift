/// The rows of new objects that are built one by one, by table.
struct NewRows {
    private let store: PersistentStore
    private let now: Double
    private var collectors: [(layout: EntityLayout, rows: RowCollector)] = []
    /// The collector of the last object. Most objects have the same entity as the one before.
    private var last: (storeEntity: StoreEntity, rows: RowCollector)?

    /// - Parameter now: The coordinator's time, stored as the fetch time of the blocks.
    init(of store: PersistentStore, now: Double) {
        self.store = store
        self.now = now
    }

    /// Adds the row of a new object. `values` contain no temporary IDs.
    mutating func insert(_ object: ManagedObject, key: Int64, _ values: SparseValues) {
        let storeEntity = object.namedID.storeEntity
        if last?.storeEntity !== storeEntity {
            last = collector(of: storeEntity.entity.layout).map { (storeEntity, $0) }
        }
        last?.rows.insert(object, key: key, values)
    }

    /// The blocks, each with its objects.
    func finish() -> [CollectedRows] {
        collectors.flatMap { $0.rows.finish() }
    }

    private mutating func collector(of layout: EntityLayout) -> RowCollector? {
        if let known = collectors.first(where: { $0.layout === layout }) { return known.rows }
        guard let table = store.table(for: layout) else { return nil }
        let rows = RowCollector(table, now: now)
        collectors.append((layout, rows))
        return rows
    }
}

extension ArraySlice<ManagedObject> {
    /// The draft block whose rows belong to the first objects here, in the same order and without gaps; nil if there is
    /// none.
    var wholeDraft: DraftBlock? {
        guard let draft = first?.draft, draft.rowCount <= count else { return nil }
        for row in 0..<draft.rowCount {
            let object = self[startIndex + row]
            guard object.status.has(.drafted), object.storedBlock === draft, object.row == row else { return nil }
        }
        return draft
    }
}

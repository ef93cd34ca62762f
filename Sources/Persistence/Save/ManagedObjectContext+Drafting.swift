/// A context's draft blocks with room for new objects, one per table.
struct OpenDrafts {
    private var blocks: [DraftBlock] = []
    /// The block and `StoreEntity` of the last new object. The next one is likely to be of the same entity.
    private var last: DraftBlock?
    private var lastHome: StoreEntity?
    private var isFirst = true

    /// Begins a row for a new object. Returns false if no block of its table has room.
    mutating func begin(_ object: ManagedObject) -> Bool {
        if object.namedID.storeEntity !== lastHome || last?.isFull != false { find(object.namedID.storeEntity) }
        guard let last else { return false }
        object.enter(consume last)
        return true
    }

    /// Opens a block that replaces the table's last one.
    mutating func open(in table: RowTable) {
        blocks.removeAll { $0.table === table }
        blocks.append(DraftBlock(table: table, room: isFirst ? .few : .many))
        isFirst = false
    }

    /// Removes all blocks, after their objects were saved.
    mutating func removeAll() {
        blocks.removeAll()
        (last, lastHome) = (nil, nil)
    }

    private mutating func find(_ storeEntity: StoreEntity) {
        let layout = storeEntity.entity.layout
        last = blocks.first { $0.table.layout === layout && !$0.isFull }
        lastHome = storeEntity
    }
}

extension ManagedObjectContext {
    /// Gives a new object a row for its values, if a save is likely to use it.
    func beginDraft(of object: ManagedObject) {
        if drafts.begin(object) { return }
        guard let table = probableTable(of: object.entity) else { return }
        drafts.open(in: table)
        _ = drafts.begin(object)
    }

    /// The table that a save will probably insert new objects into. If it uses another one, the rows are built again.
    private func probableTable(of entity: EntityDescription) -> RowTable? {
        guard parentContext == nil, let coordinator = persistentStoreCoordinator else { return nil }
        return coordinator.stores(for: entity).first { !$0.isReadOnly }?.table(for: entity.layout)
    }
}

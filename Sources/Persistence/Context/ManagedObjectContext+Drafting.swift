/// The draft blocks of a context that have room for new objects, one for each table.
struct OpenDrafts {
    private var blocks: [DraftBlock] = []
    /// That of the last new object, and the kind of it: the next one is likely to be of the same.
    private var last: DraftBlock?
    private var lastHome: ObjectIDHome?
    private var isFirst = true

    /// Begins a row for a new object, where there is room for one of its kind.
    mutating func begin(_ object: ManagedObject) -> Bool {
        if object.namedID.home !== lastHome || last?.isFull != false { find(object.namedID.home) }
        guard let last else { return false }
        object.enter(consume last)
        return true
    }

    /// Begins a block in the place of the table's last one.
    mutating func open(in table: RowTable) {
        blocks.removeAll { $0.table === table }
        blocks.append(DraftBlock(table: table, room: isFirst ? .few : .many))
        isFirst = false
    }

    /// Begins anew: what was drafted is saved.
    mutating func removeAll() {
        blocks.removeAll()
        (last, lastHome) = (nil, nil)
    }

    private mutating func find(_ home: ObjectIDHome) {
        let layout = home.entity.layout
        last = blocks.first { $0.table.layout === layout && !$0.isFull }
        lastHome = home
    }
}

extension ManagedObjectContext {
    /// Gives a new object a row to put its values into, if a save is likely to take it.
    func beginDraft(of object: ManagedObject) {
        if drafts.begin(object) { return }
        guard let table = probableTable(of: object.entity) else { return }
        drafts.open(in: table)
        _ = drafts.begin(object)
    }

    /// The table that a save is likely to put new objects into. Where it takes another, the rows are made again.
    private func probableTable(of entity: EntityDescription) -> RowTable? {
        guard parentContext == nil, let coordinator = persistentStoreCoordinator else { return nil }
        let store = coordinator.stores(for: entity).first { !$0.isReadOnly }
        return store is IncrementalStore ? nil : store?.table(for: entity.layout)
    }
}

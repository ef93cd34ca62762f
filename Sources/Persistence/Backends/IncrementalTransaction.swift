/// A save to an incremental store. No other thread calls the store until it ends. What the store has saved is not
/// rolled back.
final class IncrementalTransaction: StoreTransaction {
    private let store: IncrementalStore
    private var isOpen = true
    /// The objects for which the store reported conflicts.
    private var reported: [ManagedObject] = []
    private var metadataBefore: [String: any Sendable]?
    /// New objects with IDs of the store. It is notified that they are in use once it has saved them.
    private var newlyNamed: [ManagedObject] = []

    init(_ store: IncrementalStore) {
        self.store = store
        store.beginExclusiveUse()
    }

    deinit { rollback() }

    /// What the store has saved stays saved.
    var canRollBack: Bool { false }

    /// The store chooses IDs, which the objects keep even if the save fails.
    func keys(for part: SavePlan.Part, _ ids: AssignedIDs) throws -> [Int64] {
        let unnamed = part.inserted.filter { $0.objectID.isTemporaryID }
        try store.givePermanentIDs(to: unnamed)
        newlyNamed += unnamed
        return part.inserted.compactMap(\.objectID.key)
    }

    func save(
        _ rows: PlannedRows, origin: TransactionOrigin
    ) throws -> (stale: [StoredKeyInTable], written: [WrittenRows]) {
        let stale = try save(rows.part)
        return (stale, stale.isEmpty ? rows.written(version(saved:)) : [])
    }

    /// The store chose a version that it reports only with the values. Until they are read, the row has one that no
    /// cached row has.
    private func version(saved object: ManagedObject) -> Int64 {
        let cached = object.permanentKey.flatMap { object.objectID.storeEntity.table?.lookup($0).version } ?? 0
        return StoreNumbers.version(after: max(object.nextVersion.predecessor, cached))
    }

    /// Asks the store to save. Returns the records for which it reported conflicts, in which case nothing was written.
    private func save(_ part: SavePlan.Part) throws -> [StoredKeyInTable] {
        let request = part.request
        request.affectedStores = [store]
        let context = part.context
        let execute = { _ = try self.store.execute(request, with: context) }
        defer { notifyOfNewObjects() }
        do {
            if let context { try context.trappingFailedReads(execute) } else { try execute() }
            return []
        } catch {
            return try records(reportedBy: error)
        }
    }

    private func records(reportedBy error: any Error) throws -> [StoredKeyInTable] {
        reported = (error as? PersistenceError)?.reportedConflicts.map(\.sourceObject) ?? []
        if reported.isEmpty { throw error }
        var records: [StoredKeyInTable] = []
        for object in reported {
            guard let key = object.objectID.key else { continue }
            records.append(StoredKeyInTable(layout: object.entity.layout, key: key))
        }
        return records
    }

    /// The reported conflicts with the store's current rows, regardless of their versions.
    func conflicts(of part: SavePlan.Part, stale: [StoredKeyInTable]) throws -> [MergeConflict] {
        try reported.compactMap { object in
            guard let context = object.managedObjectContext else { return nil }
            let block = try store.row(of: object.objectID, with: context)
            return ConflictDetection.conflict(
                object, theirs: block.map { RowState(block: $0) }, level: .coordinatorAndStore)
        }
    }

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T { try store.backend.reading(body) }

    /// The next save reads it from the store's `metadata`.
    func setMetadata(_ metadata: [String: any Sendable]) throws {
        metadataBefore = metadataBefore ?? store.metadata
        store.metadata = metadata
    }

    func commit() throws { end() }

    func rollback() {
        if isOpen, let metadataBefore { store.metadata = metadataBefore }
        end()
    }

    /// The store chooses IDs itself (`obtainPermanentIDs(for:)`).
    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        throw PersistenceError(.coreData, "An incremental store assigns IDs to objects, not keys.")
    }

    /// Incremental stores save objects, not rows (`save(_:origin:)`).
    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] {
        throw PersistenceError(.coreData, "An incremental store saves objects, not rows.")
    }

    private func notifyOfNewObjects() {
        for object in newlyNamed { object.managedObjectContext?.notifyRegistered(object) }
        newlyNamed = []
    }

    private func end() {
        guard isOpen else { return }
        isOpen = false
        notifyOfNewObjects()
        store.endExclusiveUse()
    }
}

extension PersistenceError {
    /// The conflicts that a store reports.
    fileprivate var reportedConflicts: [MergeConflict] { userInfo[Key.saveConflicts] as? [MergeConflict] ?? [] }
}

extension SavePlan.Part {
    /// The request for the store; all sets are nil when only its metadata changed.
    fileprivate var request: SaveChangesRequest {
        guard context != nil else { return SaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil) }
        return SaveChangesRequest(
            inserted: Set(inserted), updated: Set(updated), deleted: Set(deleted), locked: Set(locked))
    }

    /// The saving context.
    fileprivate var context: ManagedObjectContext? {
        (inserted.first ?? updated.first ?? deleted.first ?? locked.first)?.managedObjectContext
    }
}

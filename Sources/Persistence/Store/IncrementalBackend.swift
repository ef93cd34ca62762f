import Foundation

/// An incremental store as the engine sees stores.
final class IncrementalBackend: StoreBackend, @unchecked Sendable {
    /// Set once, when the store is made.
    weak var store: IncrementalStore?

    var identifier: String { store?.metadata[StoreMetadataKey.storeUUID] as? String ?? "" }
    var isReadOnly: Bool { store?.options[StoreOption.readOnly] as? Bool ?? false }
    var isIncremental: Bool { true }

    func metadata() throws -> [String: any Sendable] { store?.metadata ?? [:] }
    func attach(tables: StoreTables) {}
    func close() {}

    func beginWrite() throws -> any StoreTransaction {
        guard let store else { throw IncrementalBackend.gone }
        guard !isReadOnly else { throw PersistenceError(.readOnly, "The store is read-only.") }
        return IncrementalTransaction(store)
    }

    func snapshot() throws -> any StoreReader { self }

    func reader(for context: ManagedObjectContext) -> any StoreReader {
        store.map { IncrementalReader($0, context) } ?? self
    }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        try reading { try $0.fetch(fetch, body) }
    }
    func count(_ fetch: StoreFetch) throws -> Int { try reading { try $0.count(fetch) } }
    func keys(_ fetch: StoreFetch) throws -> [StoredKey] { try reading { try $0.keys(fetch) } }
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try reading { try $0.rows(keys: keys, in: layout) }
    }
    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try reading { try $0.destinations(of: slot, in: layout, key: key) }
    }

    /// Reads for nobody in particular, with a context that is dropped afterwards.
    private func reading<T>(_ body: (IncrementalReader) throws -> T) throws -> T {
        guard let store, let coordinator = store.persistentStoreCoordinator else { throw IncrementalBackend.gone }
        let context = ManagedObjectContext(concurrencyType: .confinement)
        context.persistentStoreCoordinator = coordinator
        return try body(IncrementalReader(store, context))
    }

    static let gone = PersistenceError(.invalidStore, "The store was removed.")
}

/// Reads an incremental store on behalf of a context, on its queue.
final class IncrementalReader: StoreReader, @unchecked Sendable {
    private let store: IncrementalStore
    private let context: ManagedObjectContext

    init(_ store: IncrementalStore, _ context: ManagedObjectContext) {
        self.store = store
        self.context = context
    }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        for id in try store.objectIDs(fetch, with: context) {
            if let block = try store.row(of: id, with: context) { try body(block) }
        }
    }

    func count(_ fetch: StoreFetch) throws -> Int { try store.count(fetch, with: context) }

    func keys(_ fetch: StoreFetch) throws -> [StoredKey] {
        try store.objectIDs(fetch, with: context).compactMap(StoredKey.init)
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try keys.compactMap { key in
            guard let id = id(of: key, in: layout) else { return nil }
            return try store.row(of: id, with: context)
        }
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        guard let relationship = layout.slots[slot].relationship, let id = id(of: key, in: layout) else { return [] }
        return try store.destinations(of: relationship, of: id, with: context).compactMap(StoredKey.init)
    }

    private func id(of key: Int64, in layout: EntityLayout) -> ManagedObjectID? {
        guard let table = store.table(for: layout), let name = store.references.entityName(of: key) else { return nil }
        guard let home = table.homes.first(where: { $0.entity.name == name }) else { return nil }
        return ManagedObjectID(home: home, key: key)
    }
}

extension StoredKey {
    /// The place of a saved record.
    fileprivate init?(_ id: ManagedObjectID) {
        guard let key = id.key else { return nil }
        self.init(key: key, ordinal: id.entity.ordinal)
    }
}

/// A save to an incremental store. Nobody else calls the store until it ends; what the store has saved stays saved.
final class IncrementalTransaction: StoreTransaction {
    private let store: IncrementalStore
    private var isOpen = true
    /// What the store found changed by somebody else.
    private var reported: [ManagedObject] = []
    private var metadataBefore: [String: any Sendable]?

    init(_ store: IncrementalStore) {
        self.store = store
        store.beginExclusiveUse()
    }

    deinit { rollback() }

    /// Asks the store to save. Returns the records that somebody else changed; nothing was written then.
    func save(_ part: SavePlan.Part) throws -> [StoredKeyInTable] {
        let request = part.request
        request.affectedStores = [store]
        do {
            _ = try store.execute(request, with: part.context)
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

    /// The reported conflicts with the records as the store has them now, whatever their versions say.
    func conflicts() throws -> [MergeConflict] {
        try reported.compactMap { object in
            guard let context = object.managedObjectContext else { return nil }
            let block = try store.row(of: object.objectID, with: context)
            return ConflictDetection.conflict(
                object, theirs: block.map { ObjectSnapshot(block: $0) }, level: .coordinatorAndStore)
        }
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try store.backend.rows(keys: keys, in: layout)
    }

    /// The save that follows finds it in the store's `metadata`.
    func setMetadata(_ metadata: [String: any Sendable]) throws {
        metadataBefore = metadataBefore ?? store.metadata
        store.metadata = metadata
    }

    func commit() throws { end() }

    func rollback() {
        if isOpen, let metadataBefore { store.metadata = metadataBefore }
        end()
    }

    /// Keys are the store's to give (`obtainPermanentIDs(for:)`).
    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        throw PersistenceError(.coreData, "An incremental store gives IDs to objects.")
    }

    /// Objects are saved, not rows (`save(_:)`).
    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] {
        throw PersistenceError(.coreData, "An incremental store saves objects.")
    }

    private func end() {
        guard isOpen else { return }
        isOpen = false
        store.endExclusiveUse()
    }
}

extension PersistenceError {
    /// The conflicts that a store reports under either of Core Data's keys.
    fileprivate var reportedConflicts: [MergeConflict] {
        userInfo[Key.saveConflicts] as? [MergeConflict] ?? userInfo[Key.conflictList] as? [MergeConflict] ?? []
    }
}

extension SavePlan.Part {
    /// What the store is to save; all sets are nil where only its metadata changed.
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

import Foundation

/// Adapts an incremental store to the engine's store interface.
final class IncrementalBackend: StoreBackend, @unchecked Sendable {
    /// Set once, when the store is created.
    weak var store: IncrementalStore?

    var identifier: String { store?.metadata[StoreMetadataKey.storeUUID] as? String ?? "" }
    var isReadOnly: Bool { store?.settings[StoreOption.readOnly] as? Bool ?? false }
    var mayChangeBehindCache: Bool { true }

    func metadata() throws -> [String: any Sendable] { store?.metadata ?? [:] }
    func attach(tables: StoreTables) {}
    func close() {}

    func beginWrite() throws -> any StoreTransaction {
        guard let store else { throw IncrementalBackend.gone }
        guard !isReadOnly else { throw PersistenceError(.readOnly, "The store is read-only.") }
        return IncrementalTransaction(store)
    }

    func readTransaction() throws -> any StoreReader { self }

    func reader(for context: ManagedObjectContext) -> any StoreReader {
        store.map { IncrementalReader($0, context) } ?? self
    }

    /// Reads without a given context, using one that is released afterwards.
    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T {
        guard let store, let coordinator = store.persistentStoreCoordinator else { throw IncrementalBackend.gone }
        let context = ManagedObjectContext(concurrencyType: .confinement)
        context.persistentStoreCoordinator = coordinator
        return try body(IncrementalReader(store, context))
    }

    static let gone = PersistenceError(.invalidStore, "The store was removed.")
}

/// What the store does with the objects of contexts.
extension IncrementalBackend {
    var fetchesRows: Bool { false }

    func objects(_ fetch: StoreFetch, in context: ManagedObjectContext) throws -> [ManagedObject] {
        guard let store else { throw IncrementalBackend.gone }
        return try store.objects(fetch, with: context)
    }

    var choosesVersions: Bool { true }

    var tracksObjects: Bool { true }

    func objectsWereRegistered(_ ids: [ManagedObjectID]) {
        guard let store else { return }
        store.calling { store.managedObjectContextDidRegisterObjects(with: ids) }
    }

    func objectsWereUnregistered(_ ids: [ManagedObjectID]) {
        guard let store else { return }
        store.calling { store.managedObjectContextDidUnregisterObjects(with: ids) }
    }

    var references: ReferenceKeys? { store?.references }
}

/// Reads an incremental store for a context, on its queue.
final class IncrementalReader: StoreReader, @unchecked Sendable {
    private let store: IncrementalStore
    private let context: ManagedObjectContext

    init(_ store: IncrementalStore, _ context: ManagedObjectContext) {
        self.store = store
        self.context = context
    }

    func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws {
        for id in try store.objectIDs(fetch, with: context) {
            if let block = try store.row(of: id, with: context) { try body(block) }
        }
    }

    func count(_ fetch: StoreFetch) throws -> Int { try store.count(fetch, with: context) }

    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        try store.objectIDs(fetch, with: context).lazy.compactMap(StoredKey.init).forEach(body)
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
        guard let storeEntity = table.storeEntities.first(where: { $0.entity.name == name }) else { return nil }
        return ManagedObjectID(storeEntity: storeEntity, key: key)
    }
}

extension StoredKey {
    /// The key and entity of a saved record; nil for a temporary ID.
    fileprivate init?(_ id: ManagedObjectID) {
        guard let key = id.key else { return nil }
        self.init(key: key, entityIndex: id.entity.entityIndex)
    }
}

import Foundation
import Persistence

/// What a store was asked for.
struct StoreCounts: Sendable, Equatable {
    var reads = 0
    var writes = 0
}

/// A store of any kind that counts what it is asked for, and whose rows may change behind the row cache
/// unless it is asked to be like a store in memory.
final class ProbeStore: StoreBackend, @unchecked Sendable {
    let base: any StoreBackend
    private let counted = Guarded(StoreCounts())
    private let refused = Guarded<String?>(nil)
    private var tables: StoreTables?
    private let isShared: Bool

    init(_ base: any StoreBackend, isShared: Bool, isIncremental: Bool = true) {
        self.base = base
        self.isIncremental = isIncremental
        self.isShared = isShared
    }

    var counts: StoreCounts { counted.withLock { $0 } }

    /// Makes the allocation of keys for an entity fail from now on.
    func refuseKeys(of entityName: String?) {
        refused.withLock { $0 = entityName }
    }

    var identifier: String { base.identifier }
    var isReadOnly: Bool { base.isReadOnly }
    let isIncremental: Bool

    func metadata() throws -> [String: any Sendable] { try base.metadata() }

    func attach(tables: StoreTables) {
        self.tables = tables
        base.attach(tables: tables)
    }

    func close() { if !isShared { base.close() } }

    func beginWrite() throws -> any StoreTransaction {
        counted.withLock { $0.writes += 1 }
        return ProbeTransaction(try target.beginWrite(), refusing: refused.withLock { $0 })
    }

    func snapshot() throws -> any StoreReader { try target.snapshot() }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws { try read().fetch(fetch, body) }
    func count(_ fetch: StoreFetch) throws -> Int { try read().count(fetch) }
    func keys(_ fetch: StoreFetch) throws -> [StoredKey] { try read().keys(fetch) }
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] { try read().rows(keys: keys, in: layout) }
    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try read().destinations(of: slot, in: layout, key: key)
    }

    private func read() -> any StoreBackend {
        counted.withLock { $0.reads += 1 }
        return target
    }

    /// The store beneath, which reads into this coordinator's tables: an in-memory store may serve two coordinators.
    private var target: any StoreBackend {
        if isShared, let tables { base.attach(tables: tables) }
        return base
    }
}

private struct RefusedKeys: Error {}

private final class ProbeTransaction: StoreTransaction {
    private let base: any StoreTransaction
    private let refused: String?

    init(_ base: any StoreTransaction, refusing refused: String?) {
        self.base = base
        self.refused = refused
    }

    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        if layout.root.name == refused { throw RefusedKeys() }
        return try base.allocateKeys(count, in: layout)
    }

    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] { try base.apply(changes) }
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] { try base.rows(keys: keys, in: layout) }
    func setMetadata(_ metadata: [String: any Sendable]) throws { try base.setMetadata(metadata) }
    func commit() throws { try base.commit() }
    func rollback() { base.rollback() }
}

/// Opens probe stores: around a new store of the kind that the options name, or around the one that they share.
struct ProbeOpening: StoreOpening {
    static let type = "Probe"
    static let kindKey = "ProbeKind"
    static let incrementalKey = "ProbeIncremental"
    static let sharedKey = "ProbeShared"

    func open(
        url: URL?, model: ManagedObjectModel, configurationName: String?, options: [String: any Sendable]
    ) throws -> any StoreBackend {
        if let shared = options[ProbeOpening.sharedKey] as? ProbeStore {
            return ProbeStore(shared.base, isShared: true)
        }
        let kind = options[ProbeOpening.kindKey] as? String ?? inMemoryStoreType
        guard let opening = StoreTypes.opening(for: kind) else {
            throw PersistenceError(.invalidStoreType, "No \(kind).")
        }
        let base = try opening.open(url: url, model: model, configurationName: configurationName, options: options)
        let isIncremental = options[ProbeOpening.incrementalKey] as? Bool ?? true
        return ProbeStore(base, isShared: kind == inMemoryStoreType, isIncremental: isIncremental)
    }

    func metadata(url: URL) throws -> [String: any Sendable] { [:] }
}

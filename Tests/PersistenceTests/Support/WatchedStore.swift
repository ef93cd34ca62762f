import TestSupport

@testable import Persistence

/// Passes everything on to another backend; counts, and fails where it is told to.
final class WatchedStore: StoreBackend, @unchecked Sendable {
    private let base: any StoreBackend
    /// How many write transactions began.
    var writes = 0
    /// How many reads of rows, keys or destinations.
    var reads = 0
    /// Runs before each write transaction begins.
    var willWrite: () throws -> Void = {}
    /// Runs before each `apply`.
    var willApply: () throws -> Void = {}
    /// Runs before each commit.
    var willCommit: () throws -> Void = {}

    /// Runs before keys are given to new rows of an entity.
    var willAllocate: (EntityLayout) throws -> Void = { _ in }

    /// Where the store's file is: it stays there as long as somebody uses the store.
    private let folder: TemporaryFolder?

    init(_ base: any StoreBackend, in folder: TemporaryFolder? = nil, isIncremental: Bool = true) {
        self.base = base
        self.folder = folder
        self.isIncremental = isIncremental && base.isIncremental
    }

    var identifier: String { base.identifier }
    var isReadOnly: Bool { base.isReadOnly }
    let isIncremental: Bool
    func metadata() throws -> [String: any Sendable] { try base.metadata() }
    func attach(tables: StoreTables) { base.attach(tables: tables) }
    func snapshot() throws -> any StoreReader { try base.snapshot() }
    func close() { base.close() }

    func beginWrite() throws -> any StoreTransaction {
        try willWrite()
        writes += 1
        return WatchedTransaction(try base.beginWrite(), self)
    }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        reads += 1
        try base.fetch(fetch, body)
    }

    func count(_ fetch: StoreFetch) throws -> Int {
        reads += 1
        return try base.count(fetch)
    }

    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        reads += 1
        try base.forEachKey(fetch, body)
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        reads += 1
        return try base.rows(keys: keys, in: layout)
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        reads += 1
        return try base.destinations(of: slot, in: layout, key: key)
    }
}

private final class WatchedTransaction: StoreTransaction {
    private let base: any StoreTransaction
    private let probe: WatchedStore

    init(_ base: any StoreTransaction, _ probe: WatchedStore) {
        self.base = base
        self.probe = probe
    }

    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        try probe.willAllocate(layout)
        return try base.allocateKeys(count, in: layout)
    }

    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] {
        try probe.willApply()
        return try base.apply(changes)
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] { try base.rows(keys: keys, in: layout) }
    func setMetadata(_ metadata: [String: any Sendable]) throws { try base.setMetadata(metadata) }

    func commit() throws {
        try probe.willCommit()
        try base.commit()
    }

    func rollback() { base.rollback() }
}

import TestSupport

@testable import Persistence

/// What a read that was told to fail throws.
struct ReadFailure: Error {}

/// Passes everything on to another backend; counts, and fails where it is told to.
final class WatchedStore: StoreBackend, @unchecked Sendable {
    private let base: any StoreBackend
    /// How many write transactions began.
    var writes = 0
    /// How many reads of rows, keys or destinations, transactions' own aside.
    var reads = 0
    /// Which reads fail, by their number since `beginFailing`; those of transactions count.
    private var isFailing: (Int) -> Bool = { _ in false }
    private var readsSince = 0
    /// How many reads failed since `beginFailing`.
    private(set) var failures = 0
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

    /// Lets reads fail from now on: the one with this number, counted from 1, or that and all behind it.
    func beginFailing(at number: Int, lasting: Bool = false) {
        (readsSince, failures) = (0, 0)
        isFailing = { lasting ? $0 >= number : $0 == number }
    }

    func endFailing() { isFailing = { _ in false } }

    fileprivate func willRead() throws {
        readsSince += 1
        guard isFailing(readsSince) else { return }
        failures += 1
        throw ReadFailure()
    }

    private func noteRead() throws {
        reads += 1
        try willRead()
    }

    var identifier: String { base.identifier }
    var isReadOnly: Bool { base.isReadOnly }
    let isIncremental: Bool

    func metadata() throws -> [String: any Sendable] {
        try willRead()
        return try base.metadata()
    }

    func attach(tables: StoreTables) { base.attach(tables: tables) }
    func snapshot() throws -> any StoreReader { try base.snapshot() }
    func close() { base.close() }

    func beginWrite() throws -> any StoreTransaction {
        try willWrite()
        writes += 1
        return WatchedTransaction(try base.beginWrite(), self)
    }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        try noteRead()
        try base.fetch(fetch, body)
    }

    func count(_ fetch: StoreFetch) throws -> Int {
        try noteRead()
        return try base.count(fetch)
    }

    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        try noteRead()
        try base.forEachKey(fetch, body)
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try noteRead()
        return try base.rows(keys: keys, in: layout)
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try noteRead()
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

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try probe.willRead()
        return try base.rows(keys: keys, in: layout)
    }

    func setMetadata(_ metadata: [String: any Sendable]) throws { try base.setMetadata(metadata) }

    func commit() throws {
        try probe.willCommit()
        try base.commit()
    }

    func rollback() { base.rollback() }
}

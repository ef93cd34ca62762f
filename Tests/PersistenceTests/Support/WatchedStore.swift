import TestSupport

@testable import Persistence

/// The error of a read that was made to fail.
struct ReadFailure: Error {}

/// Forwards everything to another backend, counts reads and writes, and fails on demand.
final class WatchedStore: StoreBackend, @unchecked Sendable {
    private let base: any StoreBackend
    /// The number of write transactions that began.
    var writes = 0
    /// The number of reads of rows, keys or destinations, without those of transactions.
    var reads = 0
    /// The reads that fail, by their number since `beginFailing`. Reads of transactions count too.
    private var isFailing: (Int) -> Bool = { _ in false }
    private var readsSince = 0
    /// The number of reads that failed since `beginFailing`.
    private(set) var failures = 0
    /// Runs after each read of rows, before the reader has them.
    var didRead: () throws -> Void = {}
    /// Runs after each transaction that was rolled back.
    var didRollBack: () -> Void = {}
    /// Runs before each write transaction begins.
    var willWrite: () throws -> Void = {}
    /// Runs before each `apply`.
    var willApply: () throws -> Void = {}
    /// Runs before each commit.
    var willCommit: () throws -> Void = {}

    /// Runs before keys are allocated for new rows of an entity.
    var willAllocate: (EntityLayout) throws -> Void = { _ in }

    /// The folder of the store's file, retained as long as the store is used.
    private let folder: TemporaryFolder?

    init(_ base: any StoreBackend, in folder: TemporaryFolder? = nil, mayChangeBehindCache: Bool = true) {
        self.base = base
        self.folder = folder
        self.mayChangeBehindCache = mayChangeBehindCache && base.mayChangeBehindCache
    }

    /// Makes the read with this number, counted from 1, fail. With `lasting`, all reads after it fail too.
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

    /// Counts a read, and returns the backend that performs it.
    fileprivate func noteRead() throws -> any StoreBackend {
        reads += 1
        try willRead()
        return base
    }

    var identifier: String { base.identifier }
    var isReadOnly: Bool { base.isReadOnly }
    let mayChangeBehindCache: Bool

    func metadata() throws -> [String: any Sendable] {
        try willRead()
        return try base.metadata()
    }

    func attach(tables: StoreTables) { base.attach(tables: tables) }
    func readTransaction() throws -> any StoreReader { try base.readTransaction() }
    func close() { base.close() }

    func beginWrite() throws -> any StoreTransaction {
        try willWrite()
        writes += 1
        return WatchedTransaction(try base.beginWrite(), self)
    }

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T { try body(WatchedReader(store: self)) }
}

/// Counts each read of the other backend's rows, keys or destinations.
private struct WatchedReader: StoreReader {
    let store: WatchedStore

    func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws {
        try store.noteRead().fetch(fetch) { block in
            try store.didRead()
            try body(block)
        }
    }

    func count(_ fetch: StoreFetch) throws -> Int { try store.noteRead().count(fetch) }

    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        try store.noteRead().forEachKey(fetch, body)
    }

    func values(_ fetch: StoreFetch, _ columns: BoundColumns) throws -> [[PredicateScalar]] {
        try store.noteRead().values(fetch, columns)
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        let rows = try store.noteRead().rows(keys: keys, in: layout)
        try store.didRead()
        return rows
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try store.noteRead().destinations(of: slot, in: layout, key: key)
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

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T {
        try probe.willRead()
        return try base.reading(body)
    }

    func setMetadata(_ metadata: [String: any Sendable]) throws { try base.setMetadata(metadata) }

    func commit() throws {
        try probe.willCommit()
        try base.commit()
    }

    func rollback() {
        base.rollback()
        probe.didRollBack()
    }
}

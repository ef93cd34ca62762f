import Foundation

/// A store that exists as long as its coordinator. All its rows are in memory, so it never refetches.
struct InMemoryStoreOpening: StoreOpening {
    func open(
        url: URL?, model: ManagedObjectModel, configurationName: String?, options: [String: any Sendable]
    ) throws -> any StoreBackend {
        InMemoryStore(isReadOnly: options[StoreOption.readOnly] as? Bool ?? false)
    }

    func metadata(url: URL) throws -> [String: any Sendable] {
        throw PersistenceError(.noSuchStore, "An in-memory store has no file.")
    }
}

/// A store's rows as one value. A transaction changes a copy, which becomes the state when it commits.
struct MemoryState: Sendable {
    struct Row: Sendable {
        let entityIndex: Int
        var version: Int64
        var values: SparseValues
    }

    struct LinkKey: Hashable, Sendable {
        let layout: UInt32
        let slot: Int
        let key: Int64
    }

    var rows: [UInt32: [Int64: Row]] = [:]
    var lastKeys: [UInt32: Int64] = [:]
    var links: [LinkKey: [Int64]] = [:]
    var metadata: [String: any Sendable] = [:]

    func row(_ layout: EntityLayout, _ key: Int64) -> Row? { rows[layout.number]?[key] }
}

/// The backend of in-memory stores, and the reference implementation of a store.
final class InMemoryStore: StoreBackend, @unchecked Sendable {
    let identifier = UUID().uuidString
    let isReadOnly: Bool
    var mayChangeBehindCache: Bool { false }

    private let stateLock = NSLock()
    private let writeLock = NSCondition()
    private var isWriting = false
    private var state = MemoryState()
    private var tables: StoreTables?

    init(isReadOnly: Bool) {
        self.isReadOnly = isReadOnly
        state.metadata = [StoreMetadataKey.storeUUID: identifier, StoreMetadataKey.storeType: inMemoryStoreType]
    }

    var current: MemoryState { stateLock.withLock { state } }

    func attach(tables: StoreTables) { self.tables = tables }
    func close() {}
    func metadata() throws -> [String: any Sendable] { current.metadata }

    func beginWrite() throws -> any StoreTransaction {
        guard !isReadOnly else { throw PersistenceError(.readOnly, "The store is read-only.") }
        writeLock.lock()
        while isWriting { writeLock.wait() }
        isWriting = true
        writeLock.unlock()
        return MemoryTransaction(self, state: current, tables: try attached())
    }

    func endWrite(_ committed: MemoryState?) {
        if let committed { stateLock.withLock { state = committed } }
        writeLock.lock()
        isWriting = false
        writeLock.signal()
        writeLock.unlock()
    }

    func readTransaction() throws -> any StoreReader { try reader() }

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T { try body(reader()) }

    private func reader() throws -> MemoryReader { MemoryReader(current, try attached()) }

    private func attached() throws -> StoreTables {
        guard let tables else { throw PersistenceError(.invalidStore, "The store belongs to no coordinator.") }
        return tables
    }
}

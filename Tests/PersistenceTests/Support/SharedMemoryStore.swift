@testable import Persistence

/// One coordinator's view of rows in memory that other coordinators write too.
final class SharedMemoryStore: StoreBackend, @unchecked Sendable {
    private let rows: InMemoryStore
    private var tables: StoreTables?

    init(_ rows: InMemoryStore) { self.rows = rows }

    var identifier: String { rows.identifier }
    var isReadOnly: Bool { false }
    var mayChangeBehindCache: Bool { true }
    func metadata() throws -> [String: any Sendable] { try rows.metadata() }
    func readTransaction() throws -> any StoreReader { try reader() }
    func close() {}

    func attach(tables: StoreTables) {
        self.tables = tables
        rows.attach(tables: tables)
    }

    func beginWrite() throws -> any StoreTransaction { SharedMemoryTransaction(try rows.beginWrite(), reader) }

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T { try body(reader()) }

    private func reader() throws -> MemoryReader {
        guard let tables else { throw PersistenceError(.invalidStore, "The store belongs to no coordinator.") }
        return MemoryReader(rows.current, tables)
    }
}

/// Reads committed rows with its own coordinator's tables. Nothing else can write during the transaction.
private final class SharedMemoryTransaction: StoreTransaction {
    private let base: any StoreTransaction
    private let reader: () throws -> MemoryReader

    init(_ base: any StoreTransaction, _ reader: @escaping () throws -> MemoryReader) {
        self.base = base
        self.reader = reader
    }

    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        try base.allocateKeys(count, in: layout)
    }

    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] { try base.apply(changes) }
    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T { try body(reader()) }
    func setMetadata(_ metadata: [String: any Sendable]) throws { try base.setMetadata(metadata) }
    func commit() throws { try base.commit() }
    func rollback() { base.rollback() }
}

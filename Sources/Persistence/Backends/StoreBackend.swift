import Foundation

/// The interface of a kind of store. It reads and writes rows and compares versions. Only a store that works with the
/// objects of contexts (`IncrementalStore`) implements the requirements below `// MARK: Objects`.
///
/// Use on any thread. Reads may run while a write transaction is open; they see the last commit.
package protocol StoreBackend: ForwardingReader, AnyObject {
    /// The UUID of the store in object IDs.
    var identifier: String { get }
    /// Whether the store rejects every write.
    var isReadOnly: Bool { get }
    /// Whether rows may change without the row cache's knowledge. False for in-memory stores, which never refetch.
    var mayChangeBehindCache: Bool { get }
    /// The store's metadata: `NSStoreUUID`, `NSStoreType`, model hashes and the application's own keys.
    func metadata() throws -> [String: any Sendable]
    /// Called once, before any other method, with the tables that rows are read into.
    func attach(tables: StoreTables)
    /// A reader for a context, used on its queue. Returns the store itself by default; incremental stores need the
    /// context.
    func reader(for context: ManagedObjectContext) -> any StoreReader
    /// Begins a write transaction. There is at most one at a time, so this waits for another to end.
    func beginWrite() throws -> any StoreTransaction
    /// A reader that sees the current state for as long as it is retained.
    func readTransaction() throws -> any StoreReader
    /// Up to `count` readers of the same state, for use on different threads; at least one.
    func readTransactions(_ count: Int) throws -> [any StoreReader]
    /// Closes files and connections. No method is called afterwards.
    func close()
    /// The store's history; nil for stores that never have one.
    var history: (any StoreHistory)? { get }
    /// The content of a file with a value that is not in its row.
    func externalData(named name: String) throws -> Data
    /// Whether the store supports batch requests.
    var takesBatches: Bool { get }

    // MARK: Objects

    /// Whether a fetch returns rows; otherwise it returns a context's objects. True by default.
    var fetchesRows: Bool { get }
    /// The matching objects, usually faults, of a store that does not fetch rows. Called on the context's queue.
    func objects(_ fetch: StoreFetch, in context: ManagedObjectContext) throws -> [ManagedObject]
    /// Whether the store chooses the versions of rows, and reports them only with a row's values. False by default.
    var choosesVersions: Bool { get }
    /// Whether contexts report which objects they use. False by default.
    var tracksObjects: Bool { get }
    /// Called when a context starts to use these objects, if the store tracks them.
    func objectsWereRegistered(_ ids: [ManagedObjectID])
    /// Called when a context no longer uses these objects, if the store tracks them.
    func objectsWereUnregistered(_ ids: [ManagedObjectID])
    /// The store's own references to its records, which URIs contain; nil, the default, if they contain keys.
    var references: ReferenceKeys? { get }
}

extension StoreBackend {
    package func reader(for context: ManagedObjectContext) -> any StoreReader { self }
    package func readTransactions(_ count: Int) throws -> [any StoreReader] { [try readTransaction()] }
    package var history: (any StoreHistory)? { nil }
    package func externalData(named name: String) throws -> Data {
        throw PersistenceError(.corruptStore, "A value is in a file, and a store of this type has none.")
    }
    package var takesBatches: Bool { false }
    package var fetchesRows: Bool { true }
    package func objects(_ fetch: StoreFetch, in context: ManagedObjectContext) throws -> [ManagedObject] { [] }
    package var choosesVersions: Bool { false }
    package var tracksObjects: Bool { false }
    package func objectsWereRegistered(_ ids: [ManagedObjectID]) {}
    package func objectsWereUnregistered(_ ids: [ManagedObjectID]) {}
    package var references: ReferenceKeys? { nil }
}

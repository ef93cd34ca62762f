import Foundation

extension ManagedObjectContext {
    /// Runs `body` with the context pinned to the stores as they are now: every fetch and fault inside sees that state,
    /// whatever is saved meanwhile. Rows read inside are not shared with other contexts.
    /// - Precondition: the context is directly on a coordinator.
    public func withReadSnapshot<T>(_ body: () throws -> T) throws -> T {
        assertConfined()
        precondition(parentContext == nil, "Only a context on a coordinator can be pinned.")
        for store in try coordinator().persistentStores {
            pinnedReaders[ObjectIdentifier(store)] = try store.backend.snapshot()
        }
        defer { pinnedReaders.removeAll() }
        return try body()
    }

    /// Calls `body` with the stored rows that match, block by block, without making objects. Unsaved changes do not count.
    package func forEachRowBlock(_ values: FetchValues, _ body: (RowBlock) throws -> Void) throws {
        let fetch = try resolve(values)
        for store in fetch.stores { try reader(of: store).fetch(fetch.storeFetch, body) }
    }
}

import Foundation

extension ManagedObjectContext {
    /// Runs `body` with the context pinned to the stores as they are now: every fetch and fault inside sees that state,
    /// whatever is saved meanwhile. Rows read inside are not shared with other contexts.
    /// - Precondition: the context is directly on a coordinator.
    public func withReadSnapshot<T>(_ body: () throws -> T) throws -> T {
        try withReadSnapshot(try coordinator().snapshots(1)[0], body)
    }

    /// Runs `body` with the context pinned to a snapshot of its coordinator's stores, which no other context uses.
    package func withReadSnapshot<T>(_ snapshot: StoreSnapshot, _ body: () throws -> T) throws -> T {
        assertConfined()
        precondition(parentContext == nil, "Only a context on a coordinator can be pinned.")
        pinnedReaders = snapshot.readers
        defer { pinnedReaders.removeAll() }
        return try body()
    }

    /// Calls `body` with the stored rows that match, block by block, without making objects. Unsaved changes do not count.
    /// - Parameter keys: The keys among which rows are wanted; nil is all.
    package func forEachRowBlock(
        _ values: FetchValues, keys: ClosedRange<Int64>? = nil, _ body: (RowBlock) throws -> Void
    ) throws {
        let fetch = try resolve(values)
        var storeFetch = fetch.storeFetch
        storeFetch.keys = keys
        for store in fetch.stores { try reader(of: store).fetch(storeFetch, body) }
    }
}

/// The stores of a coordinator as they were at one moment, for as long as this is held. For one context.
package struct StoreSnapshot: Sendable {
    fileprivate(set) var readers: [ObjectIdentifier: any StoreReader] = [:]
}

extension PersistentStoreCoordinator {
    /// Snapshots in which each store is in the same state, for contexts that read on several threads.
    /// - Parameter count: How many are wanted, at least one; fewer, but at least one, come where no more can be had.
    package func snapshots(_ count: Int) throws -> [StoreSnapshot] {
        var snapshots = Array(repeating: StoreSnapshot(), count: count)
        for store in persistentStores {
            let readers = try store.backend.snapshots(snapshots.count)
            snapshots.removeLast(snapshots.count - readers.count)
            for (index, reader) in readers.enumerated() { snapshots[index].readers[ObjectIdentifier(store)] = reader }
        }
        return snapshots
    }
}

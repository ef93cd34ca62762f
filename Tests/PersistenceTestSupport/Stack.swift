import Foundation
import Persistence
import PersistenceSQLite
import TestSupport

/// A coordinator with one store, and with a clock that tests advance.
package final class Stack: Sendable {
    package let coordinator: PersistentStoreCoordinator
    package let store: PersistentStore
    package let clock: TestClock
    /// The folder of the store's files, if the stack made it.
    package let folder: TemporaryFolder?

    /// - Parameter add: Adds the store.
    package init(
        _ model: ManagedObjectModel, folder: TemporaryFolder? = nil,
        add: (PersistentStoreCoordinator) throws -> PersistentStore
    ) rethrows {
        SQLiteStore.register()
        let clock = TestClock()
        (self.clock, self.folder) = (clock, folder)
        coordinator = PersistentStoreCoordinator(managedObjectModel: model, clock: { clock.now })
        store = try add(coordinator)
    }

    /// A stack with a store in memory, or in a file in a folder of its own.
    package convenience init(_ kind: StoreKind = .memory, model: ManagedObjectModel) throws {
        let folder = kind == .sqlite ? try TemporaryFolder() : nil
        try self.init(model, folder: folder) { coordinator in
            guard let folder else { return try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil) }
            return try coordinator.addPersistentStore(
                ofType: sqliteStoreType, at: folder.url.appendingPathComponent("Store.sqlite"))
        }
    }

    /// Another coordinator with the same file, as in another process.
    package convenience init(beside other: Stack, model: ManagedObjectModel) throws {
        try self.init(model, folder: other.folder) {
            try $0.addPersistentStore(ofType: sqliteStoreType, at: other.store.url)
        }
    }

    /// A new context, connected to the coordinator.
    package func context(_ type: ManagedObjectContext.ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        coordinator.makeContext(type)
    }

    /// Runs `body` with a new private context on its queue.
    package func withContext<Result>(_ body: (ManagedObjectContext) throws -> Result) rethrows -> Result {
        try coordinator.inContext(body)
    }
}

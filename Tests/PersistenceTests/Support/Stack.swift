import Foundation
import Persistence
import PersistenceSQLite
import TestSupport

/// A coordinator with one store, and with a clock that tests advance.
final class Stack: Sendable {
    let coordinator: PersistentStoreCoordinator
    let store: PersistentStore
    let clock: TestClock
    /// The folder of the store's files. Nil for an in-memory store.
    let folder: TemporaryFolder?

    init(_ kind: StoreKind = .memory, model: ManagedObjectModel = CompanyModel.model()) throws {
        let clock = TestClock()
        self.clock = clock
        coordinator = PersistentStoreCoordinator(managedObjectModel: model, clock: { clock.now })
        switch kind {
        case .memory:
            folder = nil
            store = try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        case .sqlite:
            SQLiteStore.register()
            let folder = try TemporaryFolder()
            self.folder = folder
            store = try coordinator.addPersistentStore(
                ofType: sqliteStoreType, at: folder.url.appendingPathComponent("Store.sqlite"))
        }
    }

    init(coordinator: PersistentStoreCoordinator, store: PersistentStore, clock: TestClock, folder: TemporaryFolder?) {
        self.coordinator = coordinator
        self.store = store
        self.clock = clock
        self.folder = folder
    }

    /// A new context, connected to the coordinator.
    func context(_ type: ManagedObjectContext.ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        coordinator.makeContext(type)
    }

    /// Runs `body` with a new private context on its queue.
    func withContext<T>(_ body: (ManagedObjectContext) throws -> T) rethrows -> T {
        try coordinator.inContext(body)
    }

    /// Saves one entry in a separate context. Returns its ID.
    func savedEntry(location: String? = "n0", wind: String? = "s0", rating: Int16? = nil) throws -> ManagedObjectID {
        try withContext { context in
            let entry = Entry(context: context)
            entry.location = location
            entry.wind = wind
            entry.rating = rating
            try context.save()
            return entry.objectID
        }
    }

    /// Changes a saved entry in a separate context.
    func change(_ id: ManagedObjectID, _ body: (Entry) -> Void) throws {
        try coordinator.change(id, body)
    }
}

extension Stack {
    /// Another coordinator with the same file, as in another process.
    convenience init(beside other: Stack, model: ManagedObjectModel = CompanyModel.model()) throws {
        let clock = TestClock()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model, clock: { clock.now })
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: other.store.url)
        self.init(coordinator: coordinator, store: store, clock: clock, folder: other.folder)
    }

    /// Makes changes in a separate context, saves it, and returns the did-save notification.
    func saving(_ body: (ManagedObjectContext) throws -> Void) throws -> Notification {
        let context = context()
        return try context.performAndWait { () throws in
            try body(context)
            return try context.savedNote()
        }
    }
}

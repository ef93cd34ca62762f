import Foundation
import Persistence
import PersistenceSQLite

/// The kinds of store that every store-independent behaviour is shown on.
enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case memory, sqlite

    var description: String { rawValue }
}

/// A coordinator over one store, with a clock that stands still until it is moved.
final class Stack: Sendable {
    let coordinator: PersistentStoreCoordinator
    let store: PersistentStore
    let clock: TestClock
    /// Where the store's files are; nil for a store in memory.
    let folder: TemporaryFolder?

    init(_ kind: StoreKind = .memory, model: ManagedObjectModel = Company.model()) throws {
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

    /// A new context directly on the coordinator.
    func context(_ type: ManagedObjectContext.ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: type)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Runs `body` with a new private context, on its queue.
    func withContext<T>(_ body: (ManagedObjectContext) throws -> T) rethrows -> T {
        let context = context()
        return try context.performAndWait { try body(context) }
    }

    /// Saves one entry in a context of its own and returns its ID.
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

    /// Changes a saved entry in a context of its own.
    func change(_ id: ManagedObjectID, _ body: (Entry) -> Void) throws {
        try withContext { context in
            guard let entry = try context.existingObject(with: id) as? Entry else { return }
            body(entry)
            try context.save()
        }
    }
}

extension ManagedObjectContext {
    /// A child with a private queue.
    func makeChild(_ type: ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        let child = ManagedObjectContext(concurrencyType: type)
        child.parent = self
        return child
    }
}

/// A clock that tests move.
final class TestClock: Sendable {
    private let seconds = Guarded(0.0)

    var now: Double { seconds.withLock { $0 } }

    func advance(by interval: Double) {
        seconds.withLock { $0 += interval }
    }
}

/// A folder of its own, removed with everything in it when it is let go.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("persistence-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// The error that `body` throws, if it is one of the engine's.
func persistenceError(_ body: () throws -> Void) -> PersistenceError? {
    do {
        try body()
        return nil
    } catch {
        return error as? PersistenceError
    }
}

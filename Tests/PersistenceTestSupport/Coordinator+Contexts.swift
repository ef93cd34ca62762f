import Foundation
import Persistence
import PersistenceSQLite
import TestSupport

extension PersistentStoreCoordinator {
    /// A new context, connected to the coordinator.
    package func makeContext(_ type: ManagedObjectContext.ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: type)
        context.persistentStoreCoordinator = self
        return context
    }

    /// Runs `body` with a new private context on its queue.
    package func inContext<T>(_ body: (ManagedObjectContext) throws -> T) rethrows -> T {
        let context = makeContext()
        return try context.performAndWait { try body(context) }
    }

    /// Adds a store of this kind. Its files are in `folder`.
    @discardableResult
    package func add(
        _ kind: StoreKind, _ name: String, in folder: TemporaryFolder, configuration: String? = nil,
        readOnly: Bool = false
    ) throws -> PersistentStore {
        SQLiteStore.register()
        return try addPersistentStore(
            ofType: kind == .sqlite ? sqliteStoreType : inMemoryStoreType, configurationName: configuration,
            at: kind == .sqlite ? folder.url.appendingPathComponent(name) : nil,
            options: [StoreOption.readOnly: readOnly])
    }
}

extension ManagedObjectContext {
    /// A new child context, with a private queue by default.
    package func makeChild(_ type: ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        let child = ManagedObjectContext(concurrencyType: type)
        child.parent = self
        return child
    }
}

extension PersistentContainer {
    /// A container with one in-memory store.
    package static func inMemory(_ model: ManagedObjectModel) throws -> PersistentContainer {
        let container = PersistentContainer(name: "Test", managedObjectModel: model)
        _ = try container.persistentStoreCoordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        return container
    }
}

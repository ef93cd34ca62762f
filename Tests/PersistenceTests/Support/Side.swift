import Persistence
import PersistenceTestSupport

/// A coordinator with a store that can be watched and made to fail.
struct Side {
    let coordinator: PersistentStoreCoordinator
    let store: PersistentStore
    let probe: WatchedStore

    func context(_ type: ManagedObjectContext.ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        coordinator.makeContext(type)
    }
}

extension Side {
    /// The names of all stored items, sorted.
    func names() throws -> [String] {
        let context = context()
        return try using(context) { try context.itemNames() }
    }

    /// The notes of all stored items, sorted.
    func notes() throws -> [String] {
        let context = context()
        return try context.performAndWait {
            try context.fetch(FetchRequest<Item>(entityName: "Item")).map { $0.note ?? "-" }.sorted()
        }
    }

    /// The name and note of the stored row. Nil if the row is gone.
    func stored(_ id: ManagedObjectID) throws -> [String]? {
        let context = context()
        return try context.performAndWait {
            do {
                let item = try context.item(id)
                return [item.name ?? "-", item.note ?? "-"]
            } catch let error as PersistenceError where error.code == .inaccessibleObject {
                return nil
            }
        }
    }
}

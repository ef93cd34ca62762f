import Foundation

extension ManagedObjectContext {
    /// Gives inserted objects their permanent IDs before they are saved.
    ///
    /// The objects remain inserted, and the save uses the reserved keys. Objects that have a permanent ID are skipped.
    /// The keys are reserved in a transaction of their own, so the modification date of the store's file changes.
    /// - Throws: `persistentStoreOperation` or `readOnly` if no writable store accepts an object, or the store's error. Some of the
    ///   objects may already have permanent IDs then.
    public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
        assertConfined()
        let coordinator = try coordinator()
        var assignment = StoreAssignment(coordinator)
        var byStore: [(store: PersistentStore, objects: [ManagedObject])] = []
        for object in objects where object.objectID.isTemporaryID {
            let store = try assignment.store(for: object)
            if let index = byStore.firstIndex(where: { $0.store === store }) {
                byStore[index].objects.append(object)
            } else {
                byStore.append((store, [object]))
            }
        }
        for (store, objects) in byStore {
            adopt(try ManagedObjectContext.reserveKeys(for: objects, in: store), in: store)
        }
    }

    /// Reserves a key for each object in one transaction.
    private static func reserveKeys(
        for objects: [ManagedObject], in store: PersistentStore
    ) throws -> [(object: ManagedObject, key: Int64)] {
        let transaction = try store.backend.beginWrite()
        do {
            let keys = try transaction.keys(for: SavePlan.Part(store: store, inserted: objects), AssignedIDs())
            try transaction.commit()
            return zip(objects, keys).map { ($0, $1) }
        } catch {
            transaction.rollback()
            throw error
        }
    }

    /// Gives objects IDs with these keys. A store that chooses IDs itself has given them already.
    private func adopt(_ keys: [(object: ManagedObject, key: Int64)], in store: PersistentStore) {
        for (object, key) in keys {
            guard let temporary = object.registeredID.temporaryKey, let table = store.table(for: object.entity.layout)
            else { continue }
            temporary.resolve(
                to: ManagedObjectID(storeEntity: table.storeEntities[object.entity.entityIndex], key: key))
            rename(object, to: object.registeredID.resolved)
            object.status.flags.insert(.hasEarlyID)
        }
    }
}

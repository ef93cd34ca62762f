import Foundation

extension ManagedObjectContext {
    /// Gives inserted objects their permanent IDs before they are saved. They stay inserted; the later save uses the keys.
    /// Objects with a permanent ID are left alone.
    ///
    /// A transaction of its own reserves the keys in the store, so the file changes: a document that watches its file's
    /// modification date must look at it again afterwards.
    /// - Throws: when an object has no store that could take it, or the store cannot be written; some objects may have
    ///   their IDs then.
    public func obtainPermanentIDs(for objects: [ManagedObject]) throws {
        assertConfined()
        let coordinator = try coordinator()
        var assignment = StoreAssignment(coordinator)
        let needing = objects.filter { $0.objectID.isTemporaryID }
        for object in needing {
            let store = try assignment.store(for: object)
            if let store = store as? IncrementalStore {
                try store.givePermanentIDs(to: [object])
                continue
            }
            let key = try ManagedObjectContext.reserveKey(for: object, in: store)
            guard let table = store.table(for: object.entity.layout), let temporary = object.storedID.temporaryKey
            else { continue }
            temporary.resolve(to: ManagedObjectID(home: table.homes[object.entity.ordinal], key: key))
            rename(object, to: object.storedID.resolved)
        }
    }

    private static func reserveKey(for object: ManagedObject, in store: PersistentStore) throws -> Int64 {
        let transaction = try store.backend.beginWrite()
        do {
            let key = try transaction.allocateKeys(1, in: object.entity.layout)
            try transaction.commit()
            return key
        } catch {
            transaction.rollback()
            throw error
        }
    }
}

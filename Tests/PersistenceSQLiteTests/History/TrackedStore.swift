import Foundation
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// A store with persistent history that contains places.
final class TrackedStore {
    let folder: TemporaryFolder
    let stack: Stack
    let context: ManagedObjectContext

    /// - Parameter folder: A folder that already contains a store, to open a second stack on it.
    init(in folder: TemporaryFolder? = nil, options: [String: any Sendable] = TrackedStore.tracking) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        stack = try Stack(folder.file(), model: TrackedStore.model(), options: options)
        context = stack.context()
    }

    static let tracking: [String: any Sendable] = [StoreOption.persistentHistoryTracking: true]

    static func model() -> ManagedObjectModel {
        let name = AttributeDescription(name: "name", type: .string)
        name.preservesValueInHistoryOnDeletion = true
        let code = AttributeDescription(name: "code", type: .integer32, defaultValue: 7)
        code.preservesValueInHistoryOnDeletion = true
        return ManagedObjectModel(entities: [
            EntityDescription(
                name: "Place",
                properties: [
                    name, code, AttributeDescription(name: "depth", type: .double),
                    AttributeDescription(name: "seen", type: .date),
                ])
        ])
    }

    /// Saves a new place for each name in one transaction. Returns their IDs.
    @discardableResult
    func add(_ names: String...) throws -> [ManagedObjectID] {
        try context.performAndWait {
            let places = names.map { name in
                let place = EntityDescription.insertNewObject(forEntityName: "Place", into: context)
                place.setValue(name, forKey: "name")
                return place
            }
            try context.save()
            return places.map(\.objectID)
        }
    }

    /// Saves changed values of one place.
    func change(_ id: ManagedObjectID, _ values: [String: Any?]) throws {
        try context.performAndWait {
            let place = try context.existingObject(with: id)
            for (key, value) in values { place.setValue(value, forKey: key) }
            try context.save()
        }
    }

    func delete(_ ids: ManagedObjectID...) throws {
        try context.performAndWait {
            for id in ids { context.delete(try context.existingObject(with: id)) }
            try context.save()
        }
    }

    func result(_ request: PersistentHistoryChangeRequest) throws -> Any? {
        try context.performAndWait { (try context.execute(request) as? PersistentHistoryResult)?.result }
    }

    /// Executes a batch request. Returns its result.
    func batch(_ request: PersistentStoreRequest) throws -> Any? {
        try context.performAndWait {
            let result = try context.execute(request)
            return (result as? BatchInsertResult)?.result ?? (result as? BatchUpdateResult)?.result
                ?? (result as? BatchDeleteResult)?.result
        }
    }

    func transactions(
        _ request: PersistentHistoryChangeRequest = .fetchHistory(after: PersistentHistoryToken?.none)
    ) throws -> [PersistentHistoryTransaction] {
        try #require(try result(request) as? [PersistentHistoryTransaction])
    }

    func numbers(_ request: PersistentHistoryChangeRequest) throws -> [Int64] {
        try transactions(request).map(\.transactionNumber)
    }

    var token: PersistentHistoryToken? { stack.coordinator.currentPersistentHistoryToken(fromStores: nil) }
}

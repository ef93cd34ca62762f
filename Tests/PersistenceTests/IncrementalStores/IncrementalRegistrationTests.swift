import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Registering store classes, and store classes with mistakes.
@Suite struct IncrementalRegistrationTests {
    @Test func `a store without an identifier cannot be added`() throws {
        #expect(persistenceError { _ = try LoggingStack(options: ["NoIdentifier": true]) }?.code == .openFailed)
    }

    @Test func `a store class without overrides fails with errors`() throws {
        final class EmptyStore: IncrementalStore, @unchecked Sendable {
            override func loadMetadata() throws { metadata = [StoreMetadataKey.storeUUID: "bare"] }
        }
        PersistentStoreCoordinator.registerStoreClass(EmptyStore.self, forStoreType: "Bare")
        let coordinator = PersistentStoreCoordinator(managedObjectModel: LoggingStack.model())
        let store = try coordinator.addPersistentStore(ofType: "Bare", at: URL(string: "bare:store"))
        #expect(store.type == "Bare" && store.identifier == "bare")
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            #expect(persistenceError { _ = try context.fetch(LoggingStack.books()) }?.code == .coreData)
            _ = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            #expect(persistenceError { try context.save() }?.code == .coreData)
        }
    }

    @Test func `an incremental store can be added without a URL`() throws {
        PersistentStoreCoordinator.registerStoreClass(LoggingStore.self, forStoreType: LoggingStore.type)
        let coordinator = PersistentStoreCoordinator(managedObjectModel: LoggingStack.model())
        let options: [String: any Sendable] = [LoggingStore.recordsKey: SharedRecords()]
        let store = try coordinator.addPersistentStore(ofType: LoggingStore.type, at: nil, options: options)
        #expect(store.url == nil)
        try coordinator.inContext { context in
            let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("a", forKey: "title")
            try context.save()
            #expect(try context.fetch(LoggingStack.books()) == [book])
        }
    }

    @Test func `a store type that was unregistered cannot be added`() throws {
        PersistentStoreCoordinator.registerStoreClass(
            LoggingStore.self, type: PersistentStore.StoreType(rawValue: "Forgotten"))
        PersistentStoreCoordinator.registerStoreClass(nil, type: PersistentStore.StoreType(rawValue: "Forgotten"))
        let coordinator = PersistentStoreCoordinator(managedObjectModel: LoggingStack.model())
        let error = persistenceError {
            try coordinator.addPersistentStore(ofType: "Forgotten", at: URL(string: "logging:store"))
        }
        #expect(error?.code == .invalidStoreType)
    }
}

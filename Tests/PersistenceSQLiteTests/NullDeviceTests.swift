import Foundation
import Persistence
import PersistenceSQLite
import PersistenceTestSupport
import Testing

/// Stores of type "SQLite" at `/dev/null`, which Core Data keeps in memory.
@Suite struct NullDeviceTests {
    private static let url = URL(fileURLWithPath: "/dev/null")

    private func coordinator(_ options: [String: any Sendable] = [:]) throws -> PersistentStoreCoordinator {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: TestModels.graph())
        try coordinator.addPersistentStore(ofType: sqliteStoreType, at: NullDeviceTests.url, options: options)
        return coordinator
    }

    private func inContext<T>(
        of coordinator: PersistentStoreCoordinator, _ body: (ManagedObjectContext) throws -> T
    ) throws -> T {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try body(context) }
    }

    private func count(_ coordinator: PersistentStoreCoordinator) throws -> Int {
        try inContext(of: coordinator) { try $0.count(for: FetchRequest<ManagedObject>(entityName: "Spot")) }
    }

    @Test func `a store at the null device keeps what contexts save, for as long as it is open`() throws {
        let (first, second) = (try coordinator(), try coordinator())
        #expect(first.persistentStores.map(\.url) == [NullDeviceTests.url])
        #expect(first.persistentStores[0].type == sqliteStoreType && !first.persistentStores[0].isReadOnly)
        try inContext(of: first) { context in
            EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
            try context.save()
        }
        #expect(try count(first) == 1)
        #expect(try count(second) == 0)
        try first.remove(first.persistentStores[0])
        try first.addPersistentStore(ofType: sqliteStoreType, at: NullDeviceTests.url)
        #expect(try count(first) == 0)
    }

    @Test func `a store at the null device supports batch requests and history`() throws {
        let coordinator = try coordinator([StoreOption.persistentHistoryTracking: true])
        try inContext(of: coordinator) { context in
            _ = try context.execute(BatchInsertRequest(entityName: "Spot", objects: [[:], [:]]))
            let history = try context.execute(PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            let transactions = (history as? PersistentHistoryResult)?.result as? [PersistentHistoryTransaction]
            #expect(transactions?.first?.changes?.count == 2)
        }
        #expect(try count(coordinator) == 2)
    }

    /// The file in which a store with this identifier is kept.
    private func file(of identifier: String) -> URL? {
        for folder in ["/dev/shm", NSTemporaryDirectory()] {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where name.hasPrefix("store-copy-") {
                let url = URL(fileURLWithPath: folder).appendingPathComponent(name + "/store.sqlite")
                let metadata = try? PersistentStoreCoordinator.metadataForPersistentStore(
                    ofType: sqliteStoreType, at: url)
                if metadata?[StoreMetadataKey.storeUUID] as? String == identifier { return url }
            }
        }
        return nil
    }

    @Test func `the files of a store at the null device are private, and deleted with the store`() throws {
        let place = try {
            let coordinator = try coordinator()
            let store = coordinator.persistentStores[0]
            let place = try #require(file(of: store.identifier))
            let folder = try FileManager.default.attributesOfItem(atPath: place.deletingLastPathComponent().path)
            #expect(folder[.posixPermissions] as? Int == 0o700)
            try coordinator.remove(store)
            return place
        }()
        #expect(!FileManager.default.fileExists(atPath: place.deletingLastPathComponent().path))
    }

    @Test func `destroying a store at the null device leaves the device`() {
        #expect(throws: PersistenceError.self) {
            try PersistentStoreCoordinator(managedObjectModel: TestModels.graph())
                .destroyPersistentStore(at: NullDeviceTests.url, ofType: sqliteStoreType)
        }
        #expect(FileManager.default.isWritableFile(atPath: NullDeviceTests.url.path))
    }

    @Test func `a store at the null device cannot be read-only or have to exist`() {
        for option in [StoreOption.readOnly, StoreOption.mustExist] {
            #expect(throws: PersistenceError.self) { _ = try coordinator([option: true]) }
        }
    }
}

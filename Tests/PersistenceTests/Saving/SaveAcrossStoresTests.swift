import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Saves to several stores: the order of writing, and the error if only some stores were saved.
@Suite struct SaveAcrossStoresTests {
    private struct Failure: Error {}

    /// Adds an in-memory store for one configuration whose saves can be made to fail.
    private func addStore(
        _ configuration: String, to coordinator: PersistentStoreCoordinator
    ) -> (store: PersistentStore, probe: WatchedStore) {
        let probe = WatchedStore(SharedMemoryStore(InMemoryStore(isReadOnly: false)))
        let store = PersistentStore(
            type: "Watched", url: nil, configurationName: configuration, options: [:], backend: probe)
        coordinator.add(store)
        return (store, probe)
    }

    /// Inserts one object for each store and saves. Returns the error.
    private func saveBoth(_ coordinator: PersistentStoreCoordinator) throws -> (any Error)? {
        try coordinator.inContext { context throws in
            context.insert("Alpha", named: "a")
            context.insert("Beta", named: "b")
            do {
                try context.save()
                return nil
            } catch {
                #expect(context.insertedObjects.count == 2)
                return error
            }
        }
    }

    /// SAV-25, ERR-04
    @Test func `a later store's commit failure names the stores that were not saved`() throws {
        let coordinator = TwoStoreModel.coordinator()
        _ = addStore("A", to: coordinator)
        let second = addStore("B", to: coordinator)
        second.probe.willCommit = { throw Failure() }
        let error = try #require(try saveBoth(coordinator) as? PersistenceError)
        #expect(error.code == .incompleteSave)
        let affected = error.userInfo[PersistenceError.Key.affectedStores] as? [PersistentStore]
        #expect(affected?.map(ObjectIdentifier.init) == [ObjectIdentifier(second.store)])
        #expect(error.underlying is Failure)
        #expect(try coordinator.stored("name", of: "Alpha") == ["a"])
        #expect(try coordinator.stored("name", of: "Beta") == [])
    }

    /// SAV-25
    @Test func `a failure of the first commit leaves every store unchanged`() throws {
        let coordinator = TwoStoreModel.coordinator()
        let first = addStore("A", to: coordinator)
        _ = addStore("B", to: coordinator)
        first.probe.willCommit = { throw Failure() }
        #expect(try saveBoth(coordinator) is Failure)
        #expect(try coordinator.stored("name", of: "Alpha") == [])
        #expect(try coordinator.stored("name", of: "Beta") == [])
    }

    /// SAV-25
    @Test func `an incremental store, which cannot roll back, is saved after all others`() throws {
        let model = LoggingStack.model()
        let beta = EntityDescription(name: "Beta", properties: [AttributeDescription(name: "name", type: .string)])
        model.entities.append(beta)
        model.setEntities(model.entities.filter { $0.name != "Beta" }, forConfigurationName: "A")
        model.setEntities([beta], forConfigurationName: "B")
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
        PersistentStoreCoordinator.registerStoreClass(LoggingStore.self, forStoreType: LoggingStore.type)
        let records = SharedRecords()
        try coordinator.addPersistentStore(
            ofType: LoggingStore.type, configurationName: "A", at: URL(string: "logging:store"),
            options: [LoggingStore.recordsKey: records])
        let second = addStore("B", to: coordinator)
        second.probe.willApply = { throw Failure() }
        try coordinator.inContext { context throws in
            context.insert("Shelf", named: "a")
            context.insert("Beta", named: "b")
            #expect(throws: Failure.self) { try context.save() }
            #expect(!records.takeLog().contains { $0.hasPrefix("save") })
            second.probe.willApply = {}
            try context.save()
            #expect(records.takeLog().contains { $0.hasPrefix("save 1") })
        }
    }
}

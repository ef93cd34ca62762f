import Foundation
import Persistence
import PersistenceSQLite
import PersistenceTestSupport
import TestSupport
import Testing

/// Stores, coordinators and containers.
@Suite struct CoordinatorTests {
    /// B-STO-01
    @Test func `by default, a store description loads synchronously, migrates and is writable`() {
        let description = PersistentStoreDescription()
        #expect(description.type == sqliteStoreType)
        #expect(description.shouldMigrateStoreAutomatically)
        #expect(description.shouldInferMappingModelAutomatically)
        #expect(!description.shouldAddStoreAsynchronously)
        #expect(!description.isReadOnly)
    }

    /// B-STO-01
    @Test(arguments: [false, true])
    func `a store is added on the calling thread unless it is added asynchronously`(isAsynchronous: Bool) throws {
        let coordinator = TwoStoreModel.coordinator()
        let description = PersistentStoreDescription()
        description.type = inMemoryStoreType
        description.shouldAddStoreAsynchronously = isAsynchronous
        let caller = DispatchQueue(label: "caller")
        let mark = DispatchSpecificKey<Bool>()
        caller.setSpecific(key: mark, value: true)
        let isWithCaller = Handed<Bool?>(nil)
        let done = DispatchSemaphore(value: 0)
        caller.sync {
            coordinator.addPersistentStore(with: description) { _, error in
                isWithCaller.value = error == nil ? DispatchQueue.getSpecific(key: mark) == true : nil
                done.signal()
            }
        }
        try #require(done.wait(timeout: .now() + 30) == .success)
        #expect(isWithCaller.value == !isAsynchronous)
        #expect(coordinator.persistentStores.count == 1)
    }

    /// B-STO-01
    @Test(arguments: StoreKind.allCases, [true, false])
    func `a container can load its stores asynchronously`(kind: StoreKind, isAsynchronous: Bool) async throws {
        SQLiteStore.register()
        let folder = try TemporaryFolder()
        let container = PersistentContainer(name: "Test", managedObjectModel: CompanyModel.model())
        let description = PersistentStoreDescription(url: folder.url.appendingPathComponent("Store.sqlite"))
        description.type = kind == .sqlite ? sqliteStoreType : inMemoryStoreType
        description.shouldAddStoreAsynchronously = isAsynchronous
        container.persistentStoreDescriptions = [description]
        let error: (any Error)? = await withCheckedContinuation { continuation in
            container.loadPersistentStores { _, error in continuation.resume(returning: error) }
        }
        #expect(error == nil)
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
        try await container.performBackgroundTask { context in
            context.insertEntry("kept")
            try context.save()
        }
        #expect(try container.persistentStoreCoordinator.stored() == ["kept"])
    }

    /// B-STO-03, INS-07, ERR-04
    @Test func `saving objects of a read-only store fails`() throws {
        let folder = try TemporaryFolder()
        try scope {
            let writer = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
            try writer.add(.sqlite, "Store.sqlite", in: folder)
            _ = try writer.save("kept")
        }
        let coordinator = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
        let store = try coordinator.add(.sqlite, "Store.sqlite", in: folder, readOnly: true)
        #expect(store.isReadOnly)
        for change in [{ $0.location = "changed" }, { $0.managedObjectContext?.delete($0) }] as [(Entry) -> Void] {
            try coordinator.inContext { context throws in
                change(try #require(try context.entries().first))
                let error = persistenceError { try context.save() }
                #expect(error?.code == .readOnly)
                let affected = error?.userInfo[PersistenceError.Key.affectedStores] as? [PersistentStore]
                #expect(affected?.map(ObjectIdentifier.init) == [ObjectIdentifier(store)])
                #expect(context.hasChanges)
                context.checkInvariants()
            }
        }
        #expect(try coordinator.stored() == ["kept"])
    }

    /// B-STO-03
    @Test(arguments: StoreKind.allCases)
    func `saving a new object fails if only a read-only store can contain it`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        if kind == .sqlite { try TwoStoreModel.coordinator().add(kind, "1", in: folder) }
        let coordinator = TwoStoreModel.coordinator()
        try coordinator.add(kind, "1", in: folder, readOnly: true)
        try coordinator.inContext { context throws in
            context.insert("Alpha", named: "a")
            let error = persistenceError { try context.save() }
            #expect(error?.code == .readOnly)
            #expect(context.hasChanges)
        }
    }

    /// B-STO-04
    @Test(arguments: StoreKind.allCases, [true, false])
    func `metadata is written by the next save, with or without changed objects`(kind: StoreKind, hasChanges: Bool)
        throws
    {
        let stack = try Stack(kind)
        let coordinator = stack.coordinator
        #expect(coordinator.metadata(for: stack.store)[StoreMetadataKey.storeUUID] as? String == stack.store.identifier)
        coordinator.setMetadata(["season": "winter", StoreMetadataKey.storeUUID: "forged"], for: stack.store)
        #expect(coordinator.metadata(for: stack.store)["season"] as? String == "winter")
        #expect(try stack.store.backend.metadata()["season"] == nil)
        try stack.withContext { context throws in
            if hasChanges { context.insertEntry("new") }
            try context.save()
        }
        let written = try stack.store.backend.metadata()
        #expect(written["season"] as? String == "winter")
        #expect(written[StoreMetadataKey.storeUUID] as? String == stack.store.identifier)
        #expect(coordinator.metadata(for: stack.store)["season"] as? String == "winter")
    }

    /// B-STO-04
    @Test(arguments: StoreKind.allCases)
    func `setting metadata after a failed read does not discard stored keys`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let save = { try stack.coordinator.inContext { context throws in try context.save() } }
        stack.coordinator.setMetadata(["season": "winter", "coast": "north"], for: stack.store)
        try save()
        stack.probe.beginFailing(at: 1)
        var metadata = stack.coordinator.metadata(for: stack.store)
        #expect(metadata.isEmpty && stack.probe.failures == 1)
        metadata["season"] = "summer"
        stack.coordinator.setMetadata(metadata, for: stack.store)
        stack.probe.beginFailing(at: 1, lasting: true)
        #expect(throws: ReadFailure.self) { try save() }
        stack.probe.endFailing()
        try save()
        metadata = stack.coordinator.metadata(for: stack.store)
        #expect(metadata["season"] as? String == "summer" && metadata["coast"] as? String == "north")
        metadata["coast"] = nil
        stack.coordinator.setMetadata(metadata, for: stack.store)
        try save()
        #expect(try stack.store.backend.metadata()["coast"] == nil)
    }

    /// B-STO-04, SAV-28
    @Test(arguments: StoreKind.allCases)
    func `metadata that was already written is not written again`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        stack.coordinator.setMetadata(["season": "winter"], for: stack.store)
        try stack.coordinator.inContext { context throws in
            #expect(try stack.writes { try context.save() } == 1)
            #expect(try stack.writes { try context.save() } == 0)
        }
    }

    /// B-STO-04
    @Test(arguments: StoreKind.allCases)
    func `metadata is also written by a save of another store's objects`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        try coordinator.add(kind, "a", in: folder, configuration: "A")
        let second = try coordinator.add(kind, "b", in: folder, configuration: "B")
        coordinator.setMetadata(["season": "winter"], for: second)
        try coordinator.inContext { context throws in
            context.insert("Alpha", named: "a")
            try context.save()
        }
        #expect(try second.backend.metadata()["season"] as? String == "winter")
    }

    /// B-STO-04
    @Test func `metadata can be read without loading the store`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Store.sqlite")
        let identifier = try scope {
            let coordinator = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
            let store = try coordinator.add(.sqlite, "Store.sqlite", in: folder)
            coordinator.setMetadata(["season": "winter"], for: store)
            try coordinator.inContext { try $0.save() }
            return store.identifier
        }
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(ofType: sqliteStoreType, at: url)
        #expect(metadata["season"] as? String == "winter")
        #expect(metadata[StoreMetadataKey.storeUUID] as? String == identifier)
        #expect(metadata[StoreMetadataKey.storeType] as? String == sqliteStoreType)
    }

    /// B-STO-05, NTF-09
    @Test(arguments: StoreKind.allCases)
    func `removing a store invalidates its objects in every context, but no others`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let first = try coordinator.add(kind, "a", in: folder, configuration: "A")
        let second = try coordinator.add(kind, "b", in: folder, configuration: "B")
        let context = coordinator.makeContext()
        try context.performAndWait { () throws in
            let (alpha, beta) = (context.insert("Alpha", named: "a"), context.insert("Beta", named: "b"))
            try context.save()
            alpha.setValue("changed", forKey: "name")
            let child = context.makeChild()
            let childNotes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: child) {
                $0.ids(.invalidatedObjects)
            }
            let held = child.performAndWait { child.object(with: alpha.objectID) }
            let notes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
                $0.ids(.invalidatedObjects)
            }
            try coordinator.remove(first)
            #expect(notes.events.last == [alpha.objectID])
            #expect(childNotes.events.last == [alpha.objectID])
            #expect(context.registeredObjects == [beta])
            #expect(alpha.managedObjectContext == nil)
            #expect(!context.hasChanges)
            #expect(coordinator.persistentStores.map(ObjectIdentifier.init) == [ObjectIdentifier(second)])
            context.checkInvariants()
            beta.setValue("still here", forKey: "name")
            try context.save()
            withExtendedLifetime((held, child)) {}
        }
        #expect(try coordinator.stored("name", of: "Beta") == ["still here"])
        #expect(throws: PersistenceError.self) { try coordinator.remove(first) }
    }

    /// B-STO-05, B-CHD-08
    @Test(arguments: StoreKind.allCases)
    func `removing a store in a parent does not wait for a child that waits for the parent`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        let parent = stack.context(), child = parent.makeChild()
        let (isBusy, removed, heard) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            parent.performAndWait {
                child.enqueue {
                    isBusy.signal()
                    _ = try? child.existingObject(with: id)
                }
                isBusy.wait()
                try? stack.coordinator.remove(stack.store)
            }
            removed.signal()
        }
        try #require(removed.wait(timeout: .now() + 30) == .success, "deadlock")
        child.enqueue { heard.signal() }
        try #require(heard.wait(timeout: .now() + 30) == .success)
        child.performAndWait { #expect(child.registeredObjects.isEmpty) }
        #expect(stack.coordinator.persistentStores.isEmpty)
    }

    /// B-STO-05
    @Test func `using an object of a removed store is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack()
            let context = stack.context()
            try context.performAndWait { () throws in
                let entry = context.insertEntry("x")
                try context.save()
                try stack.coordinator.remove(stack.store)
                _ = entry.location
            }
        }
        #expect(outcome.says("The object is not valid: its context was reset, or its store was removed."))
    }

    /// From memory of Core Data.
    @Test func `a store without a configuration has the default one's name`() throws {
        let stack = try Stack()
        #expect(stack.store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
        let model = stack.coordinator.managedObjectModel
        #expect(model.entities(forConfigurationName: stack.store.configurationName)?.count == model.entities.count)
        let other = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
        let store = try other.addPersistentStore(
            ofType: inMemoryStoreType, configurationName: stack.store.configurationName, at: nil)
        try other.inContext { context in
            context.insertEntry("Malibu")
            try context.save()
        }
        #expect(store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
    }

    @Test func `the context of a container's main queue has a name`() {
        let container = PersistentContainer(name: "Company", managedObjectModel: CompanyModel.model())
        #expect(container.viewContext.name == "viewContext")
        #expect(container.newBackgroundContext().name == nil)
    }

    @Test func `the coordinator announces added and removed stores`() throws {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
        let told = LockedValue<[String]>([])
        let token = NotificationCenter.default.addObserver(
            forName: PersistentStoreCoordinator.storesDidChange, object: coordinator, queue: nil
        ) { note in
            let stores = { (key: String) in (note.userInfo?[key] as? [PersistentStore] ?? []).map(\.type) }
            told.withLock { $0.append("added \(stores("added")) removed \(stores("removed"))") }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try coordinator.remove(coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil))
        #expect(told.withLock { $0 } == ["added [\"InMemory\"] removed []", "added [] removed [\"InMemory\"]"])
    }

    @Test func `a coordinator's perform blocks run one at a time and in order`() throws {
        let coordinator = try Stack().coordinator
        let order = LockedValue<[Int]>([])
        for number in 0..<5 { coordinator.perform { order.withLock { $0.append(number) } } }
        #expect(coordinator.performAndWait { order.withLock { $0 } } == [0, 1, 2, 3, 4])
    }
}

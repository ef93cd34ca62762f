import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// The samples of containers, coordinators, stores and migrations.
@MainActor @Suite struct StoreSamples {
    private let folder: SampleFolder

    init() throws { folder = try SampleFolder() }

    @Test func `a container is the whole stack`() async throws {
        let url = folder.file()
        let model = Surf.model()
        let container = PersistentContainer(name: "Surf", managedObjectModel: model)
        container.persistentStoreDescriptions = [PersistentStoreDescription(url: url)]
        container.loadPersistentStores { description, error in
            if let error { fatalError("\(description.url?.path ?? "") cannot be opened: \(error)") }
        }
        // What is on the screen reads from the view context, which learns what other contexts save.
        container.viewContext.automaticallyMergesChangesFromParent = true

        // Imports and other long work have a context and a queue of their own.
        try await container.performBackgroundTask { context in
            let spot = Spot(context: context)
            spot.name = "Malibu"
            try context.save()
        }
        let spots = try container.viewContext.fetch(Spot.fetchRequest())
        #expect(spots.map(\.name) == ["Malibu"])
    }

    @Test func `a description has a store's options`() throws {
        let url = folder.file()
        let description = PersistentStoreDescription(url: url)
        description.timeout = 10
        description.setOption(true, forKey: StoreOption.persistentHistoryTracking)
        description.setValue("FULL", forPragmaNamed: "synchronous")

        // A second store, in memory, for the entities of another configuration.
        let drafts = PersistentStoreDescription()
        drafts.type = inMemoryStoreType
        drafts.configuration = "Drafts"
        let model = Surf.model()
        let trips = model.entities.filter { $0.name == "Trip" }
        model.setEntities(trips, forConfigurationName: "Drafts")
        let container = PersistentContainer(name: "Surf", managedObjectModel: model)
        container.persistentStoreDescriptions = [description, drafts]
        container.loadPersistentStores { #expect($1 == nil) }
        #expect(container.persistentStoreCoordinator.persistentStores.map(\.type) == ["SQLite", "InMemory"])
    }

    @Test func `a coordinator connects contexts with stores`() throws {
        let url = folder.file()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: Surf.model())
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url)

        let context = ManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = coordinator
        let spot = Spot(context: context)
        spot.name = "Rincon"
        try context.save()

        // A second context of the coordinator shares its cache: it reads the spot without asking the file.
        let second = ManagedObjectContext(.privateQueue)
        second.persistentStoreCoordinator = coordinator
        let name = second.performAndWait { (second.object(with: spot.objectID) as? Spot)?.name }
        #expect(name == "Rincon")

        // Copies the content to another file, whose format is the same, and continues with that.
        let copy = url.deletingLastPathComponent().appending(path: "copy.sqlite")
        try coordinator.migratePersistentStore(store, to: copy, type: .sqlite)
        #expect(coordinator.persistentStores.map(\.url) == [copy])
    }

    @Test func `a store has metadata`() throws {
        let (container, _) = try Surf.saved(at: folder.file())
        let store = container.persistentStoreCoordinator.persistentStores[0]
        store.metadata["home"] = "Malibu"
        try container.viewContext.save()
        // The entry is in the file now, beside the UUID, which is part of the IDs of all objects.
        let url = store.url ?? folder.file()
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(metadata["home"] as? String == "Malibu")
        #expect(metadata[StoreMetadataKey.storeUUID] as? String == store.identifier)
    }

    @Test func `a store is opened for reading only`() throws {
        let url = folder.file()
        _ = try Surf.saved(at: url)
        let coordinator = PersistentStoreCoordinator(managedObjectModel: Surf.model())
        try coordinator.addPersistentStore(
            ofType: sqliteStoreType, at: url,
            options: [StoreOption.readOnly: true, StoreOption.mustExist: true])
        // A file that is missing is an error, and nothing that this program does can change the one that is there.
        #expect(coordinator.persistentStores[0].isReadOnly)
    }

    @Test func `the store type is known when the program starts`() throws {
        let url = folder.file()
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: Surf.model())
        try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url)
        // The file has Core Data's tables. An application on a Mac can open it with the same model.
        #expect(FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `a migration has steps of the application's own`() throws {
        let url = folder.file()
        func version(_ names: String...) -> ManagedObjectModel {
            let attributes = names.map { AttributeDescription(name: $0, type: .string) }
            return ManagedObjectModel(entities: [EntityDescription(name: "Surfer", properties: attributes)])
        }
        let old = PersistentContainer(name: "Surf", managedObjectModel: version("name"))
        old.persistentStoreDescriptions = [PersistentStoreDescription(url: url)]
        old.loadPersistentStores { #expect($1 == nil) }
        EntityDescription.insertNewObject(forEntityName: "Surfer", into: old.viewContext)
            .setValue("Lisa Andersen", forKey: "name")
        try old.viewContext.save()
        try old.persistentStoreCoordinator.remove(old.persistentStoreCoordinator.persistentStores[0])
        let (first, second) = (version("name"), version("name", "given", "family"))
        let third = version("given", "family")
        let description = PersistentStoreDescription(url: url)
        // Version 1 has a surfer's whole name, version 2 its parts beside it, version 3 the parts alone.
        let one = ManagedObjectModelReference(model: first, versionChecksum: first.versionChecksum)
        let two = ManagedObjectModelReference(model: second, versionChecksum: second.versionChecksum)
        let split = CustomMigrationStage(migratingFrom: one, to: two)
        split.didMigrateHandler = { manager, _ in
            guard let context = manager.container?.newBackgroundContext() else { return }
            try context.performAndWait {
                for surfer in try context.fetch(FetchRequest<ManagedObject>(entityName: "Surfer")) {
                    let words = (surfer["name"] as? String ?? "").split(separator: " ").map(String.init)
                    surfer["given"] = words.first
                    surfer["family"] = words.last
                }
                try context.save()
            }
        }
        let drop = LightweightMigrationStage([second.versionChecksum, third.versionChecksum])
        let manager = StagedMigrationManager([split, drop])
        description.setOption(manager, forKey: StoreOption.stagedMigrationManager)
        let container = PersistentContainer(name: "Surf", managedObjectModel: third)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let surfers = try container.viewContext.fetch(FetchRequest<ManagedObject>(entityName: "Surfer"))
        #expect(surfers.map { $0["family"] as? String } == ["Andersen"])
    }
}

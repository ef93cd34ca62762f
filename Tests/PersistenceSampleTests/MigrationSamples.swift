import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// Samples of migrations by mapping models.
@MainActor @Suite struct MigrationSamples {
    /// A session's height: a text in the first version, a number of feet in the second.
    private func model(_ heights: AttributeDescription...) -> ManagedObjectModel {
        ManagedObjectModel(entities: [EntityDescription(name: "Session", properties: heights)])
    }

    @Test func `a store is migrated by a mapping and a policy`() throws {
        let folder = try SampleFolder()
        let (old, new) = (folder.file("old.sqlite"), folder.file("new.sqlite"))
        let first = model(AttributeDescription(name: "height", type: .string))
        let second = model(AttributeDescription(name: "feet", type: .double))
        try fill(old, first)

        // What can be inferred is; heights, which were texts, are read by a policy.
        let mapping = try MappingModel.inferredMappingModel(forSourceModel: first, destinationModel: second)
        let session = mapping.entityMappingsByName["IEM_Transform_Session"]
        session?.mappingType = .customEntityMappingType
        session?.entityMigrationPolicyClassName = NSStringFromClass(HeightPolicy.self)

        let manager = MigrationManager(sourceModel: first, destinationModel: second)
        try manager.migrateStore(
            from: old, sourceType: sqliteStoreType, options: nil, with: mapping,
            toDestinationURL: new, destinationType: sqliteStoreType, destinationOptions: nil)

        let container = PersistentContainer(name: "Surf", managedObjectModel: second)
        try container.persistentStoreCoordinator.addPersistentStore(ofType: sqliteStoreType, at: new)
        let sessions = try container.viewContext.fetch(FetchRequest<ManagedObject>(entityName: "Session"))
        #expect(sessions.map { $0["feet"] as? Double } == [4.5])
    }

    private func fill(_ url: URL, _ model: ManagedObjectModel) throws {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url)
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            EntityDescription.insertNewObject(forEntityName: "Session", into: context)["height"] = "4.5"
            try context.save()
        }
        try coordinator.remove(store)
    }
}

final class HeightPolicy: EntityMigrationPolicy {
    override func createDestinationInstances(
        forSource source: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
        let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [source])
        made.first?.setValue(Double(source["height"] as? String ?? ""), forKey: "feet")
    }
}

import Foundation
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Stores that are copied to another version of their model, object by object.
@Suite struct MappingMigrationTests {
    private let folder: TemporaryFolder
    private let old: URL
    private let new: URL

    init() throws {
        folder = try TemporaryFolder()
        (old, new) = (folder.file(), folder.url.appendingPathComponent("new.sqlite"))
    }

    // MARK: Models

    /// Trips with stops in an order, and surfers; a trip is also a camp. The second version has a stop's height as a
    /// number, calls a trip's title its name, counts a trip's days, and has spots, but no boards.
    private func model(_ version: Int) -> ManagedObjectModel {
        let trip = EntityDescription(name: version == 1 ? "Trip" : "Journey", class: MigratedTrip.self)
        let camp = EntityDescription(name: "Camp")
        let stop = EntityDescription(name: "Stop")
        let surfer = EntityDescription(name: "Surfer")
        let title = AttributeDescription(name: version == 1 ? "title" : "name", type: .string)
        let stops = RelationshipDescription(name: "stops", destination: stop, toMany: true, ordered: true)
        let whole = RelationshipDescription(name: version == 1 ? "trip" : "journey", destination: trip)
        let surfers = RelationshipDescription(name: "surfers", destination: surfer, toMany: true)
        let trips = RelationshipDescription(name: "trips", destination: trip, toMany: true)
        stops.setInverse(whole)
        surfers.setInverse(trips)
        trip.properties = [title, AttributeDescription(name: "note", type: .string), stops, surfers]
        trip.subentities = [camp]
        stop.properties = [AttributeDescription(name: "height", type: version == 1 ? .string : .double), whole]
        surfer.properties = [AttributeDescription(name: "name", type: .string), trips]
        var last = EntityDescription(name: "Board", properties: [AttributeDescription(name: "feet", type: .double)])
        if version == 2 {
            last = EntityDescription(name: "Spot", properties: [AttributeDescription(name: "name", type: .string)])
            (trip.renamingIdentifier, title.renamingIdentifier, whole.renamingIdentifier) = ("Trip", "title", "trip")
            trip.properties += [
                AttributeDescription(name: "days", type: .integer16, isOptional: false, defaultValue: 7)
            ]
        }
        return ManagedObjectModel(entities: [trip, camp, stop, surfer, last])
    }

    /// A model with one entity that has one attribute.
    private func single(_ type: AttributeType, isOptional: Bool = true, name: String = "a") -> ManagedObjectModel {
        ManagedObjectModel(entities: [
            EntityDescription(
                name: "E", properties: [AttributeDescription(name: name, type: type, isOptional: isOptional)])
        ])
    }

    /// Without the heights, which nothing can be inferred about.
    private func mapping(policy: EntityMigrationPolicy.Type? = HeightPolicy.self) throws -> MappingModel {
        let (first, second) = (model(1), model(2))
        first.entitiesByName["Stop"]?.attributesByName["height"]?.type = .double
        let mapping = try MappingModel.inferredMappingModel(forSourceModel: first, destinationModel: second)
        let stop = try #require(mapping.entityMappingsByName["IEM_Transform_Stop"])
        stop.attributeMappings = []
        stop.mappingType = .customEntityMappingType
        stop.entityMigrationPolicyClassName = policy.map { NSStringFromClass($0) }
        return mapping
    }

    private func makeStore() throws {
        let stack = try Stack(old, model: model(1))
        try stack.withContext { context in
            let surfer = context.insert("Surfer", named: "Lisa")
            for (entity, title, heights) in [("Trip", "North", ["3 ft", "5 ft", "4 ft"]), ("Camp", "South", [])] {
                let trip = EntityDescription.insertNewObject(forEntityName: entity, into: context)
                trip.setValuesForKeys(["title": title, "note": "\(title)!", "surfers": Set([surfer])])
                for height in heights {
                    let stop = EntityDescription.insertNewObject(forEntityName: "Stop", into: context)
                    stop.setValue(height, forKey: "height")
                    trip.mutableOrderedSetValue(forKey: "stops").add(stop)
                }
            }
            _ = EntityDescription.insertNewObject(forEntityName: "Board", into: context)
            stack.coordinator.setMetadata(["color": "blue"], for: stack.store)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    private func migrate(_ mapping: MappingModel?, with manager: MigrationManager? = nil) throws {
        try (manager ?? MigrationManager(sourceModel: model(1), destinationModel: model(2))).migrateStore(
            from: old, sourceType: sqliteStoreType, options: nil, with: mapping, toDestinationURL: new,
            destinationType: sqliteStoreType, destinationOptions: nil)
    }

    // MARK: Inferring

    @Test func `a mapping is inferred from names and renaming identifiers`() throws {
        let mapping = try mapping()
        #expect(
            mapping.entityMappings.map(\.name) == [
                "IEM_Transform_Camp", "IEM_Transform_Journey", "IEM_Add_Spot", "IEM_Transform_Stop",
                "IEM_Transform_Surfer", "IEM_Remove_Board",
            ])
        let journey = try #require(mapping.entityMappingsByName["IEM_Transform_Journey"])
        #expect([journey.sourceEntityName, journey.destinationEntityName] == ["Trip", "Journey"])
        let attributes = journey.attributeMappings ?? []
        #expect(
            attributes.map { "\($0.name ?? "") = \($0.valueExpression?.description ?? "")" }.sorted() == [
                "name = $source.title", "note = $source.note",
            ])
        #expect(journey.relationshipMappings?.compactMap(\.name).sorted() == ["stops", "surfers"])
    }

    @Test func `an entity that is the same is copied`() throws {
        let mapping = try MappingModel.inferredMappingModel(
            forSourceModel: single(.string), destinationModel: single(.string))
        #expect(mapping.entityMappings.map(\.name) == ["IEM_Copy_E"])
        #expect(mapping.entityMappings.map(\.mappingType) == [.copyEntityMappingType])
    }

    @Test func `an attribute of another type, or one that needs a value, is refused by name`() throws {
        let type = #expect(throws: PersistenceError.self) {
            try MappingModel.inferredMappingModel(
                forSourceModel: single(.string), destinationModel: single(.double))
        }
        #expect(type?.code == .inferredMappingModel)
        #expect(type?.localizedDescription.contains("“a” of “E” had values of another type") == true)
        let value = #expect(throws: PersistenceError.self) {
            try MappingModel.inferredMappingModel(
                forSourceModel: single(.string), destinationModel: single(.string, isOptional: false, name: "b"))
        }
        #expect(value?.localizedDescription.contains("“b” of “E” must have a value") == true)
    }

    @Test func `mapping models are not looked for in bundles`() {
        #expect(MappingModel(from: nil, forSourceModel: model(1), destinationModel: model(2)) == nil)
    }

    // MARK: Migrating

    @Test func `values, orders, sub-entities and relationships are in the new store`() throws {
        try makeStore()
        try migrate(mapping())
        let stack = try Stack(new, model: model(2))
        try stack.withContext { context in
            let request = FetchRequest<ManagedObject>(entityName: "Journey")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            let journeys = try context.fetch(request)
            #expect(journeys.map { $0["name"] as? String } == ["North", "South"])
            #expect(journeys.map { $0["note"] as? String } == ["North!", "South!"])
            #expect(journeys.map { $0["days"] as? Int } == [7, 7])
            #expect(journeys.map(\.entity.name) == ["Journey", "Camp"])
            let stops = journeys[0].mutableOrderedSetValue(forKey: "stops")
            #expect(stops.array.map { $0["height"] as? Double } == [3, 5, 4])
            let surfers = try context.fetch(FetchRequest<ManagedObject>(entityName: "Surfer"))
            #expect(surfers.map { ($0["trips"] as? Set<ManagedObject>) } == [Set(journeys)])
            #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Spot")) == 0)
        }
        #expect(stack.coordinator.metadata(for: stack.store)["color"] as? String == "blue")
    }

    @Test func `the old store is only read, and the new one is another store`() throws {
        try makeStore()
        let before = try Data(contentsOf: old)
        try migrate(mapping())
        #expect(try Data(contentsOf: old) == before)
        let uuids = try [old, new].map {
            try PersistentStoreCoordinator.metadataForPersistentStore(ofType: sqliteStoreType, at: $0)[
                StoreMetadataKey.storeUUID] as? String
        }
        #expect(uuids[0] != uuids[1])
    }

    @Test func `a value can be a constant or computed from the source object`() throws {
        try makeStore()
        let mapping = try mapping()
        let journey = try #require(mapping.entityMappingsByName["IEM_Transform_Journey"])
        let (name, days) = (PropertyMapping(), PropertyMapping())
        name.name = "name"
        name.valueExpression = FetchExpression(format: "uppercase:($source.title)")
        days.name = "days"
        days.valueExpression = FetchExpression(forConstantValue: 3)
        journey.attributeMappings = [name, days]
        try migrate(mapping)
        let stack = try Stack(new, model: model(2))
        try stack.withContext { context in
            let request = FetchRequest<ManagedObject>(entityName: "Journey")
            request.includesSubentities = false
            let journey = try #require(context.fetch(request).first)
            #expect(journey["name"] as? String == "NORTH")
            #expect(journey["days"] as? Int == 3)
            #expect(journey["note"] == nil)
        }
    }

    @Test func `a policy is called in Core Data's order, with objects that have no class of the application`() throws {
        try makeStore()
        let manager = MigrationManager(sourceModel: model(1), destinationModel: model(2))
        let log = Noted()
        manager.userInfo = ["log": log]
        let mapping = try mapping()
        mapping.entityMappingsByName["IEM_Transform_Journey"]?.entityMigrationPolicyClassName = NSStringFromClass(
            NotingPolicy.self)
        try migrate(mapping, with: manager)
        #expect(
            log.all == [
                "begin", "create ManagedObject", "end creation", "relate ManagedObject", "end relating", "validate",
                "end",
            ])
        #expect(manager.migrationProgress == 1)
        #expect(manager.currentEntityMapping == nil)
    }

    // MARK: Failing

    /// The error of a migration, after which there is no new store.
    private func failure(_ mapping: MappingModel?, with manager: MigrationManager? = nil) throws -> CocoaError.Code? {
        let error = #expect(throws: PersistenceError.self) { try migrate(mapping, with: manager) }
        #expect(!FileManager.default.fileExists(atPath: new.path))
        return error?.code
    }

    @Test func `a migration without mappings or without a store fails`() throws {
        #expect(try failure(mapping()) == .migrationManagerSourceStore)
        try makeStore()
        #expect(try failure(nil) == .migrationMissingMappingModel)
    }

    @Test func `a migration never replaces a file`() throws {
        try makeStore()
        try Data([1]).write(to: new)
        let error = #expect(throws: PersistenceError.self) { try migrate(mapping()) }
        #expect(error?.code == .migrationManagerDestinationStore)
        #expect(try Data(contentsOf: new) == Data([1]))
    }

    @Test func `a policy's class that does not exist is named`() throws {
        try makeStore()
        let mapping = try mapping()
        mapping.entityMappings[0].entityMigrationPolicyClassName = "Gone"
        let error = #expect(throws: PersistenceError.self) { try migrate(mapping) }
        #expect(error?.code == .entityMigrationPolicy)
        #expect(error?.localizedDescription.contains("called “Gone”") == true)
    }

    @Test func `what a policy throws ends the migration, and there is no new store`() throws {
        try makeStore()
        #expect(try failure(mapping(policy: RefusingPolicy.self)) == .entityMigrationPolicy)
    }

    @Test func `a cancelled migration ends with the error it was given`() throws {
        try makeStore()
        #expect(try failure(mapping(policy: CancellingPolicy.self)) == .migrationCancelled)
    }
}

final class MigratedTrip: ManagedObject {}

/// Reads the number in a height.
final class HeightPolicy: EntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
        let height = (sInstance["height"] as? String)?.split(separator: " ").first.flatMap { Double($0) }
        made.first?.setValue(height, forKey: "height")
    }
}

final class RefusingPolicy: EntityMigrationPolicy {
    override func performCustomValidation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {
        throw PersistenceError(.entityMigrationPolicy, "No.")
    }
}

final class CancellingPolicy: EntityMigrationPolicy {
    override func endInstanceCreation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {
        manager.cancelMigrationWithError(PersistenceError(.migrationCancelled, "Not today."))
    }
}

/// Notes each call.
final class NotingPolicy: EntityMigrationPolicy {
    private func note(_ line: String, _ manager: MigrationManager) {
        (manager.userInfo?["log"] as? Noted)?.add(line)
    }

    override func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws { note("begin", manager) }

    override func createDestinationInstances(
        forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        note("create \(type(of: sInstance))", manager)
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    }

    override func endInstanceCreation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {
        note("end creation", manager)
    }

    override func createRelationships(
        forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        note("relate \(type(of: dInstance))", manager)
        try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    }

    override func endRelationshipCreation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {
        note("end relating", manager)
    }

    override func performCustomValidation(forMapping mapping: EntityMapping, manager: MigrationManager) throws {
        note("validate", manager)
    }

    override func end(_ mapping: EntityMapping, manager: MigrationManager) throws { note("end", manager) }
}

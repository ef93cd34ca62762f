import Foundation
import Persistence
import PersistenceSQLite
import PersistenceTestSupport
import TestSupport
import Testing

/// Names as Core Data spells them, so that code written for it compiles.
@Suite struct NamesTests {
    private func stack() throws -> Stack {
        let stack = try Stack()
        _ = try stack.savedEntry(location: "Malibu")
        return stack
    }

    @Test func `a managed object class creates the fetch request for its objects`() throws {
        try stack().withContext { context throws in
            let request: FetchRequest<Entry> = Entry.fetchRequest()
            request.predicate = FetchPredicate("location == %@", "Malibu")
            #expect(try context.fetch(request).map(\.location) == ["Malibu"])
            #expect(try context.count(for: Employee.fetchRequest()) == 0)
            #expect(try Array(context.fetchBatched(Entry.fetchRequest())).count == 1)
        }
    }

    /// B-FET-12
    @Test func `a class's fetch request names the entity before it is executed`() throws {
        final class Unmodelled: ManagedObject {}
        let stack = try stack()
        #expect(Entry.fetchRequest().entityName == "Entry")
        #expect(Unmodelled.fetchRequest().entityName == nil)
        withExtendedLifetime(stack) {}
    }

    @Test func `a fetch request for a class without an entity is an error`() throws {
        final class Unmodelled: ManagedObject {}
        try stack().withContext { context in
            let error = persistenceError { _ = try context.fetch(Unmodelled.fetchRequest()) }
            #expect(error?.message.contains("does not name an entity") == true)
        }
    }

    @Test func `a managed object class returns its entity`() throws {
        final class Lifeguard: ManagedObject {}
        let entity = EntityDescription(name: "Guard", class: Lifeguard.self)
        let stack = try Stack(model: ManagedObjectModel(entities: [entity]))
        #expect(Lifeguard.entity() === entity)
        stack.withContext { context in
            #expect(Lifeguard(entity: Lifeguard.entity(), insertInto: context).entity.name == "Guard")
        }
    }

    @Test func `asking for the entity of a class that no model uses is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ManagedObject.entity()
        }
        #expect(outcome.says("No model that a coordinator uses has exactly one entity with the class ManagedObject."))
    }

    @Test(arguments: StoreKind.allCases)
    func `a fetch without property values reads only IDs, and faults read their rows`(_ kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        _ = try stack.coordinator.save("a", "b")
        try stack.coordinator.inContext { context throws in
            let request = FetchRequest<Entry>(entityName: "Entry")
            #expect(request.includesPropertyValues)
            request.includesPropertyValues = false
            let entries = try context.fetch(request)
            #expect(entries.map(\.isFault) == [true, true])
            let reads = stack.reads { #expect(Set(entries.compactMap(\.location)) == ["a", "b"]) }
            #expect(reads == 2)
        }
    }

    @Test func `store options can be nil and store types can use the newer names`() throws {
        let folder = try TemporaryFolder()
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: CompanyModel.model())
        let url = folder.url.appendingPathComponent("a.sqlite")
        let first = try coordinator.addPersistentStore(
            ofType: sqliteStoreType, configurationName: nil, at: url, options: nil)
        let second = try coordinator.addPersistentStore(
            type: .sqlite, configuration: nil, at: folder.url.appendingPathComponent("b.sqlite"), options: nil)
        #expect(coordinator.persistentStores.map(\.type) == [first.type, second.type])
        #expect(coordinator.url(for: first) == url)
        #expect(coordinator.persistentStore(for: url) === first)
        #expect(PersistentStoreCoordinator.registeredStoreTypes.isSuperset(of: ["SQLite", "InMemory"]))
    }

    @Test func `setValuesForKeys sets several values at once`() throws {
        try stack().withContext { context throws in
            let entry = try #require(try context.fetch(Entry.fetchRequest()).first)
            entry.setValuesForKeys(["location": NSNull(), "rating": 4, "wind": "glassy"])
            #expect(entry.location == nil && entry.rating == 4 && entry.wind == "glassy")
            let values = entry.dictionaryWithValues(forKeys: ["wind", "location"])
            #expect(values["wind"] as? String == "glassy" && values["location"] is NSNull)
        }
    }

    @Test func `Core Data's older constant names have the same values`() {
        #expect([SQLiteStoreType, InMemoryStoreType] == ["SQLite", "InMemory"])
        #expect(
            [ReadOnlyPersistentStoreOption, PersistentStoreTimeoutOption, SQLitePragmasOption] == [
                "NSReadOnlyPersistentStoreOption", "NSPersistentStoreTimeoutOption", "NSSQLitePragmasOption",
            ])
        #expect(
            [StoreUUIDKey, StoreTypeKey, StoreModelVersionHashesKey, StoreModelVersionIdentifiersKey] == [
                "NSStoreUUID", "NSStoreType", "NSStoreModelVersionHashes", "NSStoreModelVersionIdentifiers",
            ])
        #expect(
            [InsertedObjectsKey, UpdatedObjectsKey, DeletedObjectsKey, RefreshedObjectsKey] == [
                "inserted", "updated", "deleted", "refreshed",
            ])
        #expect([InvalidatedObjectsKey, InvalidatedAllObjectsKey] == ["invalidated", "invalidatedAll"])
        #expect(
            [ValidationObjectErrorKey, ValidationKeyErrorKey, ValidationValueErrorKey, ValidationPredicateErrorKey] == [
                "NSValidationErrorObject", "NSValidationErrorKey", "NSValidationErrorValue",
                "NSValidationErrorPredicate",
            ])
        #expect(
            [DetailedErrorsKey, AffectedObjectsErrorKey, AffectedStoresErrorKey] == [
                "NSDetailedErrors", "NSAffectedObjectsErrorKey", "NSAffectedStoresErrorKey",
            ])
        #expect(PersistentStoreSaveConflictsErrorKey == "conflictList")
        #expect(Notification.Name.ManagedObjectContextDidSave == ManagedObjectContext.didSaveObjectsNotification)
        #expect(Notification.Name.ManagedObjectContextWillSave == ManagedObjectContext.willSaveObjectsNotification)
        #expect(
            Notification.Name.ManagedObjectContextObjectsDidChange == ManagedObjectContext.didChangeObjectsNotification)
        #expect(MergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType) == .mergeByPropertyObjectTrump)
        #expect(
            [
                ErrorMergePolicy, MergeByPropertyStoreTrumpMergePolicy, MergeByPropertyObjectTrumpMergePolicy,
                OverwriteMergePolicy, RollbackMergePolicy,
            ].map(\.mergeType) == MergePolicyType.allCases)
        #expect(ManagedObjectContextConcurrencyType.privateQueueConcurrencyType == .privateQueue)
    }

    @Test func `an attribute reports the class name of its values`() {
        let names = AttributeType.allCases.map { AttributeDescription(name: "a", type: $0).attributeValueClassName }
        #expect(
            names == [
                nil, "NSNumber", "NSNumber", "NSNumber", "NSDecimalNumber", "NSNumber", "NSNumber", "NSString",
                "NSNumber", "NSDate", "NSData", "NSUUID", "NSURL", nil, "NSManagedObjectID",
            ])
    }

    @Test func `an attribute keeps the class name that was set, also in a copy of the model`() throws {
        let model = CompanyModel.model()
        let wind = try #require(model.entitiesByName["Entry"]?.attributesByName["wind"])
        wind.attributeValueClassName = "Wind"
        #expect(wind.attributeValueClassName == "Wind")
        #expect(model.copy().entitiesByName["Entry"]?.attributesByName["wind"]?.attributeValueClassName == "Wind")
    }

    @Test func `a class is found by its full name without being registered`() throws {
        let entity = EntityDescription()
        entity.name = "Swell"
        entity.managedObjectClassName = NSStringFromClass(Swell.self)
        #expect(entity.managedObjectClass == Swell.self)
        #expect(entity.managedObjectClassName == NSStringFromClass(Swell.self))
        let other = EntityDescription()
        other.managedObjectClassName = "NoModule.NoClass"
        #expect(other.managedObjectClass == ManagedObject.self)
    }
}

/// A class that no model registers.
final class Swell: ManagedObject {}

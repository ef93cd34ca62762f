import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct ClassNameTests {
    private static func stack(_ className: String, kind: StoreKind = .memory) throws -> Stack {
        let entity = EntityDescription()
        entity.name = "Thing"
        entity.managedObjectClassName = className
        entity.properties = [AttributeDescription(name: "name", type: .string, isOptional: true)]
        return try Stack(kind, model: ManagedObjectModel(entities: [entity]))
    }

    @Test func `a class that makes an object is the class of the entity that names it`() throws {
        let stack = try ClassNameTests.stack("CreatedThing", kind: .sqlite)
        try stack.withContext { context throws in
            let thing = CreatedThing(context: context)
            #expect(thing.entity.name == "Thing")
            try context.save()
        }
        try stack.withContext { context throws in
            let found = try context.fetch(FetchRequest<ManagedObject>(entityName: "Thing"))
            #expect(found.map { type(of: $0) == CreatedThing.self } == [true])
        }
    }

    @Test func `a class that a request fetches is the class of the entity that names it`() throws {
        let stack = try ClassNameTests.stack("FetchedThing", kind: .sqlite)
        try stack.withContext { context throws in
            #expect(try context.fetch(FetchedThing.fetchRequest()).isEmpty)
            let thing = EntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            #expect(thing is FetchedThing)
        }
    }

    @Test func `a class that is registered after the model was made is the class of the entity`() throws {
        let stack = try ClassNameTests.stack("LateThing")
        ManagedObjectClassRegistry.register(LateThing.self, as: "LateThing")
        stack.withContext { context in
            let thing = EntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            #expect(thing is LateThing)
        }
    }

    @Test func `a class that was seen once is found by models that are made later`() throws {
        try ClassNameTests.stack("SeenThing").withContext { context in _ = SeenThing(context: context) }
        let other = EntityDescription()
        other.managedObjectClassName = "SeenThing"
        #expect(other.managedObjectClass == SeenThing.self)
    }

    @Test func `a class name that is not found is reported once on standard error`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try ClassNameTests.stack("Nowhere").withContext { context in
                for _ in 0..<3 { _ = EntityDescription.insertNewObject(forEntityName: "Thing", into: context) }
            }
            exit(0)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.contains("Nowhere") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("Unable to load class named 'Nowhere' for entity 'Thing'") == true)
    }

    @Test(arguments: ["NSManagedObject", "ManagedObject", ""])
    func `an entity without a class of its own is not reported`(name: String) async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) { [name] in
            _ = try ClassNameTests.stack(name).withContext { context in
                EntityDescription.insertNewObject(forEntityName: "Thing", into: context)
            }
            exit(0)
        }
        #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("Unable to load class"))
    }
}

private final class CreatedThing: ManagedObject {}
private final class FetchedThing: ManagedObject {}
private final class LateThing: ManagedObject {}
private final class SeenThing: ManagedObject {}

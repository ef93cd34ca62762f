import Foundation
import Persistence
import Testing

/// Custom validation of a value and of a whole object, and the errors of a failed save.
@MainActor @Suite struct ValidationGuide {
    /// A person with an age. A minor needs a guardian.
    final class Person: ManagedObject {
        static let nameKey = Attribute<String?>("name")
        static let ageKey = Attribute<Int16>("age")
        static let guardianKey = Attribute<String?>("guardian")

        override func validateValue(_ value: inout Any?, forKey key: String) throws {
            guard key == "name", let name = value as? String else { return }
            value = name.trimmingCharacters(in: .whitespaces)
        }

        override func validateForInsert() throws {
            try super.validateForInsert()
            try validateConsistency()
        }

        override func validateForUpdate() throws {
            try super.validateForUpdate()
            try validateConsistency()
        }

        private func validateConsistency() throws {
            guard self[Self.ageKey] < 18, self[Self.guardianKey] == nil else { return }
            throw NSError(domain: "Persons", code: 1, userInfo: [validationObjectKey: self])
        }

        private var validationObjectKey: String { PersistenceError.Key.validationObject }
    }

    private func context() throws -> ManagedObjectContext {
        let person = EntityDescription(name: "Person", class: Person.self)
        let age = AttributeDescription(name: "age", type: .integer16, isOptional: false, defaultValue: 30)
        age.setValidationPredicates(
            [FetchPredicate(format: "SELF >= 0"), FetchPredicate(format: "SELF <= 150")],
            withValidationWarnings: ["", "Nobody is that old."])
        person.properties = [
            AttributeDescription(name: "name", type: .string, isOptional: false), age,
            AttributeDescription(name: "guardian", type: .string),
        ]
        let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [person]))
        try coordinator.addPersistentStore(ofType: inMemoryStoreType, configurationName: nil, at: nil)
        let context = ManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test func `a validator can correct a value`() throws {
        let context = try context()
        let person = Person(context: context)
        person[Person.nameKey] = "  Ada "
        try context.save()
        #expect(person[Person.nameKey] == "Ada")
    }

    @Test func `several validation failures are reported as one error with details`() throws {
        let context = try context()
        let nameless = Person(context: context), old = Person(context: context)
        old[Person.nameKey] = "Methuselah"
        old[Person.ageKey] = 969
        do {
            try context.save()
            Issue.record("The save was to fail.")
        } catch {
            let error = error as NSError
            #expect(error.code == 1560)
            let details = try #require(error.userInfo["NSDetailedErrors"] as? [any Error]).map { $0 as NSError }
            #expect(Set(details.map(\.code)) == [1570, 1550])
            let objects = details.compactMap { $0.userInfo["NSValidationErrorObject"] as? Person }
            #expect(Set(objects) == [nameless, old])
            #expect(details.contains { $0.localizedDescription == "Nobody is that old." })
        }
        #expect(context.insertedObjects.count == 2)
    }

    @Test func `a class can validate several values together`() throws {
        let context = try context()
        let child = Person(context: context)
        child[Person.nameKey] = "Bob"
        child[Person.ageKey] = 7
        #expect { try context.save() } throws: { ($0 as NSError).domain == "Persons" }
        child[Person.guardianKey] = "Ada"
        try context.save()
    }
}

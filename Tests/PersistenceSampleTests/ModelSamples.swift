import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// The samples of models and their parts.
@MainActor @Suite struct ModelSamples {
    /// A main-queue context with a store in memory.
    private func context(_ entities: EntityDescription..., at url: URL? = nil) throws -> ManagedObjectContext {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: entities))
        try coordinator.addPersistentStore(ofType: url == nil ? inMemoryStoreType : sqliteStoreType, at: url)
        let context = ManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test func `a model is complete in code`() throws {
        #expect(Surf.model().entities.map(\.name) == ["Spot", "Session", "Board", "Trip"])
    }

    @Test func `entities inherit`() throws {
        let outing = EntityDescription(name: "Outing", properties: [AttributeDescription(name: "date", type: .date)])
        let session = EntityDescription(
            name: "Session", properties: [AttributeDescription(name: "waves", type: .integer32)])
        let swim = EntityDescription(name: "Swim", properties: [AttributeDescription(name: "laps", type: .integer32)])
        outing.subentities = [session, swim]
        outing.isAbstract = true
        // Every outing has a date, and is a session or a swim. One table holds all of them.
        let context = try context(outing, session, swim)
        for name in ["Session", "Swim"] {
            EntityDescription.insertNewObject(forEntityName: name, into: context).setValue(Date(), forKey: "date")
        }
        let request = FetchRequest<ManagedObject>(entityName: "Outing")
        let all = try context.fetch(request)
        request.includesSubentities = false
        let none = try context.fetch(request)
        // `all` has sessions and swims. `none` is empty, because an abstract entity has no objects of its own.
        #expect(Set(all.map { $0.entity.name }) == ["Session", "Swim"] && none.isEmpty)
    }

    @Test func `an attribute has a type, a default and rules`() throws {
        let rating = AttributeDescription(name: "rating", type: .integer16, isOptional: false, defaultValue: 3)
        rating.setValidationPredicates(
            [FetchPredicate(format: "SELF BETWEEN {1, 5}")], withValidationWarnings: ["One to five stars, please."])

        let photo = AttributeDescription(name: "photo", type: .binaryData)
        photo.allowsExternalBinaryDataStorage = true
        // A large photo is a file beside the store, which is read when the value is.

        let isNew = AttributeDescription(name: "isNew", type: .boolean, isTransient: true, defaultValue: true)
        // A transient attribute has undo and change tracking, but no column.
        let context = try context(EntityDescription(name: "Session", properties: [rating, photo, isNew]))
        let session = EntityDescription.insertNewObject(forEntityName: "Session", into: context)
        #expect(session.value(forKey: "rating") as? Int == 3 && session.value(forKey: "isNew") as? Bool == true)
        session.setValue(6, forKey: "rating")
        #expect(throws: CocoaError.self) { try context.save() }
    }

    @Test func `a rule has an error of its own`() throws {
        let name = AttributeDescription(name: "name", type: .string, isOptional: false)
        name.setValidationPredicates(
            [FetchPredicate(format: "length >= 2"), FetchPredicate(format: "SELF MATCHES %@", "[^0-9]*")],
            withValidationWarnings: ["", "A spot's name has no digits."])
        // A name that is too short fails with code 1670, one with a digit with code 1550 and this message.
        let context = try context(EntityDescription(name: "Spot", properties: [name]))
        let spot = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
        for (text, code) in [("A", 1670), ("Area 51", 1550), ("", 1670)] {
            spot.setValue(text, forKey: "name")
            let error = #expect(throws: CocoaError.self) { try context.save() }
            #expect(error?.errorCode == code)
        }
    }

    @Test func `a delete rule says what happens to the others`() throws {
        let spot = EntityDescription(name: "Spot")
        let photo = EntityDescription(name: "Photo")
        let photos = RelationshipDescription(
            name: "photos", destination: photo, toMany: true, deleteRule: .cascadeDeleteRule)
        let place = RelationshipDescription(name: "spot", destination: spot, isOptional: false)
        photos.setInverse(place)
        photos.maxCount = 3
        spot.properties = [photos]
        photo.properties = [place]
        // A photo belongs to one spot, which has at most three. Deleting a spot deletes its photos; under
        // `denyDeleteRule`, the save would fail while there are any.
        let context = try context(spot, photo)
        let object = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
        for _ in 0..<3 {
            EntityDescription.insertNewObject(forEntityName: "Photo", into: context).setValue(object, forKey: "spot")
        }
        try context.save()
        context.delete(object)
        try context.save()
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Photo")) == 0)
    }

    @Test func `an index makes a fetch quick`() throws {
        let date = AttributeDescription(name: "date", type: .date)
        let rating = AttributeDescription(name: "rating", type: .integer16)
        let session = EntityDescription(name: "Session", properties: [date, rating])
        session.indexes = [
            FetchIndexDescription(
                name: "byRating",
                elements: [
                    FetchIndexElementDescription(propertyName: "rating", isAscending: false),
                    FetchIndexElementDescription(propertyName: "date"),
                ])
        ]
        // A fetch that sorts by rating, best first, and then by date can read in the order of the index.
        let folder = try SampleFolder()
        let context = try context(session, at: folder.file())
        EntityDescription.insertNewObject(forEntityName: "Session", into: context).setValue(4, forKey: "rating")
        try context.save()
    }

    @Test func `a derived attribute is computed by each save`() throws {
        let folded = DerivedAttributeDescription(name: "folded", type: .string)
        folded.derivationExpression = FetchExpression(format: "canonical:(name)")
        let spot = EntityDescription(
            name: "Spot", properties: [AttributeDescription(name: "name", type: .string), folded])
        // A search for "teahupoo" compares with this column, which has neither case nor accents.
        let context = try context(spot)
        let object = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
        object.setValue("Praia do Nórte", forKey: "name")
        try context.save()
        #expect(object.value(forKey: "folded") as? String == "praia do norte")
    }

    @Test func `a request can be part of the model`() throws {
        let model = Surf.model()
        let rated = Session.fetchRequest()
        rated.predicate = FetchPredicate(format: "rating >= $LEAST")
        model.setFetchRequestTemplate(rated, forName: "rated")
        // Later, and in any context of this model:
        let request = model.fetchRequestFromTemplate(withName: "rated", substitutionVariables: ["LEAST": 4])
        #expect(request?.predicate?.predicateFormat == "rating >= 4")
    }

    @Test func `a class is found by its name`() throws {
        ManagedObjectClassRegistry.register(Spot.self, as: "Spot")
        let spot = EntityDescription()
        spot.name = "Spot"
        spot.managedObjectClassName = "Spot"
        // So does a model file whose entity names the class “Spot”.
        #expect(spot.managedObjectClass == Spot.self)
    }
}

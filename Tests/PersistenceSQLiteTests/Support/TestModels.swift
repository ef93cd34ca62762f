import Persistence

enum TestModels {
    /// The tutorial's model.
    static func journal(with more: [PropertyDescription] = []) -> ManagedObjectModel {
        let texts = ["height", "location", "period", "wind"].map { AttributeDescription(name: $0, type: .string) }
        let others = [
            AttributeDescription(name: "date", type: .date), AttributeDescription(name: "rating", type: .integer32),
        ]
        return ManagedObjectModel(entities: [EntityDescription(name: "JournalEntry", properties: texts + others + more)]
        )
    }

    /// Inheritance, every type of attribute and every kind of relationship. Numbers: Animal 1, Cat 2, dog 3, Entry 4,
    /// Photo 5, Report 6, Spot 7, Tag 8.
    static func graph() -> ManagedObjectModel {
        let animals = animalHierarchy()
        let names = ["Entry", "Photo", "Report", "Spot", "Tag"]
        let others = Dictionary(uniqueKeysWithValues: names.map { ($0, EntityDescription(name: $0)) })
        relate(others, animal: animals[0])
        let entities = animals + names.compactMap { others[$0] }
        return ManagedObjectModel(entities: entities)
    }

    private static func animalHierarchy() -> [EntityDescription] {
        let cat = EntityDescription(
            name: "Cat",
            properties: [
                AttributeDescription(name: "height", type: .double),
                AttributeDescription(name: "lives", type: .integer16),
            ])
        let dog = EntityDescription(
            name: "dog",
            properties: [
                AttributeDescription(name: "height", type: .double), AttributeDescription(name: "Height", type: .float),
            ])
        let animal = EntityDescription(name: "Animal")
        animal.subentities = [dog, cat]
        return [animal, cat, dog]
    }

    private static func relate(_ entities: [String: EntityDescription], animal: EntityDescription) {
        guard let entry = entities["Entry"], let photo = entities["Photo"], let report = entities["Report"],
            let spot = entities["Spot"], let tag = entities["Tag"]
        else { return }
        let companion = RelationshipDescription(name: "companion", destination: animal)
        let visits = RelationshipDescription(name: "visits", destination: entry, toMany: true)
        companion.setInverse(visits)
        let reportOfEntry = RelationshipDescription(name: "report", destination: report)
        let entryOfReport = RelationshipDescription(name: "entry", destination: entry)
        reportOfEntry.setInverse(entryOfReport)
        let spotOfEntry = RelationshipDescription(name: "spot", destination: spot)
        let entriesOfSpot = RelationshipDescription(name: "entries", destination: entry, toMany: true, ordered: true)
        spotOfEntry.setInverse(entriesOfSpot)
        let tags = RelationshipDescription(name: "tags", destination: tag, toMany: true)
        let entriesOfTag = RelationshipDescription(name: "entries", destination: entry, toMany: true)
        tags.setInverse(entriesOfTag)
        let photos = RelationshipDescription(name: "photos", destination: photo, toMany: true, ordered: true)
        let owners = RelationshipDescription(name: "owners", destination: entry, toMany: true)
        photos.setInverse(owners)
        let related = RelationshipDescription(name: "related", destination: tag, toMany: true)
        related.setInverse(related)

        animal.properties = [AttributeDescription(name: "name", type: .string), visits]
        entry.properties = everyAttribute() + [companion, reportOfEntry, spotOfEntry, tags, photos]
        entry.indexes = [
            FetchIndexDescription(
                name: "byDate",
                elements: [.init(propertyName: "date", isAscending: false), .init(propertyName: "title")])
        ]
        photo.properties = [owners]
        report.properties = [entryOfReport]
        spot.properties = [AttributeDescription(name: "name", type: .string), entriesOfSpot]
        tag.properties = [AttributeDescription(name: "name", type: .string), entriesOfTag, related]
    }

    private static func everyAttribute() -> [AttributeDescription] {
        [
            AttributeDescription(name: "flag", type: .boolean), AttributeDescription(name: "count", type: .integer16),
            AttributeDescription(name: "date", type: .date), AttributeDescription(name: "length", type: .double),
            AttributeDescription(name: "weight", type: .float), AttributeDescription(name: "price", type: .decimal),
            AttributeDescription(name: "title", type: .string), AttributeDescription(name: "link", type: .uri),
            AttributeDescription(name: "token", type: .uuid),
            AttributeDescription(name: "shape", type: .transformable),
            AttributeDescription(name: "picture", type: .binaryData),
            AttributeDescription(name: "passing", type: .string, isTransient: true),
        ]
    }
}

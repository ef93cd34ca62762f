import Persistence
import PersistenceTestSupport

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

    /// Inheritance, every attribute type and every kind of relationship. Numbers: Animal 1, Cat 2, dog 3, Entry 4,
    /// Photo 5, Report 6, Spot 7, Tag 8.
    static func graph() -> ManagedObjectModel {
        let animals = animalHierarchy()
        let name = { AttributeDescription(name: "name", type: .string) }
        let entry = EntityDescription(name: "Entry", properties: everyAttribute())
        let (photo, report) = (EntityDescription(name: "Photo"), EntityDescription(name: "Report"))
        let spot = EntityDescription(name: "Spot", properties: [name()])
        let tag = EntityDescription(name: "Tag", properties: [name()])
        entry.relate(.one("companion"), to: animals[0], .many("visits"))
        entry.relate(.one("report"), to: report, .one("entry"))
        entry.relate(.one("spot"), to: spot, .ordered("entries"))
        entry.relate(.many("tags"), to: tag, .many("entries"))
        entry.relate(.ordered("photos"), to: photo, .many("owners"))
        tag.relateToItself(.many("related"))
        entry.indexes = [
            FetchIndexDescription(
                name: "byDate",
                elements: [.init(propertyName: "date", isAscending: false), .init(propertyName: "title")])
        ]
        return ManagedObjectModel(entities: animals + [entry, photo, report, spot, tag])
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
        let animal = EntityDescription(name: "Animal", properties: [AttributeDescription(name: "name", type: .string)])
        animal.subentities = [dog, cat]
        return [animal, cat, dog]
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

import Persistence
import PersistenceTestSupport

/// A hierarchy of three levels with abstract entities, and three attributes of the same name. Numbers: Being 1,
/// Animal 2, Cat 3, Dog 4, Plant 5, Owner 6.
enum HierarchyModel {
    static func model() -> ManagedObjectModel {
        let being = EntityDescription(name: "Being")
        let animal = EntityDescription(name: "Animal")
        let dog = EntityDescription(name: "Dog", class: Dog.self)
        let cat = EntityDescription(name: "Cat")
        let plant = EntityDescription(name: "Plant")
        let owner = EntityDescription(name: "Owner")
        being.isAbstract = true
        animal.isAbstract = true
        being.properties = [AttributeDescription(name: "name", type: .string)]
        dog.properties = [AttributeDescription(name: "size", type: .integer32)]
        cat.properties = [AttributeDescription(name: "size", type: .double)]
        plant.properties = [AttributeDescription(name: "size", type: .string)]
        owner.properties = [AttributeDescription(name: "name", type: .string)]
        animal.relate(.one("owner"), to: owner, .many("pets"))
        owner.refer(.one("favourite"), to: being)
        animal.subentities = [dog, cat]
        being.subentities = [plant, animal]
        return ManagedObjectModel(entities: [being, animal, dog, cat, plant, owner])
    }
}

final class Dog: ManagedObject {}

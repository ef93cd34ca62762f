import Foundation
import Persistence

/// A model with inheritance: dogs and cats are animals, and a plant is abstract and separate.
enum InheritanceModel {
    static func model() -> ManagedObjectModel {
        let animal = EntityDescription(name: "Animal")
        animal.properties = [AttributeDescription(name: "name", type: .string)]
        let dog = EntityDescription(name: "Dog", properties: [AttributeDescription(name: "breed", type: .string)])
        let cat = EntityDescription(name: "Cat")
        animal.subentities = [dog, cat]
        let plant = EntityDescription(name: "Plant")
        plant.isAbstract = true
        return ManagedObjectModel(entities: [animal, dog, cat, plant])
    }
}

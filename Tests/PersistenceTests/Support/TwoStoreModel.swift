import Persistence
import PersistenceTestSupport

/// A model for several stores: Alpha and Beta, each in its own configuration, with a relationship between them.
enum TwoStoreModel {
    static func model() -> ManagedObjectModel {
        let alpha = EntityDescription(name: "Alpha")
        let beta = EntityDescription(name: "Beta")
        alpha.properties = [AttributeDescription(name: "name", type: .string)]
        beta.properties = [AttributeDescription(name: "name", type: .string)]
        alpha.relate(.many("betas"), to: beta, .one("alpha"))
        let model = ManagedObjectModel(entities: [alpha, beta])
        model.setEntities([alpha], forConfigurationName: "A")
        model.setEntities([beta], forConfigurationName: "B")
        return model
    }

    static func coordinator() -> PersistentStoreCoordinator {
        PersistentStoreCoordinator(managedObjectModel: model())
    }
}

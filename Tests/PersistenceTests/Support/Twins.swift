import Foundation
import Persistence
import PersistenceSQLite

/// A model for several stores: Alpha and Beta, each in a configuration of its own, and related to each other.
enum Twins {
    static func model() -> ManagedObjectModel {
        let alpha = EntityDescription(name: "Alpha")
        let beta = EntityDescription(name: "Beta")
        let betas = RelationshipDescription(name: "betas", destination: beta, toMany: true)
        let home = RelationshipDescription(name: "alpha", destination: alpha)
        betas.setInverse(home)
        alpha.properties = [AttributeDescription(name: "name", type: .string), betas]
        beta.properties = [AttributeDescription(name: "name", type: .string), home]
        let model = ManagedObjectModel(entities: [alpha, beta])
        model.setEntities([alpha], forConfigurationName: "A")
        model.setEntities([beta], forConfigurationName: "B")
        return model
    }

    static func coordinator() -> PersistentStoreCoordinator {
        PersistentStoreCoordinator(managedObjectModel: model())
    }
}

extension PersistentStoreCoordinator {
    /// Adds a store of the kind; `folder` takes its files.
    @discardableResult
    func add(
        _ kind: StoreKind, _ name: String, in folder: TemporaryFolder, configuration: String? = nil,
        readOnly: Bool = false
    ) throws -> PersistentStore {
        SQLiteStore.register()
        return try addPersistentStore(
            ofType: kind == .sqlite ? sqliteStoreType : inMemoryStoreType, configurationName: configuration,
            at: kind == .sqlite ? folder.url.appendingPathComponent(name) : nil,
            options: [StoreOption.readOnly: readOnly])
    }
}

extension ManagedObjectContext {
    /// A new object with a name.
    @discardableResult
    func insert(_ entityName: String, named name: String) -> ManagedObject {
        let object = EntityDescription.insertNewObject(forEntityName: entityName, into: self)
        object.setValue(name, forKey: "name")
        return object
    }

    /// The names of the objects of an entity, sorted, in one store or in all.
    func names(of entityName: String, in store: PersistentStore? = nil) throws -> [String] {
        let request = FetchRequest<ManagedObject>(entityName: entityName)
        request.affectedStores = store.map { [$0] }
        return try fetch(request).map { $0.value(forKey: "name") as? String ?? "nil" }.sorted()
    }
}

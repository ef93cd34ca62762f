extension FetchRequestResult where Self: ManagedObject {
    /// A request for all objects of this class; its entity is found in the model of the context that runs it.
    public static func fetchRequest() -> FetchRequest<Self> { FetchRequest<Self>() }
}

extension ManagedObject {
    /// The entity that names this class, in the model that a coordinator used last of those that have one.
    ///
    /// A program with one model needs no more; with several, `EntityDescription.entity(forEntityName:in:)` says which.
    /// - Precondition: exactly one entity of a living model has this class.
    public class func entity() -> EntityDescription {
        for model in ModelsInUse.newestFirst {
            if let entity = model.entity(of: self) { return entity }
        }
        preconditionFailure("\(self) is the class of no entity of a model that a coordinator uses.")
    }
}

extension ManagedObjectModel {
    /// The one entity with this class; nil when there is none, or several.
    func entity(of objectClass: ManagedObject.Type) -> EntityDescription? {
        let matching = entities.filter { $0.managedObjectClass == objectClass }
        return matching.count == 1 ? matching[0] : nil
    }
}

/// The models that coordinators use, held weakly.
enum ModelsInUse {
    private struct WeakModel: Sendable {
        weak var model: ManagedObjectModel?
    }

    private static let models = Guarded<[WeakModel]>([])

    static var newestFirst: [ManagedObjectModel] { models.withLock { $0.compactMap(\.model).reversed() } }

    /// Notes a model, or that it was used again.
    static func note(_ model: ManagedObjectModel) {
        models.withLock { models in
            models.removeAll { $0.model == nil || $0.model === model }
            models.append(WeakModel(model: model))
        }
    }
}

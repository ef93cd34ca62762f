extension FetchRequestResult where Self: ManagedObject {
    /// A request for all objects of this class. The context that executes it finds the entity in its model.
    public static func fetchRequest() -> FetchRequest<Self> { FetchRequest<Self>() }
}

extension ManagedObject {
    /// The entity of this class, in the model that a coordinator used last among those that have one.
    ///
    /// This is enough for a program with one model. With several models, use
    /// `EntityDescription.entity(forEntityName:in:)`.
    /// - Precondition: exactly one entity of a living model has this class.
    public class func entity() -> EntityDescription {
        if let entity = ModelsInUse.entity(of: self) { return entity }
        preconditionFailure("No model that a coordinator uses has exactly one entity with the class \(self).")
    }
}

extension ManagedObjectContext {
    /// The entity of the context's model that has or names this class; nil if there is not exactly one.
    func entity(noting objectClass: ManagedObject.Type) -> EntityDescription? {
        persistentStoreCoordinator?.managedObjectModel.entity(noting: objectClass)
    }
}

extension ManagedObjectModel {
    /// The one entity with this class, or else the one that names it, which was not known before; nil when there is none,
    /// or more than one.
    func entity(noting objectClass: ManagedObject.Type) -> EntityDescription? {
        if let entity = entity(of: objectClass) { return entity }
        guard entities.contains(where: \.lacksClass) else { return nil }
        ManagedObjectClassRegistry.note(objectClass)
        return entity(of: objectClass)
    }

    /// The one entity with this class; nil when there is none, or more than one.
    func entity(of objectClass: ManagedObject.Type) -> EntityDescription? {
        let matching = entities.filter { $0.knownClass == objectClass }
        return matching.count == 1 ? matching[0] : nil
    }
}

/// The models that coordinators use, held weakly.
enum ModelsInUse {
    private struct WeakModel: Sendable {
        weak var model: ManagedObjectModel?
    }

    private static let models = LockedValue<[WeakModel]>([])

    /// The entity with this class in the model that was used last among those that have exactly one; nil if none has.
    static func entity(of objectClass: ManagedObject.Type) -> EntityDescription? {
        models.withLock { $0.compactMap(\.model) }.reversed().lazy.compactMap { $0.entity(of: objectClass) }.first
    }

    /// The entity with this name in the model that was used last among those that have one; nil if none has.
    static func entity(named name: String) -> EntityDescription? {
        models.withLock { $0.compactMap(\.model) }.reversed().lazy.compactMap { $0.entitiesByName[name] }.first
    }

    /// The name of the property with this key path, which begins at a class of a registered model or of one that is
    /// used; nil if there is none.
    static func name(of keyPath: AnyKeyPath) -> String? {
        if let name = RegisteredModels.name(of: keyPath) { return name }
        let entities = models.withLock { $0.compactMap(\.model) }.reversed().flatMap(\.entities)
        return entities.lazy.compactMap { $0.propertyNames[keyPath] }.first
    }

    /// - Precondition: a model knows the key path.
    static func requireName(of keyPath: AnyKeyPath) -> String {
        guard let name = name(of: keyPath) else {
            preconditionFailure(
                "No model has a property with the key path \(keyPath): see EntityDescription.propertyNames.")
        }
        return name
    }

    /// Records that a model is used, or used again.
    static func note(_ model: ManagedObjectModel) {
        models.withLock { models in
            models.removeAll { $0.model == nil || $0.model === model }
            models.append(WeakModel(model: model))
        }
    }
}

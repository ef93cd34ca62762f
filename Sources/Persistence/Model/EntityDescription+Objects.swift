extension EntityDescription {
    /// The entity named `name` in the model of the context's coordinator; nil if there is none.
    /// - Precondition: the context has a coordinator or a parent.
    public static func entity(forEntityName name: String, in context: ManagedObjectContext) -> EntityDescription? {
        guard let coordinator = context.persistentStoreCoordinator else {
            preconditionFailure("The context has no coordinator, so the entity “\(name)” cannot be found.")
        }
        return coordinator.managedObjectModel.entitiesByName[name]
    }

    /// Creates an object of the entity's class and inserts it into the context.
    ///
    /// The context retains the object until it is saved, rolled back or reset.
    /// - Precondition: the context has a coordinator or a parent, its model has the entity, and the entity is not
    ///   abstract.
    @discardableResult
    public static func insertNewObject(forEntityName name: String, into context: ManagedObjectContext) -> ManagedObject
    {
        guard let entity = entity(forEntityName: name, in: context) else {
            preconditionFailure(
                context.persistentStoreCoordinator?.managedObjectModel.lacksEntity(name) ?? "There is no model.")
        }
        return entity.managedObjectClass.init(entity: entity, insertInto: context)
    }
}

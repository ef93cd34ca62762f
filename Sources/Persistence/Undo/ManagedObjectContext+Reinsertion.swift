/// Inserting a deleted record again under its old ID.
extension ManagedObjectContext {
    /// Inserts an object that the next save writes under this permanent ID, which has no row.
    ///
    /// For deleted records that are restored: an ID identifies one record for ever.
    /// - Precondition: The ID is permanent, the store has assigned its key before, and no object is registered under
    ///   it.
    /// - Parameter version: The record's version after the save, at least 1. A new record has version 1.
    package func insertObject(with objectID: ManagedObjectID, version: Int64 = 1) -> ManagedObject {
        assertConfined()
        let id = canonical(objectID)
        precondition(!id.isTemporaryID, "Only a record that had a permanent ID comes back under it.")
        precondition(registered(id) == nil, "An object is registered under \(id).")
        let object = id.entity.managedObjectClass.init(entity: id.entity, insertInto: nil)
        object.beginID(id)
        object.status.flags.insert(.hasEarlyID)
        register(object)
        objectWillChange(object)
        pending.move(object, to: .inserted)
        if version > 1 { object.state.versionBefore = version - 1 }
        object.setDefaultValues()
        return object
    }
}

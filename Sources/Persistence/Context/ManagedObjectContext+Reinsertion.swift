/// Bringing back a record under the ID that it had.
extension ManagedObjectContext {
    /// Inserts an object that the next save writes under this permanent ID, which no row has.
    ///
    /// For records that were deleted and come back: an ID names one record for ever.
    /// - Precondition: the ID is permanent, its key was given by the store before, and no object is registered under it.
    /// - Parameter version: what the record's version is to be after the save; 1 is that of a new record.
    package func insertObject(with objectID: ManagedObjectID, version: Int64 = 1) -> ManagedObject {
        assertConfined()
        let id = canonical(objectID)
        precondition(!id.isTemporaryID, "Only a record that had a permanent ID comes back under it.")
        precondition(registered(id) == nil, "An object is registered under \(id).")
        let object = id.entity.managedObjectClass.init(entity: id.entity, insertInto: nil)
        object.storedID = id
        object.status.flags.insert(.hasEarlyID)
        register(object)
        objectWillChange(object)
        pending.move(object, to: .inserted)
        if version > 1 { object.state.versionBefore = version - 1 }
        object.setDefaultValues()
        return object
    }
}

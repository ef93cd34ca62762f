/// A model, or where to find it, with the checksum that it must have (`ManagedObjectModel.versionChecksum`).
public final class ManagedObjectModelReference: @unchecked Sendable {
    /// The checksum of the model.
    public let versionChecksum: String
    private let find: () throws -> ManagedObjectModel
    private let found = LockedValue<ManagedObjectModel?>(nil)

    /// A reference to this model.
    public convenience init(model: ManagedObjectModel, versionChecksum: String) {
        self.init(versionChecksum: versionChecksum) { model }
    }

    /// A reference to the model that `find` returns. It is called when the model is first needed, by one thread.
    package init(versionChecksum: String, find: @escaping () throws -> ManagedObjectModel) {
        self.versionChecksum = versionChecksum
        self.find = find
    }

    /// The model.
    /// - Precondition: it exists and has the checksum.
    public var resolvedModel: ManagedObjectModel {
        do {
            return try model()
        } catch {
            preconditionFailure("The model of a reference cannot be used: \(error)")
        }
    }

    /// The model.
    /// - Throws: `managedObjectModelReferenceNotFound` if it has another checksum, or the error of finding it.
    func model() throws -> ManagedObjectModel {
        try found.withLock { found in
            if let found { return found }
            let model = try find()
            guard model.versionChecksum == versionChecksum else {
                throw PersistenceError(
                    .managedObjectModelReferenceNotFound, "The model has another checksum than its reference.")
            }
            found = model
            return model
        }
    }
}

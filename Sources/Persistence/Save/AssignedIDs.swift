/// The permanent IDs that a save assigns to its new objects, by temporary key. Retains no keys.
package final class AssignedIDs {
    private let ids = KeyTable<ManagedObjectID>()

    init() {}

    subscript(key: TemporaryKey) -> ManagedObjectID? {
        get { ids[key.address] }
        set { ids[key.address] = newValue }
    }

    /// The permanent ID, if it is known, in place of a temporary one.
    func permanent(_ id: ManagedObjectID) -> ManagedObjectID {
        let id = id.resolved
        return id.temporaryKey.flatMap { self[$0] } ?? id
    }

    /// The value with a permanent ID, if it is known, in place of a temporary one.
    func permanent(_ value: PropertyValue) -> PropertyValue {
        guard case .reference(let id) = value, id.isTemporaryID else { return value }
        return .reference(permanent(id))
    }
}

extension TemporaryKey {
    /// A number that no other key has while this one is alive.
    var address: Int64 {
        Int64(Int(bitPattern: ObjectIdentifier(self)) >> 4)
    }
}

/// The permanent IDs that a save assigns to its new objects, by temporary key. Retains no keys.
package struct AssignedIDs {
    private var ids = KeyTable<ManagedObjectID>()

    init() {}

    subscript(key: TemporaryKey) -> ManagedObjectID? {
        get { ids[key.address] }
        set { ids[key.address] = newValue }
    }

    /// Reserves capacity for this many more IDs.
    mutating func reserve(additional: Int) {
        ids.reserve(additional: additional)
    }
}

extension TemporaryKey {
    /// A number that no other key has while this one is alive.
    var address: Int64 {
        Int64(Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4)
    }
}

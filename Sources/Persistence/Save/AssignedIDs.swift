/// The permanent IDs that a save gives its new objects, by temporary key. They hold nothing alive.
struct AssignedIDs {
    private var ids = KeyTable<ManagedObjectID>()

    init() {}

    subscript(key: TemporaryKey) -> ManagedObjectID? {
        get { ids[key.address] }
        set { ids[key.address] = newValue }
    }

    /// Makes room for so many more.
    mutating func reserve(additional: Int) {
        ids.reserve(additional: additional)
    }
}

extension TemporaryKey {
    /// A number that no other key has while this one lives.
    var address: Int64 {
        Int64(Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4)
    }
}

/// The IDs that a fetch found, in order: 8 bytes each while all are of one entity in one store.
struct CompactIDs {
    private var keys: ContiguousArray<Int64> = []
    /// The entity and the store of all keys; nil without keys.
    private var home: ObjectIDHome?
    /// All IDs, if they are not all keys of one entity in one store; `keys` is empty then.
    private var others: [ManagedObjectID]?

    init() {}

    init(_ ids: [ManagedObjectID]) {
        others = ids
    }

    mutating func append(key: Int64, home: ObjectIDHome) {
        if others == nil, self.home == nil || self.home === home {
            self.home = home
            keys.append(key)
            return
        }
        if others == nil {
            others = Array(self)
            keys.removeAll()
        }
        others?.append(ManagedObjectID(home: home, key: key))
    }
}

extension CompactIDs: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { others?.count ?? keys.count }

    subscript(position: Int) -> ManagedObjectID {
        if let others { return others[position] }
        guard let home else { preconditionFailure("There is no ID \(position).") }
        return ManagedObjectID(home: home, key: keys[position])
    }
}

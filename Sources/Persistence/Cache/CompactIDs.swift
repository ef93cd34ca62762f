/// The IDs that a fetch found, in order: 8 bytes each while all are of one entity in one store.
struct CompactIDs {
    private var keys: ContiguousArray<Int64> = []
    /// The entity and the store of all keys; nil without keys.
    private var storeEntity: StoreEntity?
    /// All IDs, if they are not all keys of one entity in one store; `keys` is empty then.
    private var others: [ManagedObjectID]?

    init() {}

    init(_ ids: [ManagedObjectID]) {
        others = ids
    }

    mutating func append(key: Int64, storeEntity: StoreEntity) {
        if others == nil, self.storeEntity == nil || self.storeEntity === storeEntity {
            self.storeEntity = storeEntity
            keys.append(key)
            return
        }
        if others == nil {
            others = Array(self)
            keys.removeAll()
        }
        others?.append(ManagedObjectID(storeEntity: storeEntity, key: key))
    }

    /// The IDs at these positions.
    func ids(_ range: Range<Int>) -> [ManagedObjectID] {
        guard others == nil, let storeEntity else { return Array(self[range]) }
        return keys[range].map { ManagedObjectID(storeEntity: storeEntity, key: $0) }
    }
}

extension CompactIDs: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { others?.count ?? keys.count }

    subscript(position: Int) -> ManagedObjectID {
        if let others { return others[position] }
        guard let storeEntity else { preconditionFailure("There is no ID \(position).") }
        return ManagedObjectID(storeEntity: storeEntity, key: keys[position])
    }
}

/// The objects that the next save will insert, update or delete, each retained, in the order in which they became so.
///
/// An object is in the list of its `status.pending` and in no other. Only `move` and `removeAll` change that.
struct PendingChanges {
    private var inserted = PendingList()
    private var updated = PendingList()
    private var deleted = PendingList()

    var isEmpty: Bool { inserted.count == 0 && updated.count == 0 && deleted.count == 0 }
    var count: Int { inserted.count + updated.count + deleted.count }

    mutating func objects(_ state: PendingState) -> [ManagedObject] {
        switch state {
        case .none: []
        case .inserted: inserted.objects()
        case .updated: updated.objects()
        case .deleted: deleted.objects()
        }
    }

    /// The objects as a set. It is kept until the list changes, because a save and the event before it report the same
    /// objects.
    mutating func set(_ state: PendingState) -> Set<ManagedObject> {
        switch state {
        case .none: []
        case .inserted: inserted.set()
        case .updated: updated.set()
        case .deleted: deleted.set()
        }
    }

    func count(_ state: PendingState) -> Int {
        switch state {
        case .none: 0
        case .inserted: inserted.count
        case .updated: updated.count
        case .deleted: deleted.count
        }
    }

    /// All objects: inserted, then updated, then deleted.
    mutating func all() -> [ManagedObject] {
        switch count {
        case inserted.count: inserted.objects()
        case updated.count: updated.objects()
        default: inserted.objects() + updated.objects() + deleted.objects()
        }
    }

    /// Moves an object from its present state's list to that of `state`.
    mutating func move(_ object: ManagedObject, to state: PendingState) {
        guard object.status.pending != state else { return }
        withList(object.status.pending) { $0.remove(object) }
        object.status.pending = state
        if state != .updated { object.status.flags.remove(.touched) }
        withList(state) { $0.append(object) }
    }

    /// Removes all objects, which become unchanged.
    mutating func removeAll() {
        all().forEach { object in
            object.status.pending = .none
            object.status.flags.remove(.touched)
            if object.local != nil || object.status.has(.hasNewRow) { object.pendingIndex = -1 }
        }
        self = PendingChanges()
    }

    private mutating func withList(_ state: PendingState, _ body: (inout PendingList) -> Void) {
        switch state {
        case .none: break
        case .inserted: body(&inserted)
        case .updated: body(&updated)
        case .deleted: body(&deleted)
        }
    }
}

/// Objects in the order in which they were appended. Removal is O(1), through the index that each object stores.
///
/// If the list is read repeatedly without changes, as a save often does, it returns the same array.
private struct PendingList {
    /// All objects. After the first removal, those in `places` without the gaps, or nil until requested.
    private var listed: [ManagedObject]? = []
    /// Each object at its index; nil until an object is removed, because `listed` has the same indices until then.
    private var places: ContiguousArray<ManagedObject?>?
    private(set) var count = 0
    private var gathered: Set<ManagedObject>?

    mutating func objects() -> [ManagedObject] {
        if let listed { return listed }
        var result: [ManagedObject] = []
        result.reserveCapacity(count)
        for case let object? in places ?? [] { result.append(object) }
        listed = result
        return result
    }

    mutating func set() -> Set<ManagedObject> {
        if let gathered { return gathered }
        let set = Set(objects())
        gathered = set
        return set
    }

    mutating func append(_ object: ManagedObject) {
        if gathered != nil { gathered = nil }
        if places == nil {
            object.pendingIndex = count
            listed?.append(object)
        } else {
            listed = nil
            object.pendingIndex = places?.count ?? 0
            places?.append(object)
        }
        count += 1
    }

    mutating func remove(_ object: ManagedObject) {
        if places == nil { places = ContiguousArray(objects()) }
        (listed, gathered) = (nil, nil)
        places?[object.pendingIndex] = nil
        object.pendingIndex = -1
        count -= 1
        if count == 0 { self = PendingList() }
    }
}

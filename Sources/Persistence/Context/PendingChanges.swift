/// The objects that the next save will insert, update or delete, each held strongly, in the order they became so.
///
/// An object is in the list that its `status.pending` names and in no other; `move` is the one door.
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

    /// The same as a set. It is the same set for as long as the list stays as it is: a save and the event before it tell
    /// their observers of the same objects.
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

    /// All of them: inserted, updated, deleted.
    mutating func all() -> [ManagedObject] {
        switch count {
        case inserted.count: inserted.objects()
        case updated.count: updated.objects()
        default: inserted.objects() + updated.objects() + deleted.objects()
        }
    }

    /// Puts an object into the state, and out of the one it was in.
    mutating func move(_ object: ManagedObject, to state: PendingState) {
        guard object.status.pending != state else { return }
        withList(object.status.pending) { $0.remove(object) }
        object.status.pending = state
        withList(state) { $0.append(object) }
    }

    /// Forgets all objects, which become clean.
    mutating func removeAll() {
        all().forEachHeld { object in
            object.status.pending = .none
            if object.storedLocal != nil || object.status.has(.drafted) { object.pendingIndex = -1 }
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

/// Objects in the order they were appended; removal in O(1), by the place that each object remembers.
///
/// While the list is asked for between the changes, as a save does often, it is the same array.
private struct PendingList {
    /// All objects; from the first removal on, those in `places` without the gaps, or nil until somebody asks.
    private var listed: [ManagedObject]? = []
    /// Each object in its place; nil while no object was removed, when all are where `listed` has them.
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

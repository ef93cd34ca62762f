/// What changed in an unordered to-many relationship since its committed state.
///
/// No ID is in both lists, and none is twice in one. Adding and removing take O(1).
public struct ToManyChange: Sendable, Equatable {
    private var additions = ObjectIDList()
    private var removals = ObjectIDList()

    package init() {}

    /// The change that gives these members to a relationship without any.
    init(adding ids: [ManagedObjectID]) {
        for id in ids { additions.append(id) }
    }

    /// The IDs that became members, in order.
    public var added: [ManagedObjectID] { additions.ids }
    /// The IDs that are members no more, in order.
    public var removed: [ManagedObjectID] { removals.ids }

    package var isEmpty: Bool { additions.isEmpty && removals.isEmpty }

    /// Whether this change makes `id` a member.
    package func adds(_ id: ManagedObjectID) -> Bool { additions.contains(id) }

    /// Whether this change ends the membership of `id`.
    package func removes(_ id: ManagedObjectID) -> Bool { removals.contains(id) }

    package mutating func add(_ id: ManagedObjectID) {
        if !removals.remove(id) { additions.append(id) }
    }

    package mutating func remove(_ id: ManagedObjectID) {
        if !additions.remove(id) { removals.append(id) }
    }

    /// Makes `id` a member of a relationship whose committed state names it, or does not. The same twice is the same.
    package mutating func add(_ id: ManagedObjectID, isCommitted: Bool) {
        if isCommitted { additions.remove(id) } else { additions.append(id) }
        removals.remove(id)
    }

    /// Ends the membership of `id`, likewise.
    package mutating func remove(_ id: ManagedObjectID, isCommitted: Bool) {
        additions.remove(id)
        if isCommitted { removals.append(id) } else { removals.remove(id) }
    }

    /// Replaces temporary IDs whose objects were saved. O(1) where nothing was saved since the last call.
    package mutating func resolve() {
        additions.resolve()
        removals.resolve()
    }

    /// The same change with temporary IDs replaced whose objects were saved.
    package var resolved: ToManyChange {
        var result = self
        result.resolve()
        return result
    }

    /// The same change with each ID replaced.
    package func mapIDs(_ transform: (ManagedObjectID) -> ManagedObjectID) -> ToManyChange {
        var result = ToManyChange()
        for id in added { result.additions.append(transform(id)) }
        for id in removed { result.removals.append(transform(id)) }
        return result
    }

    /// The members after this change of a relationship that had `committed`.
    package func applied(to committed: [ManagedObjectID]) -> [ManagedObjectID] {
        if isEmpty { return committed }
        let kept = removals.isEmpty ? committed : committed.filter { !removals.contains($0) }
        if additions.isEmpty { return kept }
        if kept.isEmpty { return added }
        let present = Set(kept)
        return kept + added.filter { !present.contains($0) }
    }
}

/// Object IDs, each once, in the order in which they came. Adding, finding and removing take O(1), amortised.
struct ObjectIDList: Sendable, Equatable {
    /// Removed IDs leave a gap until half of the places are gaps.
    private var places: [ManagedObjectID?] = []
    private var positions: [ManagedObjectID: Int] = [:]
    private var hasTemporary = false
    /// What `TemporaryKey.resolutions` was when the IDs were resolved last.
    private var resolvedAt: UInt64 = 0

    static func == (left: ObjectIDList, right: ObjectIDList) -> Bool {
        left.positions.count == right.positions.count && left.ids == right.ids
    }

    var isEmpty: Bool { positions.isEmpty }
    var ids: [ManagedObjectID] { places.compactMap { $0 } }

    func contains(_ id: ManagedObjectID) -> Bool { positions[id] != nil }

    /// Nothing when the ID is there.
    mutating func append(_ id: ManagedObjectID) {
        guard positions[id] == nil else { return }
        positions[id] = places.count
        places.append(id)
        hasTemporary = hasTemporary || id.isTemporaryID
    }

    /// Returns whether the ID was there.
    @discardableResult
    mutating func remove(_ id: ManagedObjectID) -> Bool {
        guard let position = positions.removeValue(forKey: id) else { return false }
        places[position] = nil
        if places.count > 2 * positions.count + 8 { rebuild(from: ids) }
        return true
    }

    mutating func resolve() {
        guard hasTemporary else { return }
        let now = TemporaryKey.resolutions
        guard now != resolvedAt else { return }
        rebuild(from: ids.map(\.resolved))
        resolvedAt = now
    }

    private mutating func rebuild(from ids: [ManagedObjectID]) {
        places.removeAll()
        positions.removeAll()
        hasTemporary = false
        for id in ids { append(id) }
    }
}

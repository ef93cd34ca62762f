/// The change of an unordered to-many relationship since its committed state.
///
/// No ID is in both lists, or twice in one. Adding and removing take O(1).
@usableFromInline package struct ToManyChange: Sendable, Equatable {
    private var additions = ObjectIDList()
    private var removals = ObjectIDList()

    package init() {}

    /// The change that adds these members to an empty relationship.
    init(adding ids: [ManagedObjectID]) {
        for id in ids { additions.append(id) }
    }

    /// The IDs that were added, in order.
    package var added: [ManagedObjectID] { additions.ids }
    /// The IDs that were removed, in order.
    package var removed: [ManagedObjectID] { removals.ids }

    package var isEmpty: Bool { additions.isEmpty && removals.isEmpty }

    /// Whether this change adds `id`.
    package func adds(_ id: ManagedObjectID) -> Bool { additions.contains(id) }

    /// Whether this change removes `id`.
    package func removes(_ id: ManagedObjectID) -> Bool { removals.contains(id) }

    package mutating func add(_ id: ManagedObjectID) {
        if !removals.remove(id) { additions.append(id) }
    }

    package mutating func remove(_ id: ManagedObjectID) {
        if !additions.remove(id) { removals.append(id) }
    }

    /// Adds `id`, given whether the committed state contains it. Calling it again changes nothing.
    package mutating func add(_ id: ManagedObjectID, isCommitted: Bool) {
        if isCommitted { additions.remove(id) } else { additions.append(id) }
        removals.remove(id)
    }

    /// Removes `id`, given whether the committed state contains it. Calling it again changes nothing.
    package mutating func remove(_ id: ManagedObjectID, isCommitted: Bool) {
        additions.remove(id)
        if isCommitted { removals.append(id) } else { removals.remove(id) }
    }

    /// Replaces the temporary IDs of objects that were saved. O(1) when nothing was saved since the last call.
    package mutating func resolve() {
        additions.resolve()
        removals.resolve()
    }

    /// The same change, with permanent IDs in place of the temporary ones of objects that were saved.
    package var resolved: ToManyChange {
        var result = self
        result.resolve()
        return result
    }

    /// The same change, with each ID transformed.
    package func mapIDs(_ transform: (ManagedObjectID) -> ManagedObjectID) -> ToManyChange {
        var result = ToManyChange()
        for id in added { result.additions.append(transform(id)) }
        for id in removed { result.removals.append(transform(id)) }
        return result
    }

    /// The members of a relationship whose committed members are `committed`, after this change.
    package func applied(to committed: [ManagedObjectID]) -> [ManagedObjectID] {
        if isEmpty { return committed }
        let kept = removals.isEmpty ? committed : committed.filter { !removals.contains($0) }
        if additions.isEmpty { return kept }
        if kept.isEmpty { return added }
        let present = Set(kept)
        return kept + added.filter { !present.contains($0) }
    }
}

/// A list of unique object IDs in insertion order. Adding, finding and removing take amortized O(1).
struct ObjectIDList: Sendable, Equatable {
    /// For so few IDs, a search costs less than a dictionary.
    private static let searchedCount = 16

    /// A removed ID leaves nil, until about half of the elements are nil.
    private var places: [ManagedObjectID?] = []
    private var count = 0
    /// The index of each ID in `places`, once there have been more than are searched.
    private var positions: [ManagedObjectID: Int]?
    private var hasTemporary = false
    /// The value of `TemporaryKey.resolutions` when the IDs were last resolved.
    private var resolvedAt: UInt64 = 0

    static func == (left: ObjectIDList, right: ObjectIDList) -> Bool {
        left.count == right.count && left.ids == right.ids
    }

    var isEmpty: Bool { count == 0 }
    var ids: [ManagedObjectID] { places.compactMap { $0 } }

    func contains(_ id: ManagedObjectID) -> Bool { position(of: id) != nil }

    /// Does nothing when the ID is already there.
    mutating func append(_ id: ManagedObjectID) {
        guard position(of: id) == nil else { return }
        if positions == nil, places.count == ObjectIDList.searchedCount { index() }
        positions?[id] = places.count
        places.append(id)
        count += 1
        hasTemporary = hasTemporary || id.isTemporaryID
    }

    /// Returns whether the ID was there.
    @discardableResult
    mutating func remove(_ id: ManagedObjectID) -> Bool {
        guard let position = position(of: id) else { return false }
        positions?[id] = nil
        places[position] = nil
        count -= 1
        if places.count > 2 * count + 8 { rebuild(from: ids) }
        return true
    }

    mutating func resolve() {
        guard hasTemporary else { return }
        let now = TemporaryKey.resolutions
        guard now != resolvedAt else { return }
        rebuild(from: ids.map(\.resolved))
        resolvedAt = now
    }

    private func position(of id: ManagedObjectID) -> Int? {
        if let positions { return positions[id] }
        return places.firstIndex { $0.map { $0 == id } ?? false }
    }

    private mutating func index() {
        var positions: [ManagedObjectID: Int] = [:]
        for (position, id) in places.enumerated() { if let id { positions[id] = position } }
        self.positions = positions
    }

    private mutating func rebuild(from ids: [ManagedObjectID]) {
        places.removeAll()
        count = 0
        positions = nil
        hasTemporary = false
        for id in ids { append(id) }
    }
}

/// The destinations of a to-many relationship as of the last fetch or save, in order.
///
/// A look-up takes O(1), except the first one, and the first one after new objects among them were saved. Use on the
/// context's queue.
final class CommittedIDs {
    private var stored: [ManagedObjectID]
    private var members: Set<ManagedObjectID>?
    private var hasTemporary: Bool
    /// The value of `TemporaryKey.resolutions` when the IDs were last resolved.
    private var resolvedAt: UInt64 = 0

    init(_ ids: [ManagedObjectID]) {
        stored = ids
        hasTemporary = ids.contains(where: \.isTemporaryID)
    }

    var count: Int { stored.count }

    /// The IDs, with permanent ones in place of the temporary ones of objects that were saved.
    var ids: [ManagedObjectID] {
        resolve()
        return stored
    }

    /// How many IDs the next look-up visits.
    var stepsToFind: Int { members == nil ? stored.count : 1 }

    func contains(_ id: ManagedObjectID) -> Bool {
        resolve()
        if let members { return members.contains(id) }
        // Most relationships are searched once or never. For few IDs, a set costs more than a linear search.
        if stored.count < 8 { return stored.contains(id) }
        let made = Set(stored)
        members = made
        return made.contains(id)
    }

    private func resolve() {
        guard hasTemporary else { return }
        let now = TemporaryKey.resolutions
        guard now != resolvedAt else { return }
        stored = stored.map(\.resolved)
        hasTemporary = stored.contains(where: \.isTemporaryID)
        (members, resolvedAt) = (nil, now)
    }
}

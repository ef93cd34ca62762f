/// The destinations of a to-many relationship as of the last fetch or save, in their order.
///
/// Finding one takes O(1), but for the first time, and for the first time after new objects were saved that are among them.
/// Use on the context's queue.
final class CommittedIDs {
    private var stored: [ManagedObjectID]
    private var members: Set<ManagedObjectID>?
    private var hasTemporary: Bool
    /// What `TemporaryKey.resolutions` was when the IDs were resolved last.
    private var resolvedAt: UInt64 = 0

    init(_ ids: [ManagedObjectID]) {
        stored = ids
        hasTemporary = ids.contains(where: \.isTemporaryID)
    }

    var count: Int { stored.count }

    /// The IDs; permanent ones in place of temporary ones whose objects were saved.
    var ids: [ManagedObjectID] {
        resolve()
        return stored
    }

    /// How many IDs the next question goes through.
    var stepsToFind: Int { members == nil ? stored.count : 1 }

    func contains(_ id: ManagedObjectID) -> Bool {
        resolve()
        if let members { return members.contains(id) }
        // Most relationships are asked once or never: a set of few costs more than looking.
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

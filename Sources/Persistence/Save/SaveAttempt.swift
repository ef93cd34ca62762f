/// The state of objects before a running save changed them. Restored if the save fails.
final class SaveAttempt {
    private struct Before {
        let object: ManagedObject
        let block: RowBlock?
        let row: Int32
        let flags: ObjectStatus.Flags
        let pending: PendingState
        let changes: SparseValues
        let base: SparseValues
        /// A merge also depends on these: it considers only the to-many relationships that were read.
        let related: RelatedBySlot
    }

    private var before: [Before] = []
    private var remembered: Set<ObjectIdentifier> = []
    /// Whether to record every object before it changes, and not only those in conflict.
    var remembersAll = false

    /// Records the object's state before a merge changes it for the first time. A new object leaves its row, which
    /// changes in place.
    func remember(_ object: ManagedObject) {
        guard remembered.insert(ObjectIdentifier(object)).inserted else { return }
        object.leaveNewRow()
        before.append(
            Before(
                object: object, block: object.block, row: object.row, flags: object.status.flags,
                pending: object.status.pending, changes: object.changes, base: object.local?.base ?? SparseValues(),
                related: object.local?.related ?? RelatedBySlot()))
    }

    /// Restores every recorded object.
    /// - Parameter isUnobserved: Whether no observer can have been notified of the changes.
    func putBack(in context: ManagedObjectContext, isUnobserved: Bool = false) {
        for item in before.reversed() {
            bringBack(item, in: context, isUnobserved)
            item.object.block = item.block
            item.object.row = item.row
            restoreFlags(of: item)
            context.pending.move(item.object, to: item.pending)
            item.object.state.changes = item.changes
            item.object.state.base = item.base
            item.object.state.related = item.related
        }
    }

    /// Restores the flags, except for membership in the current event, which only the event changes.
    private func restoreFlags(of item: Before) {
        let event = item.object.status.flags.intersection(.inEvent)
        item.object.status.flags = item.flags.subtracting(.inEvent).union(event)
    }

    /// Registers an object again that left the context. Observers may already know of that or of its other values, so
    /// the next notification reports them.
    private func bringBack(_ item: Before, in context: ManagedObjectContext, _ isUnobserved: Bool) {
        if item.flags.contains(.registered), !item.object.status.has(.registered) {
            context.register(item.object)
            if !isUnobserved { context.event.mergedInsertions.append(item.object) }
        } else if remembersAll, !isUnobserved {
            context.event.noteRefreshed(item.object)
        }
    }

    /// The merged objects whose rows are gone. They leave the context when the save has succeeded.
    var gone: [ManagedObject] { before.map(\.object).filter { $0.status.has(.gone) } }

    /// The merged objects that now show other values.
    var refreshed: [ManagedObject] { before.map(\.object).filter { !$0.status.has(.gone) } }
}

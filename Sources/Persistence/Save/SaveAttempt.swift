/// What a running save did to objects that a failure must take back: rows and changes that a merge installed.
final class SaveAttempt {
    private struct Before {
        let object: ManagedObject
        let block: RowBlock?
        let row: Int32
        let flags: ObjectStatus.Flags
        let pending: PendingState
        let changes: SparseValues
        let base: SparseValues
        /// What a merge goes by besides: of lists that were read, it keeps those that were read.
        let related: [Int: RelatedObjects]
    }

    private var before: [Before] = []
    private var remembered: Set<ObjectIdentifier> = []
    /// Whether every object is remembered before it changes, and not only those in conflict.
    var remembersAll = false

    /// Keeps what the object is before a merge changes it for the first time. A drafted object leaves its draft, whose row
    /// changes in place.
    func remember(_ object: ManagedObject) {
        guard remembered.insert(ObjectIdentifier(object)).inserted else { return }
        object.leaveDraft()
        before.append(
            Before(
                object: object, block: object.block, row: object.row, flags: object.status.flags,
                pending: object.status.pending, changes: object.changes, base: object.local?.base ?? SparseValues(),
                related: object.local?.related ?? [:]))
    }

    /// Makes every object what it was.
    /// - Parameter isUnheard: whether no observer can have heard of the changes.
    func putBack(in context: ManagedObjectContext, isUnheard: Bool = false) {
        for item in before.reversed() {
            bringBack(item, in: context, isUnheard)
            item.object.block = item.block
            item.object.row = item.row
            restoreFlags(of: item)
            context.pending.move(item.object, to: item.pending)
            item.object.state.changes = item.changes
            item.object.state.base = item.base
            item.object.state.related = item.related
        }
    }

    /// Whether an object is in the event that is running is the event's affair.
    private func restoreFlags(of item: Before) {
        let event = item.object.status.flags.intersection(.inEvent)
        item.object.status.flags = item.flags.subtracting(.inEvent).union(event)
    }

    /// Observers may have heard already that an object left, or of its other values.
    private func bringBack(_ item: Before, in context: ManagedObjectContext, _ isUnheard: Bool) {
        if item.flags.contains(.registered), !item.object.status.has(.registered) {
            context.register(item.object)
            if !isUnheard { context.event.mergedInsertions.append(item.object) }
        } else if remembersAll, !isUnheard {
            context.event.noteRefreshed(item.object)
        }
    }

    /// The merged objects that are gone; they leave the context when the save has succeeded.
    var vanished: [ManagedObject] { before.map(\.object).filter { $0.status.has(.gone) } }

    /// The merged objects that show other values now.
    var refreshed: [ManagedObject] { before.map(\.object).filter { !$0.status.has(.gone) } }
}

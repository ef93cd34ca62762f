/// What the next save will do with an object.
enum PendingState: UInt8 {
    case none, inserted, updated, deleted
}

/// The state of an object in one word.
struct ObjectStatus {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// Values have not been loaded since the object was created or turned into a fault.
        static let fault = Flags(rawValue: 1 << 0)
        /// The identity map has the object.
        static let registered = Flags(rawValue: 1 << 1)
        /// Changed since the last `processPendingChanges`.
        static let inEvent = Flags(rawValue: 1 << 2)
        /// Marked by `detectConflicts(for:)`.
        static let locked = Flags(rawValue: 1 << 3)
        /// The record is gone: its deletion was merged, or there was no row when the fault fired.
        static let gone = Flags(rawValue: 1 << 4)
        /// A hook is running in which setting values is not a change.
        static let untracked = Flags(rawValue: 1 << 5)
        /// The context no longer manages the object (`reset`, or its store was removed); any access traps.
        static let invalid = Flags(rawValue: 1 << 6)
        /// The permanent ID was obtained before the save.
        static let hasEarlyID = Flags(rawValue: 1 << 7)
        /// New, and its values are in a row of `NewRows`; it has no `LocalState` then.
        static let hasNewRow = Flags(rawValue: 1 << 8)
        /// Updated because a value was set, although nothing has changed.
        static let touched = Flags(rawValue: 1 << 9)
    }

    var pending = PendingState.none
    var flags: Flags = []

    func has(_ flag: Flags) -> Bool { flags.contains(flag) }
}

/// An object's state beyond its row. Nil for an unchanged object whose relationships have not been read.
final class LocalState {
    /// Uncommitted values by slot.
    @exclusivity(unchecked) var changes = SparseValues()
    /// Committed values that override the row: those of a parent context's changes, and transient ones.
    @exclusivity(unchecked) var base = SparseValues()
    /// The object's state when the current event began.
    @exclusivity(unchecked) var event: EventStart?
    /// The object's index among the pending objects.
    @exclusivity(unchecked) var pendingIndex = -1
    /// Related objects that have been read, by slot.
    @exclusivity(unchecked) var related = RelatedBySlot()
    /// The version of a deleted row that a merge policy inserts again; 0 for a new record. It prevents contexts that
    /// still show the old row from mistaking the new row for it.
    var versionBefore: Int64 = 0
    /// The store that `assign(_:to:)` chose.
    var assignedStore: PersistentStore?

    init() {}

    /// Whether there is nothing beyond the row.
    var isEmpty: Bool {
        changes.isEmpty && base.isEmpty && event == nil && pendingIndex < 0 && related.isEmpty && versionBefore == 0
            && assignedStore == nil
    }
}

/// The destinations of a relationship, retained once they have been read.
enum RelatedObjects {
    case one(ManagedObject)
    /// The committed destinations, and the objects that were returned.
    case many(committed: CommittedIDs, held: [ManagedObject])
}

/// The related objects that have been read, by slot. A look-up is linear in their number, which is small.
struct RelatedBySlot: Sequence {
    private var held: ContiguousArray<(slot: Int, related: RelatedObjects)> = []

    var isEmpty: Bool { held.isEmpty }

    subscript(slot: Int) -> RelatedObjects? {
        get {
            for item in held where item.slot == slot { return item.related }
            return nil
        }
        set {
            let index = held.firstIndex { $0.slot == slot }
            switch (newValue, index) {
            case (let related?, let index?): held[index].related = related
            case (let related?, nil): held.append((slot, related))
            case (nil, let index?): held.remove(at: index)
            case (nil, nil): break
            }
        }
    }

    func makeIterator() -> IndexingIterator<ContiguousArray<(slot: Int, related: RelatedObjects)>> {
        held.makeIterator()
    }

    mutating func removeAll() { held.removeAll() }

    mutating func removeAll(where isGone: (Int) -> Bool) { held.removeAll { isGone($0.slot) } }
}

/// An object's state when the current event began.
struct EventStart {
    let pending: PendingState
    let changes: SparseValues
    let base: SparseValues

    /// The start state of an object that did not exist yet.
    static var ofNew: EventStart { EventStart(pending: .none, changes: SparseValues(), base: SparseValues()) }
}

/// What a context will do with an object at the next save.
enum PendingState: UInt8 {
    case none, inserted, updated, deleted
}

/// The state of an object in one word.
struct ObjectStatus {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// Values were not asked for since the object was made or faulted.
        static let fault = Flags(rawValue: 1 << 0)
        /// The identity map has the object.
        static let registered = Flags(rawValue: 1 << 1)
        /// Changed since the last `processPendingChanges`.
        static let inEvent = Flags(rawValue: 1 << 2)
        /// Marked by `detectConflicts(for:)`.
        static let locked = Flags(rawValue: 1 << 3)
        /// The record is gone: its deletion was merged, or its row was not there when the fault fired.
        static let gone = Flags(rawValue: 1 << 4)
        /// A hook runs in which setting values is no change.
        static let untracked = Flags(rawValue: 1 << 5)
        /// The context forgot the object (`reset`, or its store was removed); any access traps.
        static let invalid = Flags(rawValue: 1 << 6)
        /// The permanent ID was obtained before the save.
        static let hasEarlyID = Flags(rawValue: 1 << 7)
        /// New, registered, and without an ID: nobody asked for it.
        static let unnamed = Flags(rawValue: 1 << 8)
        /// New, unnamed, and its values lie in a draft block.
        static let drafted = Flags(rawValue: 1 << 9)
    }

    var pending = PendingState.none
    var flags: Flags = []

    func has(_ flag: Flags) -> Bool { flags.contains(flag) }
}

/// What an object holds beyond its row. Absent for a clean object whose relationships were not walked.
final class LocalState {
    /// Uncommitted values by slot.
    @exclusivity(unchecked) var changes = SparseValues()
    /// Committed values that lie over the row: those of a parent context's changes, and transient ones.
    @exclusivity(unchecked) var base = SparseValues()
    /// How the object was when the current event began.
    @exclusivity(unchecked) var event: EventStart?
    /// The object's place among those pending.
    @exclusivity(unchecked) var pendingIndex = -1
    /// Related objects that were asked for, by slot.
    @exclusivity(unchecked) var related: [Int: RelatedObjects] = [:]
    /// The version that the row of a record had which a merge policy inserts again; 0 for a new record. Contexts that
    /// still show that row must not take the new one for it.
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

/// Objects at the other end of a relationship, held strongly once they were asked for.
enum RelatedObjects {
    case one(ManagedObject)
    /// The committed destinations, and the objects that were handed out.
    case many(committed: CommittedIDs, held: [ManagedObject])
}

/// What an object was when the current event began.
struct EventStart {
    let pending: PendingState
    let changes: SparseValues
    let base: SparseValues

    /// Of an object that was not there.
    static var ofNew: EventStart { EventStart(pending: .none, changes: SparseValues(), base: SparseValues()) }
}

/// Some values of one record by key, as a merge sees them: `SparseValues` by slot, or another kind of record's.
package protocol MergeValues: Equatable {
    associatedtype Key: Hashable

    init()
    /// The values of the other keys.
    func without(_ keys: Set<Key>) -> Self
}

extension SparseValues: MergeValues {
    package func without(_ slots: Set<Int>) -> SparseValues { filter { slot, _ in !slots.contains(slot) } }
}

/// The two sides of one record's conflict, as far as a policy needs them.
package struct MergeSides<Values: MergeValues> {
    package enum Local: Sendable { case updated, deleted, unchanged }

    let local: Local
    /// Whether the row is gone, rather than changed.
    let isGoneThere: Bool
    /// The keys whose stored value differs from the one that was read.
    let changedThere: Set<Values.Key>
    /// The uncommitted values.
    let changes: Values
    /// All values that the context sees, changed or not.
    let whole: Values

    package init(
        local: Local, isGoneThere: Bool, changedThere: Set<Values.Key>, changes: Values, whole: Values
    ) {
        (self.local, self.isGoneThere, self.changedThere) = (local, isGoneThere, changedThere)
        (self.changes, self.whole) = (changes, whole)
    }
}

/// The result of a conflict for one record. A plain value; `ManagedObjectContext.apply` applies it to an object.
package enum MergeOutcome<Values: MergeValues>: Equatable {
    /// The object is based on the newer row, with these changes.
    case update(Values)
    /// The object is deleted, with the newer row's version.
    case delete
    /// The object's deletion is discarded, and it shows the newer row.
    case restore
    /// The object is gone like its row.
    case remove
    /// The object is inserted as a new row with its old key.
    case reinsert(Values)

    /// The outcome under a policy other than `error`. Source: the definitions of the policies in Core Data's reference.
    package init(_ sides: MergeSides<Values>, under policy: MergePolicyType) {
        let objectWins = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        switch (sides.local, sides.isGoneThere) {
        case (.deleted, true), (.unchanged, true): self = .remove
        case (.deleted, false): self = objectWins ? .delete : .restore
        case (.updated, true): self = objectWins ? .reinsert(sides.whole) : .remove
        case (.unchanged, false): self = .update(Values())
        case (.updated, false): self = .update(MergeOutcome.kept(sides, under: policy))
        }
    }

    private static func kept(_ sides: MergeSides<Values>, under policy: MergePolicyType) -> Values {
        switch policy {
        case .error, .mergeByPropertyObjectTrump: sides.changes
        case .mergeByPropertyStoreTrump: sides.changes.without(sides.changedThere)
        case .overwrite: sides.whole
        case .rollback: Values()
        }
    }
}

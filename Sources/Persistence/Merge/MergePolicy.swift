import Foundation

/// What a merge policy does with a conflict. The raw values are Core Data's.
public enum MergePolicyType: UInt, Sendable, CaseIterable {
    /// The save fails; the application decides.
    case error = 0
    /// Property by property; where both sides changed one, the store's value wins.
    case mergeByPropertyStoreTrump = 1
    /// Property by property; where both sides changed one, the object's value wins.
    case mergeByPropertyObjectTrump = 2
    /// The object's whole state is forced on the store.
    case overwrite = 3
    /// The object's changes are discarded.
    case rollback = 4
}

/// Who wins when a row was changed elsewhere since it was read. Conflicts only: everything else is saved as it is.
///
/// Subclass to decide differently: override `resolve(mergeConflicts:)` or `resolve(constraintConflicts:)`, change the
/// objects, and call super. Several contexts may ask a policy at once, so a subclass is immutable or guards its state.
open class MergePolicy: @unchecked Sendable {
    public static let error = MergePolicy(merge: .error)
    public static let mergeByPropertyStoreTrump = MergePolicy(merge: .mergeByPropertyStoreTrump)
    public static let mergeByPropertyObjectTrump = MergePolicy(merge: .mergeByPropertyObjectTrump)
    public static let overwrite = MergePolicy(merge: .overwrite)
    public static let rollback = MergePolicy(merge: .rollback)

    /// What the policy does.
    public let mergeType: MergePolicyType

    public init(merge type: MergePolicyType) {
        mergeType = type
    }

    /// Resolves everything that a save found in conflict.
    open func resolve(mergeConflicts list: [MergeConflict]) throws {
        try resolve(optimisticLockingVersionConflicts: list)
    }

    /// Resolves rows whose version was not the expected one: each object is put on the newer row, with the changes that
    /// the policy keeps.
    /// - Throws: code 133020 with the conflicts under `conflictList`, for the Error policy.
    open func resolve(optimisticLockingVersionConflicts list: [MergeConflict]) throws {
        guard mergeType != .error else { throw MergePolicy.failure(list) }
        for conflict in list { try conflict.resolve(by: mergeType) }
    }

    /// Resolves values that had to be unique and were not: the record that is in the store stays. It keeps its values under
    /// `mergeByPropertyStoreTrump`, but for those that it lacks, and under `rollback`; it takes those that the object was
    /// given under `mergeByPropertyObjectTrump`, and all of the object's under `overwrite`. New objects leave the context;
    /// a saved one takes the values back that it had, or, where objects win, has the other record deleted.
    ///
    /// Of new objects alone, the last stays where objects win, otherwise the first.
    /// - Throws: code 133021 with the conflicts under `conflictList`, for the Error policy.
    open func resolve(constraintConflicts list: [ConstraintConflict]) throws {
        guard mergeType != .error else { throw MergePolicy.failure(list) }
        for conflict in list {
            ConstraintResolution(conflict, under: mergeType)?.carryOut(over: conflict.constraint)
        }
    }

    static func failure(_ conflicts: [ConstraintConflict]) -> PersistenceError {
        PersistenceError(
            .constraintMerge,
            "A record with the same unique values is there already. Nothing was saved; the changes are still pending.",
            userInfo: [
                PersistenceError.Key.conflictList: conflicts,
                PersistenceError.Key.affectedObjects: conflicts.flatMap(\.conflictingObjects),
            ])
    }

    static func failure(_ conflicts: [MergeConflict]) -> PersistenceError {
        PersistenceError(
            .merge,
            "The record was changed elsewhere since it was read. Nothing was saved; the changes are still pending.",
            userInfo: [
                PersistenceError.Key.conflictList: conflicts,
                PersistenceError.Key.affectedObjects: conflicts.map(\.sourceObject),
            ])
    }
}

extension MergePolicy: Equatable {
    public static func == (left: MergePolicy, right: MergePolicy) -> Bool {
        left === right || (type(of: left) == type(of: right) && left.mergeType == right.mergeType)
    }
}

import Foundation

/// How a merge policy resolves conflicts. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum MergePolicyType: UInt, Sendable, CaseIterable {
    /// The save fails and the application decides.
    case error = 0
    /// Merges property by property. If both sides changed a property, the store's value wins.
    case mergeByPropertyStoreTrump = 1
    /// Merges property by property. If both sides changed a property, the object's value wins.
    case mergeByPropertyObjectTrump = 2
    /// The object's complete state overwrites the row.
    case overwrite = 3
    /// The object's changes are discarded.
    case rollback = 4
}

/// Decides how a save resolves conflicts with rows that were changed elsewhere, and violations of uniqueness
/// constraints. Objects without a conflict are saved unchanged. Core Data's `NSMergePolicy`.
///
/// ```swift
/// let context = container.viewContext
/// session.rating = 5
/// // Meanwhile another context saved notes for the same session. Under `error`, the default, this save would throw
/// // code 133020. Under this policy it writes the rating, and the session gets the other one's notes.
/// context.mergePolicy = .mergeByPropertyObjectTrump
/// try context.save()
/// ```
///
/// To decide differently, subclass, override `resolve(mergeConflicts:)` or `resolve(constraintConflicts:)`, change the
/// objects and call super. Several contexts may use a policy at the same time, so a subclass must be immutable or
/// protect its state.
open class MergePolicy: @unchecked Sendable {
    /// The policy of type `MergePolicyType.error`, the default.
    public static let error = MergePolicy(merge: .error)
    /// The policy of type `MergePolicyType.mergeByPropertyStoreTrump`.
    public static let mergeByPropertyStoreTrump = MergePolicy(merge: .mergeByPropertyStoreTrump)
    /// The policy of type `MergePolicyType.mergeByPropertyObjectTrump`.
    public static let mergeByPropertyObjectTrump = MergePolicy(merge: .mergeByPropertyObjectTrump)
    /// The policy of type `MergePolicyType.overwrite`.
    public static let overwrite = MergePolicy(merge: .overwrite)
    /// The policy of type `MergePolicyType.rollback`.
    public static let rollback = MergePolicy(merge: .rollback)

    /// How the policy resolves conflicts.
    public let mergeType: MergePolicyType

    /// Creates a policy of this type.
    public init(merge type: MergePolicyType) {
        mergeType = type
    }

    /// Resolves all conflicts that a save found between objects and their rows. Calls
    /// `resolve(optimisticLockingConflicts:)`.
    /// - Parameter list: the conflicts, each a `MergeConflict`.
    /// - Throws: `managedObjectMerge` (133020) for the error policy, or the error of a failed read. The save then fails and reverts
    ///   all merges.
    open func resolve(mergeConflicts list: [Any]) throws {
        try resolve(optimisticLockingConflicts: list.compactMap { $0 as? MergeConflict })
    }

    /// Resolves version conflicts: bases each object on the newer row, with the changes that the policy keeps.
    ///
    /// ```swift
    /// /// Keeps the better rating of the two, and otherwise what is in the context.
    /// final class BetterRating: MergePolicy, @unchecked Sendable {
    ///     override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
    ///         for conflict in list {
    ///             guard let session = conflict.sourceObject as? Session else { continue }
    ///             let theirs = conflict.cachedSnapshot?["rating"] as? Int16 ?? 0
    ///             session.rating = max(session.rating, theirs)
    ///         }
    ///         try super.resolve(optimisticLockingConflicts: list)
    ///     }
    /// }
    /// context.mergePolicy = BetterRating(merge: .mergeByPropertyObjectTrump)
    /// session.rating = 3
    /// try context.save()
    /// // Five stars: somebody else gave five while this context gave three.
    /// ```
    ///
    /// - Throws: `managedObjectMerge` (133020) with the conflicts under `Key.saveConflicts` for the error policy, or the error of a
    ///   failed read. The save then fails and reverts all merges.
    open func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
        guard mergeType != .error else { throw MergePolicy.failure(list) }
        for conflict in list { try conflict.resolve(by: mergeType) }
    }

    /// Resolves violations of uniqueness constraints. If a stored record has the values, it is kept:
    ///
    /// - Under `mergeByPropertyStoreTrump`, it keeps its values and takes those of the object that it lacks.
    /// - Under `rollback`, it keeps its values.
    /// - Under `mergeByPropertyObjectTrump`, it takes the object's values that are neither nil nor the model's default
    ///   value.
    /// - Under `overwrite`, it takes all values of the object.
    ///
    /// To-many destinations are combined; `overwrite` replaces them, and `rollback` keeps the record's. A new object in
    /// conflict is then deleted. An object that was saved before gets its old values of the constraint back under
    /// `mergeByPropertyStoreTrump`, and all its old values under `rollback`; under the other policies, the other record
    /// is deleted. If all objects in conflict are new, the first is kept under `mergeByPropertyStoreTrump` and
    /// `rollback`, otherwise the last.
    /// - Throws: `managedObjectConstraintMerge` (133021) with the conflicts under `Key.saveConflicts` for the error policy. The save then
    ///   fails.
    open func resolve(constraintConflicts list: [ConstraintConflict]) throws {
        guard mergeType != .error else { throw MergePolicy.failure(list) }
        for conflict in list {
            ConstraintResolution(conflict, under: mergeType)?.resolve(over: conflict.constraint)
        }
    }

    static func failure(_ conflicts: [ConstraintConflict]) -> PersistenceError {
        PersistenceError(
            .constraintMerge,
            "A record with the same unique values already exists. Nothing was saved; the changes are still pending.",
            userInfo: [
                PersistenceError.Key.saveConflicts: conflicts,
                PersistenceError.Key.affectedObjects: conflicts.flatMap(\.conflictingObjects),
            ])
    }

    static func failure(_ conflicts: [MergeConflict]) -> PersistenceError {
        PersistenceError(
            .merge,
            "The record was changed elsewhere since it was read. Nothing was saved; the changes are still pending.",
            userInfo: [
                PersistenceError.Key.saveConflicts: conflicts,
                PersistenceError.Key.affectedObjects: conflicts.map(\.sourceObject),
            ])
    }
}

extension MergePolicy: Equatable {
    public static func == (left: MergePolicy, right: MergePolicy) -> Bool {
        left === right || (type(of: left) == type(of: right) && left.mergeType == right.mergeType)
    }
}

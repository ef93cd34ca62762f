import Foundation

/// A violation of a uniqueness constraint: objects of one context, and possibly a row, have equal values where the
/// model requires unique ones. Core Data's `NSConstraintConflict`.
///
/// ```swift
/// let twin = Spot(context: context)
/// twin.name = "Malibu"
/// do {
///     try context.save()
/// } catch let error as PersistenceError where error.code == .managedObjectConstraintMerge {
///     let conflicts = error.userInfo[PersistenceError.Key.saveConflicts] as? [ConstraintConflict] ?? []
///     // `conflicts[0].databaseObject` is the spot that has the name, `conflictingObjects` the ones that want it.
/// }
/// // Under this policy, the stored spot is kept and takes over what the new one has. No spot is stored twice.
/// context.mergePolicy = .mergeByPropertyObjectTrump
/// try context.save()
/// ```
///
/// A save creates conflicts when a store refuses it because of a uniqueness constraint (see
/// `EntityDescription.uniquenessConstraints`), and passes them to the merge policy. Immutable, but it holds objects:
/// use on the context's queue.
public final class ConstraintConflict: @unchecked Sendable {
    /// The names of the properties whose combination of values must be unique.
    public let constraint: [String]
    /// The values that the objects have in common, by property name.
    public let constraintValues: [String: Any]
    /// The object of the row that already has the values; nil if the conflict is between unsaved objects.
    public let databaseObject: ManagedObject?
    /// The values of that row, by property name.
    public let databaseSnapshot: [String: Any]?
    /// The objects that the save was to write, in the order in which they became pending.
    public let conflictingObjects: [ManagedObject]
    /// The committed values of those objects, in the same order; empty for a new object.
    public let conflictingSnapshots: [[String: Any]]

    /// Creates a conflict that an incremental store found, for the error that it throws.
    public init(
        constraint: [String], database databaseObject: ManagedObject?, databaseSnapshot: [String: Any]?,
        conflicting conflictingObjects: [ManagedObject], conflictingSnapshots: [[String: Any]]
    ) {
        self.constraint = constraint
        self.databaseObject = databaseObject
        self.databaseSnapshot = databaseSnapshot
        self.conflictingObjects = conflictingObjects
        self.conflictingSnapshots = conflictingSnapshots
        let first = conflictingObjects.first
        constraintValues = Dictionary(
            constraint.map { ($0, first?.value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { $1 })
    }

    convenience init(_ constraint: [String], of objects: [ManagedObject], with stored: ManagedObject?) {
        self.init(
            constraint: constraint, database: stored,
            databaseSnapshot: stored.map { $0.committedValues(forKeys: nil) }, conflicting: objects,
            conflictingSnapshots: objects.map { $0.committedValues(forKeys: nil) })
    }
}

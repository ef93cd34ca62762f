import Foundation

/// Objects of one context, and perhaps a row, that have the same values where the model wants unique ones.
///
/// A save that a store refused because of a uniqueness constraint finds them (see `EntityDescription.uniquenessConstraints`)
/// and asks the merge policy. Never changes, but holds objects: use on the context's queue.
public final class ConstraintConflict: @unchecked Sendable {
    /// The names of the properties whose values together must be unique.
    public let constraint: [String]
    /// The values that they share, by name.
    public let constraintValues: [String: Any]
    /// The object of the row that has the values already; nil when the conflict is among unsaved objects.
    public let databaseObject: ManagedObject?
    /// What that row holds, by property name.
    public let databaseSnapshot: [String: Any]?
    /// The objects that the save wanted to write, in the order in which they became pending.
    public let conflictingObjects: [ManagedObject]
    /// What those objects began from; empty for a new one.
    public let conflictingSnapshots: [[String: Any]]

    /// A conflict that an incremental store met, for the error that it throws.
    public init(
        constraint: [String], databaseObject: ManagedObject?, databaseSnapshot: [String: Any]?,
        conflictingObjects: [ManagedObject], conflictingSnapshots: [[String: Any]]
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
            constraint: constraint, databaseObject: stored,
            databaseSnapshot: stored.map { $0.committedValues(forKeys: nil) }, conflictingObjects: objects,
            conflictingSnapshots: objects.map { $0.isInserted ? [:] : $0.committedValues(forKeys: nil) })
    }
}

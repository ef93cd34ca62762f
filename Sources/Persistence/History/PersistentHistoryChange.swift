import Foundation

/// The kind of a change. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum PersistentHistoryChangeType: Int, Sendable {
    /// The object was inserted.
    case insert = 0
    /// The object was updated.
    case update = 1
    /// The object was deleted.
    case delete = 2
}

/// A change that a transaction made to one object. A Sendable value, for use on any thread.
public final class PersistentHistoryChange: Sendable {
    let row: HistoryChangeRow
    private let header: HistoryTransactionRow
    private let storeID: String

    init(_ row: HistoryChangeRow, of header: HistoryTransactionRow, storeID: String) {
        self.row = row
        self.header = header
        self.storeID = storeID
    }

    /// The number of the change. Later changes have greater numbers.
    public var changeID: Int64 { row.number }
    /// The ID of the changed object, even if the object was deleted.
    public var changedObjectID: ManagedObjectID { row.objectID }
    /// Whether the object was inserted, updated or deleted.
    public var changeType: PersistentHistoryChangeType { row.type }
    /// The transaction that the change is part of, without its changes.
    public var transaction: PersistentHistoryTransaction? {
        PersistentHistoryTransaction(header, storeID: storeID, changes: nil)
    }
    /// The properties that an update changed; nil for other types of change.
    public var updatedProperties: Set<PropertyDescription>? {
        guard row.type == .update else { return nil }
        return Set(row.updatedProperties)
    }
    /// A deleted object's values of the attributes with `preservesValueInHistoryOnDeletion`, by name; nil for other
    /// types of change. Attributes without a value are absent.
    public var tombstone: [AnyHashable: Any]? {
        guard row.type == .delete else { return nil }
        return Dictionary(
            uniqueKeysWithValues: row.tombstone.compactMap { name, value in
                value.anyValue.map { (AnyHashable(name), $0) }
            })
    }
}

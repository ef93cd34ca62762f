import Foundation

/// What a change did to an object. The raw values are Core Data's.
public enum PersistentHistoryChangeType: Int, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
}

/// What a transaction did to one object.
///
/// A Sendable value; any thread.
public final class PersistentHistoryChange: Sendable {
    let row: HistoryChangeRow
    private let header: HistoryTransactionRow
    private let storeID: String

    init(_ row: HistoryChangeRow, of header: HistoryTransactionRow, storeID: String) {
        self.row = row
        self.header = header
        self.storeID = storeID
    }

    /// The number of the change; ascends with time.
    public var changeID: Int64 { row.number }
    /// The object; of a deleted one too.
    public var changedObjectID: ManagedObjectID { row.objectID }
    public var changeType: PersistentHistoryChangeType { row.type }
    /// The transaction that the change is part of, without its changes.
    public var transaction: PersistentHistoryTransaction? {
        PersistentHistoryTransaction(header, storeID: storeID, changes: nil)
    }
    /// The properties that an update changed; nil for other types.
    public var updatedProperties: Set<PropertyDescription>? {
        guard row.type == .update else { return nil }
        return Set(row.updatedProperties)
    }
    /// What a deleted object had in the attributes whose values history preserves, by name; nil for other types.
    public var tombstone: [AnyHashable: Any]? {
        guard row.type == .delete else { return nil }
        return Dictionary(
            uniqueKeysWithValues: row.tombstone.compactMap { name, value in
                value.anyValue.map { (AnyHashable(name), $0) }
            })
    }
}

extension PropertyDescription: Hashable {
    /// Descriptions are equal when they are the same one.
    public static func == (left: PropertyDescription, right: PropertyDescription) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

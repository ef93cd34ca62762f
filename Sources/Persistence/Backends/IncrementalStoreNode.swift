import Foundation

/// One record of an incremental store: its values and their version. Used by one thread at a time.
public final class IncrementalStoreNode {
    /// The ID of the record.
    public let objectID: ManagedObjectID
    /// The version of the values: any number, as long as it differs when the values do.
    public private(set) var version: UInt64
    /// The values by property name; see `init(objectID:withValues:version:)`.
    private(set) var values: [String: Any]

    /// Creates a record.
    /// - Parameters:
    ///   - objectID: the record's ID.
    ///   - values: attributes as Foundation values; to-one relationships as `ManagedObjectID`. NSNull, or a missing
    ///     entry for an attribute, means no value. For a to-one relationship without an entry, the engine calls
    ///     `newValue(forRelationship:forObjectWith:with:)`.
    ///   - version: distinguishes this state of the record from others.
    public init(objectID: ManagedObjectID, withValues values: [String: Any], version: UInt64) {
        self.objectID = objectID
        self.values = values
        self.version = version
    }

    /// Replaces values and version, for stores that keep their nodes in memory.
    public func update(withValues values: [String: Any], version: UInt64) {
        self.values = values
        self.version = version
    }

    /// The value of a property; nil when the node has no entry for it.
    public func value(for property: PropertyDescription) -> Any? {
        values[property.name]
    }
}

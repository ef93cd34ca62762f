import Foundation

/// One record of an incremental store: its values and their version. Used by one thread at a time.
public final class IncrementalStoreNode {
    /// Which record.
    public let objectID: ManagedObjectID
    /// The revision of the values. Any numbers that differ when the values do.
    public private(set) var version: UInt64
    /// The values by property name; see `init(objectID:withValues:version:)`.
    private(set) var values: [String: Any]

    /// A record.
    /// - Parameters:
    ///   - objectID: the record's ID.
    ///   - values: attributes as Foundation values; to-one relationships as `ManagedObjectID`. NSNull, or no entry for an
    ///     attribute, is an empty value; a to-one relationship without an entry is asked for with
    ///     `newValue(forRelationship:forObjectWith:with:)`.
    ///   - version: what tells this state of the record from others.
    public init(objectID: ManagedObjectID, withValues values: [String: Any], version: UInt64) {
        self.objectID = objectID
        self.values = values
        self.version = version
    }

    /// Replaces values and version, for stores that keep their nodes.
    public func update(withValues values: [String: Any], version: UInt64) {
        self.values = values
        self.version = version
    }

    /// The value of a property; nil where the node has none.
    public func value(for property: PropertyDescription) -> Any? {
        values[property.name]
    }
}

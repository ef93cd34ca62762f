import Foundation

/// An index over attributes of an entity, created in new stores.
public final class FetchIndexDescription: Sendable {
    /// An attribute in an index and its direction.
    public struct Element: Sendable, Equatable {
        /// The name of the attribute.
        public let propertyName: String
        /// Whether the index is in ascending order of the attribute.
        public let isAscending: Bool

        /// An element for this attribute.
        public init(propertyName: String, isAscending: Bool = true) {
            self.propertyName = propertyName
            self.isAscending = isAscending
        }
    }

    /// The name of the index.
    public let name: String
    /// The attributes, the most significant first.
    public let elements: [Element]

    /// An index with this name over these attributes.
    public init(name: String, elements: [Element]) {
        self.name = name
        self.elements = elements
    }
}

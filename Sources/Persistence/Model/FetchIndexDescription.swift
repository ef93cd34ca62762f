import Foundation

/// An index over attributes of an entity, made in stores that the engine creates.
public final class FetchIndexDescription: Sendable {
    /// One attribute of an index and its direction.
    public struct Element: Sendable, Equatable {
        public let propertyName: String
        public let isAscending: Bool

        public init(propertyName: String, isAscending: Bool = true) {
            self.propertyName = propertyName
            self.isAscending = isAscending
        }
    }

    public let name: String
    public let elements: [Element]

    public init(name: String, elements: [Element]) {
        self.name = name
        self.elements = elements
    }
}

import Foundation

/// A model from which no source can be made. The error names the path, the element and the reason.
public struct GeneratorError: Error, Equatable, Sendable {
    /// Why no source can be made.
    public enum Reason: Equatable, Sendable {
        /// The name cannot be the name of a member in Swift.
        case reservedName
        /// `ManagedObject` has a member with this name.
        case memberOfManagedObject
        /// The text is not the name of a Swift type.
        case notAType(String)
        /// Another entity has the class with this name too.
        case classOfAnotherEntity(String)
    }

    /// Why no source can be made.
    public let reason: Reason
    /// The path of the model's file.
    public let path: String
    /// The line of the element, counted from 1.
    public let line: Int
    /// The name of the entity.
    public let entity: String
    /// The name of the property; nil if the entity itself is the reason.
    public let property: String?
}

extension GeneratorError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String {
        let element = property.map { "“\($0)” of “\(entity)”" } ?? "“\(entity)”"
        return "\(path):\(line): \(element): \(reason.sentence)"
    }
}

extension GeneratorError.Reason {
    /// A sentence that describes the reason, and what to do.
    var sentence: String {
        switch self {
        case .reservedName: "Swift reserves this name. Rename the property, with its old name as the renaming ID."
        case .memberOfManagedObject:
            "ManagedObject has a member with this name. Rename the property, with its old name as the renaming ID."
        case .notAType(let text): "“\(text)” is not the name of a Swift type."
        case .classOfAnotherEntity(let name):
            "Another entity has the class “\(name)” too. Give each its own class, or set codegen to Manual/None."
        }
    }
}

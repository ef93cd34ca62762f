import Foundation

/// A model file cannot be read or is not a valid model. The error has the path and the line, the element and the value,
/// as far as there are any, and the reason.
public struct ModelFileError: Error, Equatable, Sendable {
    /// Why the file cannot be read or is not valid.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum Reason: Equatable, Sendable {
        /// The file or folder does not exist or cannot be read.
        case unreadable
        /// The folder contains neither a `contents` file nor an `.xcdatamodel` folder.
        case noModel
        /// The model is a compiled one (`.mom`, `.momd`), whose format only Apple's frameworks read.
        case compiled
        /// There is no version with this name.
        case unknownVersion(String)
        /// There are several versions, and the folder does not say which is the current one.
        case noCurrentVersion
        /// The file is larger than `limit` bytes.
        case tooLarge(limit: Int)
        /// The file is not in UTF-8.
        case encoding
        /// The file declares a document type or an entity, which model files never do.
        case documentType
        /// The file is not well-formed XML.
        case malformed
        /// Elements are nested deeper than `limit`.
        case tooDeep(limit: Int)
        /// The outermost element, which has this name, is not `model`.
        case notAModel(String)
        /// An element lacks an attribute, or the attribute is empty.
        case missingAttribute(String, element: String)
        /// The value of an element's attribute is not allowed.
        case invalidValue(of: String, element: String)
        /// Two entities, properties or configurations have this name.
        case duplicate(String)
        /// The model has no entity with this name.
        case unknownEntity(String)
        /// An entity is its own ancestor.
        case inheritanceCycle(String)
        /// The inverse of the relationship does not exist, or does not lead back to the relationship.
        case invalidInverse(String)
        /// The entity has no property with this name.
        case unknownProperty(String)
        /// A pattern, a minimum or a maximum does not fit its attribute.
        case invalidRule(String)
    }

    /// Why the file cannot be read or is not valid.
    public let reason: Reason
    /// The path of the file with the mistake: the `contents` file of a version. If no version was found, that of the
    /// model.
    public let path: String
    /// The line of the mistake, counted from 1; nil if the error concerns the whole file.
    public let line: Int?
    /// The entity with the mistake; nil if it is not in one.
    public let entity: String?
    /// The attribute or relationship with the mistake; nil if it is not in one.
    public let property: String?
    /// The text that is not allowed; nil if the reason is not a value.
    public let value: String?

    package init(_ fault: ModelFault, path: String) {
        reason = fault.reason
        self.path = path
        line = fault.line
        entity = fault.entity
        property = fault.property
        value = fault.value
    }
}

extension ModelFileError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String {
        let place = line.map { "\(path):\($0)" } ?? path
        let element = property.map { "“\($0)” of “\(entity ?? "")”: " } ?? entity.map { "“\($0)”: " } ?? ""
        // A value can be as long as the file.
        return "\(place): \(element)\(reason.sentence(value.map { " “\($0.prefix(100))”" } ?? ""))"
    }
}

extension ModelFileError.Reason {
    /// A sentence that describes the reason.
    /// - Parameter value: the value in quotes, after a space; empty if there is none.
    fileprivate func sentence(_ value: String) -> String {
        switch self {
        case .unreadable: "The model cannot be read."
        case .noModel: "There is no model in the folder."
        case .compiled:
            "Compiled models cannot be read. Use the “.xcdatamodeld” from which it was compiled, or generate code from it."
        case .unknownVersion(let name): "There is no version named “\(name)”."
        case .noCurrentVersion: "There are several versions, and .xccurrentversion does not name one of them."
        case .tooLarge(let limit): "The file is larger than \(limit) bytes."
        case .encoding: "The file is not in UTF-8."
        case .documentType: "A model file must not declare a document type or an XML entity."
        case .malformed: "The file is not well-formed XML."
        case .tooDeep(let limit): "Elements are nested deeper than \(limit)."
        case .notAModel(let name): "The outermost element is “\(name)”, not “model”."
        case .missingAttribute(let name, let element): "“\(element)” lacks “\(name)”."
        case .invalidValue(let name, let element): "The value\(value) of “\(name)” of “\(element)” is not allowed."
        case .duplicate(let name): "The name “\(name)” is used twice."
        case .unknownEntity(let name): "There is no entity named “\(name)”."
        case .inheritanceCycle(let name): "“\(name)” is its own ancestor."
        case .invalidInverse(let name):
            "The inverse “\(name)” does not exist, or does not lead back to the relationship."
        case .unknownProperty(let name): "The entity has no property named “\(name)”."
        case .invalidRule(let name): "The rule “\(name)” with the value\(value) does not fit the attribute."
        }
    }
}

/// A mistake in a model file, before the path of the file is known.
package struct ModelFault: Error {
    package let reason: ModelFileError.Reason
    package let line: Int?
    package private(set) var entity: String?
    package private(set) var property: String?
    package let value: String?

    package init(reason: ModelFileError.Reason, line: Int?, value: String? = nil) {
        self.reason = reason
        self.line = line
        self.value = value
    }

    /// The mistake, with the entity and the property that it is in.
    package func of(_ entity: String?, _ property: String? = nil) -> ModelFault {
        var fault = self
        fault.entity = fault.entity ?? entity
        fault.property = fault.property ?? property
        return fault
    }
}

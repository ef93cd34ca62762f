import Foundation

/// Why a model file could not be read: the file, the line where there is one, and what is wrong there.
public struct ModelFileError: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        /// There is no such file or folder, or it cannot be read.
        case unreadable
        /// The folder is no `.xcdatamodel` or `.xcdatamodeld`.
        case noModel
        /// Several versions, and nothing says which is the current one.
        case noCurrentVersion
        case tooLarge(limit: Int)
        /// The file is not in UTF-8.
        case encoding
        /// The file declares a document type or an entity, which model files never do.
        case documentType
        case malformed
        case tooDeep(limit: Int)
        /// The outermost element is another than `model`.
        case notAModel(String)
        case missingAttribute(String, element: String)
        case invalidValue(of: String, element: String)
        /// Two entities, properties or configurations have the name.
        case duplicate(String)
        case unknownEntity(String)
        /// An entity is its own ancestor.
        case inheritanceCycle(String)
        /// The inverse of the relationship does not exist, or does not lead back.
        case invalidInverse(String)
        case unknownProperty(String)
        /// A pattern, or a least or greatest value, that makes no rule.
        case invalidRule(String)
    }

    public let reason: Reason
    /// The name of the file or folder, without its path.
    public let file: String
    /// Lines count from 1; nil where the error is of the file as a whole.
    public let line: Int?

    package init(reason: Reason, file: String, line: Int?) {
        self.reason = reason
        self.file = file
        self.line = line
    }
}

extension ModelFileError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { description }

    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(reason.sentence)"
    }
}

extension ModelFileError.Reason {
    /// One sentence that says what is wrong.
    var sentence: String {
        switch self {
        case .unreadable: "The model cannot be read."
        case .noModel: "There is no model in the folder."
        case .noCurrentVersion: "There are several versions, and .xccurrentversion names none of them."
        case .tooLarge(let limit): "The file is larger than \(limit) bytes."
        case .encoding: "The file is not in UTF-8."
        case .documentType: "A model file declares no document type and no entities."
        case .malformed: "The file is not well-formed XML."
        case .tooDeep(let limit): "Elements are nested deeper than \(limit)."
        case .notAModel(let name): "The outermost element is “\(name)”, not “model”."
        case .missingAttribute(let name, let element): "“\(element)” lacks “\(name)”."
        case .invalidValue(let name, let element): "The value of “\(name)” of “\(element)” is not allowed."
        case .duplicate(let name): "The name “\(name)” is taken."
        case .unknownEntity(let name): "There is no entity named “\(name)”."
        case .inheritanceCycle(let name): "“\(name)” is its own ancestor."
        case .invalidInverse(let name): "The inverse “\(name)” does not exist, or does not lead back."
        case .unknownProperty(let name): "The entity has no property named “\(name)”."
        case .invalidRule(let name): "The rule “\(name)” does not fit the attribute."
        }
    }
}

/// What is wrong and where, before it is known in which file.
struct ModelFault: Error {
    let reason: ModelFileError.Reason
    let line: Int?
}

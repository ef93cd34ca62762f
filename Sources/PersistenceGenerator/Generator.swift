import DataModel
import Foundation

/// Makes Swift source from a model of Xcode's model editor: what Xcode generates, and the model itself in code.
///
/// The same model gives the same text.
public struct Generator: Sendable {
    /// A file of Swift source.
    public struct File: Equatable, Sendable {
        /// The name of the file.
        public let name: String
        /// Its content.
        public let text: String
        /// Whether the program's author may have added to the file, so that it must not be replaced.
        public let isForEditing: Bool
    }

    private let document: ModelDocument
    private let name: String
    private let includesManual: Bool

    /// Reads and checks a model: an `.xcdatamodel` folder, or a version in an `.xcdatamodeld` folder.
    /// - Parameters:
    ///   - version: the name of a version, with or without its ending; nil for the current one.
    ///   - includesManual: whether source is generated for entities whose codegen is Manual/None too.
    /// - Throws: `ModelFileError` if the file cannot be read or is not a valid model, `GeneratorError` if it has a name
    ///   that no source can have.
    public init(contentsOf url: URL, version: String? = nil, includesManual: Bool = false) throws {
        document = try ModelDocument(contentsOf: url, version: version)
        name = url.deletingPathExtension().lastPathComponent
        self.includesManual = includesManual
        try NameCheck(document: document, includesManual: includesManual).run()
    }

    /// The path of the file that was read.
    public var path: String { document.path }

    /// The parts of the model that have no effect: the line of each, and a sentence.
    public var notes: [(line: Int, message: String)] { document.notes.map { ($0.line, $0.message) } }

    /// The files, as Xcode names them: a class and its properties for each entity, and the model.
    public var files: [File] { parts.map { file($0.name, $0.source, isForEditing: $0.isForEditing) } }

    /// All of the source in one file.
    public var file: File { file("\(name)+CoreDataModel", parts.map(\.source).joined(separator: "\n")) }

    private typealias Part = (name: String, source: String, isForEditing: Bool)

    private var parts: [Part] {
        let types = TypeNames(document)
        let model = ModelSource(document: document, name: name, types: types).text
        return document.entities.flatMap { parts(of: $0, types) } + [("\(name)+CoreDataModel", model, false)]
    }

    private func parts(of entity: ModelEntity, _ types: TypeNames) -> [Part] {
        guard let name = entity.typeName else { return [] }
        let source = ClassSource(entity: entity, types: types)
        let properties = ("\(name)+CoreDataProperties", source.properties, false)
        return switch entity.codeGeneration {
        case .class: [("\(name)+CoreDataClass", source.declaration, false), properties]
        case .category: [properties]
        case .manual where includesManual && entity.moduleName == nil:
            [("\(name)+CoreDataClass", source.declaration, true), properties]
        case .manual: []
        }
    }

    private func file(_ name: String, _ source: String, isForEditing: Bool = false) -> File {
        let notice =
            "// Generated from \(document.name). Changes to this file will be lost.\n// swift-format-ignore-file\n\n"
        let imports = (["Foundation", "Persistence"] + TypeNames(document).modules).map { "import \($0)\n" }.joined()
        return File(
            name: name + ".swift", text: (isForEditing ? "" : notice) + imports + "\n" + source,
            isForEditing: isForEditing)
    }
}

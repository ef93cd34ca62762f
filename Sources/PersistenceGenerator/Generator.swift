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

    /// The parts of the model that have no effect: the line of each, and a sentence.
    public var notes: [(line: Int, message: String)] { document.notes.map { ($0.line, $0.message) } }

    /// The files, as Xcode names them: a class and its properties for each entity, and the model.
    public var files: [File] {
        let types = TypeNames(document)
        var files: [File] = []
        for entity in document.entities where entity.className != nil {
            let (source, name) = (ClassSource(entity: entity, types: types), entity.typeName ?? "")
            let codeGeneration = includesManual && entity.codeGeneration == .manual ? .class : entity.codeGeneration
            if codeGeneration == .class {
                files.append(
                    file("\(name)+CoreDataClass", source.declaration, isForEditing: entity.codeGeneration == .manual))
            }
            if codeGeneration != .manual { files.append(file("\(name)+CoreDataProperties", source.properties)) }
        }
        return files + [file(modelFile, model(types))]
    }

    /// All of the source in one file.
    public var file: File {
        let types = TypeNames(document)
        let generated = document.entities.filter { $0.className != nil }
        let sources = generated.flatMap { entity in
            let source = ClassSource(entity: entity, types: types)
            return switch entity.codeGeneration {
            case .class: [source.declaration, source.properties]
            case .category: [source.properties]
            case .manual: includesManual ? [source.declaration, source.properties] : []
            }
        }
        return file(modelFile, (sources + [model(types)]).joined(separator: "\n"))
    }

    private var modelFile: String { "\(name)+CoreDataModel" }

    private func model(_ types: TypeNames) -> String {
        ModelSource(document: document, name: name, types: types).text
    }

    private func file(_ name: String, _ source: String, isForEditing: Bool = false) -> File {
        let head =
            isForEditing
            ? ""
            : "// Generated from \(document.name). Changes to this file will be lost.\n// swift-format-ignore-file\n\n"
        let imports = (["Foundation", "Persistence"] + TypeNames(document).modules).map { "import \($0)\n" }.joined()
        return File(name: name + ".swift", text: head + imports + "\n" + source, isForEditing: isForEditing)
    }
}

import Foundation

/// The content of a model file as values, checked: every name that it refers to exists, and inverses lead back.
///
/// `PersistenceModelFile` makes a model of it, and `PersistenceGenerator` Swift source. It needs no engine, so that the
/// generator is built quickly.
package struct ModelDocument: Sendable {
    /// The name of the file or folder that was asked for, without its path.
    package let name: String
    /// The path of the file that was read: the `contents` file of a version.
    package let path: String
    /// The entities, in the order of the file.
    package let entities: [ModelEntity]
    package let configurations: [ModelConfiguration]
    package let fetchRequests: [ModelFetchRequest]
    /// The identifier that the model's author chose for this version; nil if there is none.
    package let versionIdentifier: String?
    /// The parts of the file that have no effect, in the order of their lines.
    package let notes: [ModelNote]

    /// Reads an `.xcdatamodel` folder, its `contents` file, or a version in an `.xcdatamodeld` folder.
    /// - Parameter version: the name of a version, with or without its ending; nil for the current one.
    /// - Throws: `ModelFileError` if the file cannot be read or is not a valid model.
    package init(contentsOf url: URL, version: String? = nil) throws(ModelFileError) {
        var path = url.path
        do throws(ModelFault) {
            let file = try ModelFileLocation.contentsFile(of: url, version: version)
            path = file.path
            let root = try ModelElementReader.read(ModelFileLocation.contents(of: file))
            guard root.name == "model" else { throw ModelFault(reason: .notAModel(root.name), line: root.line) }
            try self.init(root, name: url.lastPathComponent, path: path)
        } catch {
            throw ModelFileError(error, path: path)
        }
    }

    /// The names of the versions in an `.xcdatamodeld` folder, sorted; none for another file.
    package static func versions(of url: URL) -> [String] { ModelFileLocation.versions(in: url) }

    private init(_ root: ModelElement, name: String, path: String) throws(ModelFault) {
        self.name = name
        self.path = path
        notes = ModelNotes.of(root)
        entities = try ModelEntity.all(in: root)
        try ModelCheck(entities).run()
        let names = Set(entities.map(\.name))
        configurations = try ModelConfiguration.all(in: root, entities: names)
        var requests: [ModelFetchRequest] = []
        for element in root.children(named: "fetchRequest") {
            requests.append(try ModelFetchRequest(element, entities: names))
        }
        fetchRequests = requests
        let identifier = root.attributes["userDefinedModelVersionIdentifier"] ?? ""
        versionIdentifier = identifier.isEmpty ? nil : identifier
    }
}

/// A part of a model file that has no effect.
public struct ModelNote: Equatable, Sendable {
    /// The line of the part, counted from 1.
    public let line: Int
    /// A sentence about the part.
    public let message: String

    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// A named subset of the entities.
package struct ModelConfiguration: Sendable {
    package let name: String
    package let members: [String]

    static func all(in root: ModelElement, entities: Set<String>) throws(ModelFault) -> [ModelConfiguration] {
        var names: Set<String> = []
        var result: [ModelConfiguration] = []
        for element in root.children(named: "configuration") {
            let name = try element.required("name")
            guard names.insert(name).inserted else { throw element.fault(.duplicate(name)) }
            var members: [String] = []
            for member in element.children(named: "memberEntity") {
                let entity = try member.required("name")
                guard entities.contains(entity) else { throw member.fault(.unknownEntity(entity)) }
                members.append(entity)
            }
            result.append(ModelConfiguration(name: name, members: members))
        }
        return result
    }
}

/// A named fetch request.
package struct ModelFetchRequest: Sendable {
    package let name: String
    package let line: Int
    package let entity: String
    /// The text of its predicate; nil for all objects.
    package let predicate: String?
    package let fetchLimit: Int
    package let fetchBatchSize: Int
    package let includesSubentities: Bool
    package let returnsObjectsAsFaults: Bool

    init(_ element: ModelElement, entities: Set<String>) throws(ModelFault) {
        name = try element.required("name")
        line = element.line
        entity = try element.required("entity")
        guard entities.contains(entity) else { throw element.fault(.unknownEntity(entity)) }
        let text = element.attributes["predicateString"] ?? ""
        predicate = text.isEmpty ? nil : text
        fetchLimit = try element.count("fetchLimit") ?? 0
        fetchBatchSize = try element.count("fetchBatchSize") ?? 0
        includesSubentities = try element.flag("includeSubentities", orIfMissing: true)
        returnsObjectsAsFaults = try element.flag("returnObjectsAsFaults", orIfMissing: true)
    }
}

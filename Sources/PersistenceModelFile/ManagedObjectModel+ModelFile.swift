import Foundation
import Persistence

extension ManagedObjectModel {
    /// Reads a model of Xcode's model editor: an `.xcdatamodel` folder, its `contents` file, or the current version in
    /// an `.xcdatamodeld` folder.
    ///
    /// Classes are found by the names that are registered in `ManagedObjectClassRegistry` when the model is read.
    /// - Throws: `ModelFileError` if the file cannot be read or is not a valid model. It has the line of the first
    ///   mistake.
    public convenience init(contentsOf url: URL) throws(ModelFileError) {
        try self.init(ModelFile(contentsOf: url))
    }

    /// Creates the model in a file that was read.
    /// - Throws: `ModelFileError` if the file is not a valid model. It has the line of the first mistake.
    public convenience init(_ file: ModelFile) throws(ModelFileError) {
        self.init()
        try file.fill(self)
    }
}

/// A model file that was read, with notes about the parts that the engine ignores.
public struct ModelFile: Sendable {
    /// A part of the file that has no effect.
    public struct Note: Equatable, Sendable {
        /// The line of the part, counted from 1.
        public let line: Int
        /// A sentence about the part.
        public let message: String
    }

    /// The parts that have no effect, in the order of their lines.
    public let notes: [Note]
    private let root: ModelElement
    private let name: String

    /// Reads a model of Xcode's model editor: an `.xcdatamodel` folder, its `contents` file, or the current version in
    /// an `.xcdatamodeld` folder.
    /// - Throws: `ModelFileError` if the file cannot be read, or is not the XML of a model.
    public init(contentsOf url: URL) throws(ModelFileError) {
        do {
            let contents = try ModelFileLocation.contents(of: url)
            try self.init(contents, name: url.lastPathComponent)
        } catch {
            throw ModelFileError(reason: error.reason, file: url.lastPathComponent, line: error.line)
        }
    }

    private init(_ contents: Data, name: String) throws(ModelFault) {
        self.name = name
        root = try ModelElementReader.read(contents)
        guard root.name == "model" else { throw ModelFault(reason: .notAModel(root.name), line: root.line) }
        notes = ModelNotes.of(root)
    }

    func fill(_ model: ManagedObjectModel) throws(ModelFileError) {
        do {
            var builder = ModelBuilder(root)
            try builder.fill(model)
        } catch {
            throw ModelFileError(reason: error.reason, file: name, line: error.line)
        }
    }
}

import Foundation
import Persistence

extension ManagedObjectModel {
    /// The model in a file of Xcode's model editor: an `.xcdatamodel` folder, its `contents` file, or an `.xcdatamodeld`
    /// folder, whose current version is read.
    ///
    /// Classes are found by the names that `ManagedObjectClassRegistry` knows when the model is read.
    /// - Throws: `ModelFileError` with the line of the first mistake.
    public convenience init(contentsOf url: URL) throws(ModelFileError) {
        try self.init(ModelFile(contentsOf: url))
    }

    /// The model of a file that was read.
    /// - Throws: `ModelFileError` with the line of the first mistake.
    public convenience init(_ file: ModelFile) throws(ModelFileError) {
        self.init()
        try file.fill(self)
    }
}

/// A model file that was read, and what the engine leaves out of it.
public struct ModelFile: Sendable {
    /// Something in the file that has no effect.
    public struct Note: Equatable, Sendable {
        /// Lines count from 1.
        public let line: Int
        /// One sentence.
        public let message: String
    }

    /// What has no effect, in the order of the lines.
    public let notes: [Note]
    private let root: ModelElement
    private let name: String

    /// Reads the file at `url`; see `ManagedObjectModel.init(contentsOf:)`.
    /// - Throws: `ModelFileError`.
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

import DataModel
import Foundation
import Persistence

extension ManagedObjectModel {
    /// Reads a model of Xcode's model editor: an `.xcdatamodel` folder, its `contents` file, or the current version in
    /// an `.xcdatamodeld` folder.
    ///
    /// Classes are found by the names that are registered in `ManagedObjectClassRegistry` when the model is read.
    ///
    /// Nil if the file cannot be read or is not a valid model; `init(validating:)` says why.
    public convenience init?(contentsOf url: URL) {
        do {
            try self.init(validating: url)
        } catch {
            return nil
        }
    }

    /// Reads a model as `init(contentsOf:)` does, and says what is wrong with it.
    /// - Throws: `ModelFileError` if the file cannot be read or is not a valid model. It has the line of the first
    ///   mistake.
    public convenience init(validating url: URL) throws(ModelFileError) {
        try self.init(ModelFile(contentsOf: url))
    }

    /// Creates the model in a file that was read.
    /// - Throws: `ModelFileError` if a rule for an attribute's value is not valid. It has the line of the rule.
    public convenience init(_ file: ModelFile) throws(ModelFileError) {
        self.init()
        try file.fill(self)
    }
}

/// Why a model file cannot be read or is not valid.
public typealias ModelFileError = DataModel.ModelFileError

/// A model file that was read and checked, with notes about the parts that the engine ignores.
public struct ModelFile: Sendable {
    /// A part of the file that has no effect.
    public typealias Note = ModelNote

    /// The parts that have no effect, in the order of their lines.
    public let notes: [Note]
    private let document: ModelDocument

    /// Reads a model of Xcode's model editor: an `.xcdatamodel` folder, its `contents` file, or a version in an
    /// `.xcdatamodeld` folder.
    /// - Parameter version: the name of a version, with or without its ending; nil for the current one.
    /// - Throws: `ModelFileError` if the file cannot be read or is not a valid model. It has the line of the first
    ///   mistake.
    public init(contentsOf url: URL, version: String? = nil) throws(ModelFileError) {
        document = try ModelDocument(contentsOf: url, version: version)
        let ignored = document.fetchRequests.filter { $0.values == nil }.map { request in
            Note(
                line: request.line,
                message: "The fetch request “\(request.name)” is ignored: its predicate cannot be parsed.")
        }
        let underived = document.entities.flatMap { $0.attributes.compactMap(\.derivationNote) }
        notes = (document.notes + ignored + underived).sorted { $0.line < $1.line }
    }

    func fill(_ model: ManagedObjectModel) throws(ModelFileError) {
        do {
            try ModelBuilder(document).fill(model)
        } catch {
            throw ModelFileError(error, path: document.path)
        }
    }
}

#if objectFormat(ELF)
    /// Called when the program starts, so that models in bundles can be read.
    @section(".init_array") @used
    private let registerReader: @convention(c) () -> Void = {
        ModelFiles.register { file, allVersions in
            let current = try ManagedObjectModel(validating: file)
            if !allVersions { return [current] }
            return try [current]
                + ModelDocument.versions(of: file).map { version in
                    try ManagedObjectModel(ModelFile(contentsOf: file, version: version))
                }
        }
    }
#endif

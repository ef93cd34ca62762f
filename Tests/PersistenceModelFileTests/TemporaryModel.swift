import Foundation
import Persistence
import PersistenceModelFile

/// Model files in their own folder, which is removed when this object is released.
final class TemporaryModel {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("model-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file, and creates the folders above it.
    @discardableResult
    func write(_ contents: Data, to path: String) throws -> URL {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: url)
        return url
    }

    /// A model file with these lines inside `<model>`. The first of them is line 3.
    static func contents(_ lines: String, attributes: String = "") -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \(attributes)>
            \(lines)
            </model>
            """.utf8)
    }

    /// The model that these lines describe.
    static func model(_ lines: String, attributes: String = "") throws -> ManagedObjectModel {
        let folder = try TemporaryModel()
        let url = try folder.write(contents(lines, attributes: attributes), to: "Model.xcdatamodel/contents")
        return try ManagedObjectModel(validating: url.deletingLastPathComponent())
    }

    /// The model file with these lines.
    static func file(_ lines: String) throws -> ModelFile {
        let folder = try TemporaryModel()
        return try ModelFile(contentsOf: try folder.write(contents(lines), to: "contents"))
    }

    /// The error of loading a file with these bytes, or nil if it loads.
    static func failure(of bytes: Data) throws -> ModelFileError? {
        let folder = try TemporaryModel()
        let url = try folder.write(bytes, to: "contents")
        do throws(ModelFileError) {
            _ = try ManagedObjectModel(validating: url)
            return nil
        } catch {
            return error
        }
    }
}

import Foundation
import Persistence
import PersistenceModelFile

/// Model files in a folder of their own, removed when it is let go.
final class TemporaryModel {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("model-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file and the folders it is in.
    @discardableResult
    func write(_ contents: Data, to path: String) throws -> URL {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: url)
        return url
    }

    /// The file of a model with these lines inside `<model>`; the first of them is line 3.
    static func contents(_ lines: String, attributes: String = "") -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \(attributes)>
            \(lines)
            </model>
            """.utf8)
    }

    /// The model with these lines.
    static func model(_ lines: String, attributes: String = "") throws -> ManagedObjectModel {
        let folder = try TemporaryModel()
        let url = try folder.write(contents(lines, attributes: attributes), to: "Model.xcdatamodel/contents")
        return try ManagedObjectModel(contentsOf: url.deletingLastPathComponent())
    }

    /// The error of a file with these bytes.
    static func failure(of bytes: Data) throws -> ModelFileError? {
        let folder = try TemporaryModel()
        let url = try folder.write(bytes, to: "contents")
        do throws(ModelFileError) {
            _ = try ManagedObjectModel(contentsOf: url)
            return nil
        } catch {
            return error
        }
    }
}

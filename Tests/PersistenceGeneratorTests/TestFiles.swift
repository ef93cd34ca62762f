import Foundation
import PersistenceGenerator
import TestSupport

/// The files of these tests, found relative to this source file.
enum TestFiles {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    static let everything = folder.appendingPathComponent("Models/Everything.xcdatamodeld")
    static let generated = folder.appendingPathComponent("Generated")
}

extension TemporaryFolder {
    /// Writes a model with these lines inside `<model>`, the first of which is line 2.
    func model(_ lines: String, named name: String = "Model") throws -> URL {
        let url = url(of: "\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data("<model>\n\(lines)\n</model>\n".utf8).write(to: url.appendingPathComponent("contents"))
        return url
    }

    /// All of the source for a model with these lines.
    func source(_ lines: String) throws -> String { try Generator(contentsOf: model(lines)).file.text }
}

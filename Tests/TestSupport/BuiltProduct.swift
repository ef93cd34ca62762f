import Foundation

/// What was built together with the tests that run.
package enum BuiltProduct {
    /// The file or folder of this name nearest to the running tests, in a folder around them.
    /// - Throws: where there is none.
    package static func url(of name: String) throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<farthest {
            let candidate = folder.appendingPathComponent(name)
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// How many folders around the tests are looked at.
    private static let farthest = 6
}

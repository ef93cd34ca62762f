import Foundation

/// Finds the products that were built together with the running tests.
package enum BuiltProduct {
    /// The file or folder with this name in the nearest folder above the running tests.
    /// - Throws: `CocoaError` when no folder above the tests contains it.
    package static func url(of name: String) throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<farthest {
            let candidate = folder.appendingPathComponent(name)
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// The number of enclosing folders to search.
    private static let farthest = 6
}

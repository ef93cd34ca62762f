import Foundation
import Testing

/// A text that a test expects to be as it was when a person last looked at it.
enum Snapshot {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Snapshots")

    /// Expects a text to be the one that is kept under a name. Where there is none, it is kept, and the test fails, so that
    /// somebody looks at it.
    static func expect(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = folder.appendingPathComponent(name + ".txt")
        guard let kept = try? String(contentsOf: file, encoding: .utf8) else {
            try Data(text.utf8).write(to: file)
            Issue.record("There was no snapshot \(name); look at the new one.", sourceLocation: sourceLocation)
            return
        }
        #expect(kept == text, sourceLocation: sourceLocation)
    }
}

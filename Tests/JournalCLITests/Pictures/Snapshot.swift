import Foundation
import Testing

/// A text that must stay as it was when a person last reviewed it.
enum Snapshot {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Snapshots")

    /// Compares a text with the snapshot of this name. If there is none, the text is stored and the test fails, so that
    /// somebody reviews it.
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

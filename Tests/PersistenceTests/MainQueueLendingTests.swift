import Foundation
import Testing

/// What the main queue's work may use, in a program whose main thread serves that queue.
@Suite struct MainQueueLendingTests {
    /// LCK-05, B-QUE-02
    @Test func `a thread that waits for the main queue lends it what it has locked`() throws {
        let process = Process()
        process.executableURL = try probe()
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit, "deadlock")
        #expect(process.terminationStatus == 0)
    }

    /// The probe, beside the running tests.
    private func probe() throws -> URL {
        let program = try #require(CommandLine.arguments.first)
        var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        for _ in 0..<6 {
            let candidate = folder.appendingPathComponent("MainQueueProbe")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }
}

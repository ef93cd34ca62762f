import Foundation
import TestSupport
import Testing

/// What the main queue's work may use, in a program whose main thread serves that queue.
@Suite struct MainQueueLendingTests {
    /// LCK-05, B-QUE-02
    @Test func `a thread that waits for the main queue lends it what it has locked`() throws {
        let process = Process()
        process.executableURL = try BuiltProduct.url(of: "MainQueueProbe")
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit, "deadlock")
        #expect(process.terminationStatus == 0)
    }
}

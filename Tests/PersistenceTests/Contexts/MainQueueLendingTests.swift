import Foundation
import TestSupport
import Testing

/// Contexts that work on the main queue may use, in a program whose main thread runs that queue.
@Suite struct MainQueueLendingTests {
    /// LCK-05, B-QUE-02
    @Test func `a thread waiting for the main queue lends it the contexts that it has locked`() throws {
        let process = Process()
        process.executableURL = try BuiltProduct.url(of: "MainQueueProbe")
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit, "deadlock")
        #expect(process.terminationStatus == 0)
    }
}

import Testing

@testable import Journal
@testable import JournalTransfer

struct ExportThreadsTests {
    private final class Held: Sendable {}

    /// A snapshot that a thread still retained kept the journal open, with its log, until the program ended.
    @Test func `objects used by the threads are released when these have ended`() {
        for _ in 0..<2000 {
            weak var left: Held?
            do {
                let held = Held()
                left = held
                Export.perform(2) { _ in withExtendedLifetime(held) {} }
            }
            if left != nil { Issue.record("a thread holds it still") }
        }
    }
}

import Testing

@testable import Journal

struct PatientThreadsTests {
    private final class Held: Sendable {}

    /// A snapshot that a thread still held kept the journal open to the end of the program, with its log beside it.
    @Test func `what the threads worked with is held no more when they have ended`() {
        for _ in 0..<2000 {
            weak var left: Held?
            do {
                let held = Held()
                left = held
                PatientThreads.perform(2) { _ in withExtendedLifetime(held) {} }
            }
            if left != nil { Issue.record("a thread holds it still") }
        }
    }
}

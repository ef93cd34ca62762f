import Foundation

/// A value that one thread at a time may use.
///
/// The toolchain's `Mutex` sleeps inside a library that the thread sanitizer does not see into, so that what two threads do
/// one after the other looks unordered to it. `NSLock` is seen.
package final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` with the value while no other thread has it. Not recursive.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

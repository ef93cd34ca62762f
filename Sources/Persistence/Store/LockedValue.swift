import Foundation

/// A value that only one thread at a time can use.
///
/// It uses `NSLock` because the toolchain's `Mutex` waits inside a library that the thread sanitizer does not
/// instrument, so accesses in order would look unordered to it.
package final class LockedValue<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access to the value. Not recursive.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

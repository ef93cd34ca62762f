import Foundation

/// Allows one write transaction of a store at a time. It may end on another thread than it began on.
final class WriteLock: @unchecked Sendable {
    private let condition = NSCondition()
    private var isTaken = false

    /// Waits until no other transaction is open.
    func take() {
        condition.lock()
        while isTaken { condition.wait() }
        isTaken = true
        condition.unlock()
    }

    /// Takes the lock, unless a transaction is open.
    func takeIfFree() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if isTaken { return false }
        isTaken = true
        return true
    }

    func release() {
        condition.lock()
        isTaken = false
        condition.signal()
        condition.unlock()
    }
}

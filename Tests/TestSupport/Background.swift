import Foundation
import Synchronization

/// Work on its own thread, so that it can block without delaying the tests that run beside it.
package final class Background: Sendable {
    private let outcome = Mutex<(any Error)?>(nil)
    private let end = DispatchSemaphore(value: 0)

    package init(_ work: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread { [self] in
            do { try work() } catch { outcome.withLock { $0 = error } }
            end.signal()
        }
    }

    /// Waits for the work to end and returns the error that it threw.
    package func error() -> (any Error)? {
        end.wait()
        return outcome.withLock { $0 }
    }
}

/// A value that one thread passes to another.
package final class Box<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)

    package init() {}

    package var value: Value? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

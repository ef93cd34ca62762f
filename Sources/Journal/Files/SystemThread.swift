import Foundation

/// A thread of the system, which may refuse one: a container limits how many there are, and each needs room for its stack.
package struct SystemThread: @unchecked Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t

    /// Runs `body` on a new thread, which must be waited for.
    /// - Returns: nil where the system gives no thread; `body` was not run then.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        guard let thread = SystemThread.made(work.toOpaque()) else {
            work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for the end of the thread, which holds nothing of what `body` held any more then.
    package func wait() { pthread_join(thread, nil) }

    /// Runs `body` on a new thread that nobody waits for.
    /// - Returns: false where the system gives no thread; `body` was not run then.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = SystemThread(body) else { return false }
        pthread_detach(thread.thread)
        return true
    }

    /// Whether the system gives a thread now. What starts threads of its own, as Dispatch, would wait for one for ever.
    package static var isAvailable: Bool { start {} }

    private static func made(_ work: UnsafeMutableRawPointer) -> pthread_t? {
        #if canImport(Darwin)
            var thread: pthread_t?
            let result = pthread_create(
                &thread, nil,
                { work in
                    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
                    return nil
                }, work)
        #else
            var thread = pthread_t()
            let result = pthread_create(
                &thread, nil,
                { work in
                    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                    return nil
                }, work)
        #endif
        return result == 0 ? thread : nil
    }
}

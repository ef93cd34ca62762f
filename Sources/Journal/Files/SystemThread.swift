import Foundation

/// A POSIX thread. The system may refuse to create one: containers limit their number, and each needs memory for its
/// stack.
package struct SystemThread: @unchecked Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t

    /// Runs `body` on a new thread. Call `wait` for every thread.
    /// - Returns: Nil if the system cannot create a thread; `body` was not run then.
    package init?(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        guard let thread = SystemThread.made(work.toOpaque()) else {
            work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for the thread to end. Everything that `body` held has been released then.
    package func wait() { pthread_join(thread, nil) }

    /// Runs `body` on a new, detached thread.
    /// - Returns: False if the system cannot create a thread; `body` was not run then.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = SystemThread(body) else { return false }
        pthread_detach(thread.thread)
        return true
    }

    /// Whether the system can create a thread now. Dispatch, which creates its own, would wait for one forever.
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

import Foundation

/// A thread of the system, which may refuse one: a container limits how many there are, and each needs room for its stack.
package enum SystemThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread.
    /// - Returns: false where the system gives no thread; `body` was not run then.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let work = Unmanaged.passRetained(Work(body))
        if create(&attributes, work.toOpaque()) { return true }
        work.release()
        return false
    }

    /// Whether the system gives a thread now. What starts threads of its own, as Dispatch, would wait for one for ever.
    package static var isAvailable: Bool { start {} }

    #if canImport(Darwin)
        private static func create(_ attributes: inout pthread_attr_t, _ work: UnsafeMutableRawPointer) -> Bool {
            var thread: pthread_t?
            return pthread_create(
                &thread, &attributes,
                { work in
                    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
                    return nil
                }, work) == 0
        }
    #else
        private static func create(_ attributes: inout pthread_attr_t, _ work: UnsafeMutableRawPointer) -> Bool {
            var thread = pthread_t()
            return pthread_create(
                &thread, &attributes,
                { work in
                    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                    return nil
                }, work) == 0
        }
    #endif
}

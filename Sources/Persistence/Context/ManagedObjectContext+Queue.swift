import Foundation

extension ManagedObjectContext {
    /// How `perform` starts its block.
    public enum ScheduledTaskType: Sendable {
        /// At once when the caller is on the context's queue already.
        case immediate
        /// Behind the blocks that wait already.
        case enqueued
    }

    /// Runs `block` on the context's queue later, in the order of the calls; never inline. Its end is the end of an event:
    /// pending changes are processed, and `objectsDidChange` is posted.
    /// - Precondition: the context has a queue (not `.confinement`).
    public func perform(_ block: @escaping @Sendable () -> Void) {
        work.enqueue { [self] in
            identityMap.clearAway()
            event.performDepth += 1
            block()
            event.performDepth -= 1
            processPendingChanges()
        }
    }

    /// Runs `block` on the context's queue and returns its result, which must be Sendable: never a managed object.
    public nonisolated(nonsending) func perform<T: Sendable>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping @Sendable () throws -> T
    ) async throws -> T {
        if schedule == .immediate, isHeldHere() { return try block() }
        return try await withCheckedThrowingContinuation { continuation in
            perform { continuation.resume(with: Result { try block() }) }
        }
    }

    /// Runs `block` with the right to use the context and waits for it: inline when the caller has that right, behind the
    /// blocks that wait otherwise. Does not process pending changes. Nesting is fine, also across contexts.
    ///
    /// While the caller waits, blocks before its own may use what the caller may use: a child's ask their parent.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        try work.wait {
            identityMap.clearAway()
            return try block()
        }
    }

    /// Traps in debug builds when the caller may not use the context.
    @inline(__always)
    func assertConfined() {
        assert(work.isHeld, ManagedObjectContext.offQueue)
    }

    static var offQueue: String { "The context is used off its queue: use perform or performAndWait." }

    private nonisolated func isHeldHere() -> Bool { work.isHeld }
}

extension ManagedObjectContext: NSLocking {
    /// Waits until no other thread uses the context, and keeps others out until `unlock()`. May be nested.
    ///
    /// While the holder waits in `performAndWait` of another context, the block that it waits for may use this one. Waiting
    /// by other means (a semaphore, `DispatchQueue.sync`) for work that uses this context never ends.
    public func lock() { work.lock() }

    /// Ends the exclusive use that `lock()` or `tryLock()` began.
    /// - Precondition: the calling thread holds the lock.
    public func unlock() { work.unlock() }

    /// Begins exclusive use if nobody has it; returns at once.
    public func tryLock() -> Bool { work.tryLock() }
}

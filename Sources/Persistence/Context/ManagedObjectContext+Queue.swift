import Foundation

extension ManagedObjectContext {
    /// The time at which `perform(schedule:_:)` runs its block.
    public enum ScheduledTaskType: Sendable {
        /// At once, if the caller is already on the context's queue.
        case immediate
        /// After the blocks that are already queued.
        case enqueued
    }

    /// Runs `block` on the context's queue later, in the order of the calls, and never inline.
    ///
    /// When it returns, the event ends: pending changes are processed, and the `didChangeObjectsNotification` is
    /// posted. Call on any thread.
    /// - Precondition: The context has a queue (is not of type `.confinement`).
    public func perform(_ block: @escaping @Sendable () -> Void) {
        work.enqueue { [self] in
            identityMap.removeDeallocated()
            event.performDepth += 1
            block()
            event.performDepth -= 1
            processPendingChanges()
        }
    }

    /// Runs `block` on the context's queue and returns its result, which must be Sendable. A managed object is not. A
    /// block that was queued ends the event like `perform(_:)`; one that runs inline does not.
    ///
    /// ```swift
    /// let context = container.newBackgroundContext()
    /// let rated = try await context.perform {
    ///     let request = Session.fetchRequest()
    ///     request.predicate = Session.rating >= 4
    ///     let sessions = try context.fetch(request)
    ///     for session in sessions { session.notes = "One of the good ones" }
    ///     try context.save()
    ///     return sessions.count
    /// }
    /// ```
    ///
    /// - Throws: the error of `block`.
    /// - Precondition: The context has a queue, unless `schedule` is `.immediate`.
    public nonisolated(nonsending) func perform<T: Sendable, E: Error>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping @Sendable () throws(E) -> T
    ) async throws(E) -> T {
        if schedule == .immediate, let result = inlineResult(of: block) { return try result.get() }
        let result = await withCheckedContinuation { continuation in
            perform { continuation.resume(returning: Result(catching: block)) }
        }
        return try result.get()
    }

    /// Runs `block` with the right to use the context, and waits for it. Runs it inline if the caller has that right,
    /// or if a private-queue context is free; otherwise after the blocks that are already queued.
    ///
    /// Does not process pending changes. Calls can be nested, also across contexts. While the caller waits, the blocks
    /// queued before its own may use every context that the caller may use. For example, a child's block can read
    /// through the parent that the caller is using.
    /// - Throws: the error of `block`.
    /// - Precondition: The context has a queue.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        try work.wait {
            identityMap.removeDeallocated()
            return try block()
        }
    }

    /// Traps in debug builds if the caller may not use the context.
    @inline(__always)
    func assertConfined() {
        assert(work.allowsUse())
    }

    /// The result of `block`, if the caller may use the context; otherwise nil, and the block has not run.
    private nonisolated func inlineResult<T, E: Error>(of block: () throws(E) -> T) -> Result<T, E>? {
        work.isHeld ? work.asInnermost { Result(catching: block) } : nil
    }
}

extension ManagedObjectContext: NSLocking {
    /// Waits until no other thread uses the context, and excludes others until `unlock()`. Can be nested.
    ///
    /// While the holder waits in `performAndWait` of another context, the block that it waits for may use this one. Do
    /// not wait by other means (a semaphore, `DispatchQueue.sync`) for work that uses this context: that deadlocks.
    public func lock() { work.lock() }

    /// Releases the lock that `lock()` or `tryLock()` took.
    /// - Precondition: The calling thread holds the lock.
    public func unlock() { work.unlock() }

    /// Takes the lock if it is free, without waiting.
    /// - Returns: whether the thread now holds the lock.
    public func tryLock() -> Bool { work.tryLock() }
}

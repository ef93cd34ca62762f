import Persistence

/// Runs `body` inside `performAndWait` of all the contexts.
func using<T>(_ contexts: ManagedObjectContext..., run body: () throws -> T) throws -> T {
    try using(contexts[...], body)
}

/// Runs `body` on the queues of several contexts.
func using<T>(_ contexts: ArraySlice<ManagedObjectContext>, _ body: () throws -> T) rethrows -> T {
    guard let first = contexts.first else { return try body() }
    return try first.performAndWait { try using(contexts.dropFirst(), body) }
}

extension ManagedObjectContext {
    /// Runs `body` on the context's queue, or directly for a context without one.
    func onItsQueue(_ body: () throws -> Void) rethrows {
        if concurrencyType == .confinement { try body() } else { try performAndWait(body) }
    }
}

extension ManagedObjectContext {
    /// `perform` without waiting, so that asynchronous functions can call it too.
    func enqueue(_ block: @escaping @Sendable () -> Void) { perform(block) }
}

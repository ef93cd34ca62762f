import Synchronization

/// How far an export is.
package struct ExportProgress: Equatable, Sendable {
    /// How many entries were written.
    package let done: Int
    /// How many there are, where that is known.
    package let total: Int?

    package init(done: Int, total: Int?) {
        (self.done, self.total) = (done, total)
    }
}

/// Tells a running job from any thread to stop.
package final class CancelToken: Sendable {
    private let flag = Atomic(false)

    package init() {}

    /// Whether the job is to stop.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// - Throws: `CancellationError` where the job is to stop.
    func requireGoingOn() throws(CancellationError) { if isCancelled { throw CancellationError() } }

    /// Stops the job; it ends soon, and not at once.
    package func cancel() { flag.store(true, ordering: .relaxed) }
}

/// Lets something happen at most ten times a second.
struct Throttle {
    private var last: UInt64?
    private static let interval: UInt64 = 100_000_000

    /// Whether it may happen at `now`, in nanoseconds of a clock that does not go back; if so, it did.
    mutating func allows(at now: UInt64) -> Bool {
        if let last, now &- last < Throttle.interval { return false }
        last = now
        return true
    }
}

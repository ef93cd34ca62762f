import Synchronization

/// Asks a running job to stop, from any thread.
package final class CancelToken: Sendable {
    private let flag = Atomic(false)

    package init() {}

    /// Whether the job should stop.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// - Throws: `CancellationError` if the job should stop.
    func check() throws(CancellationError) { if isCancelled { throw CancellationError() } }

    /// Asks the job to stop. It ends soon, not immediately.
    package func cancel() { flag.store(true, ordering: .relaxed) }
}

import Foundation
import JournalTransfer

/// How far a job is. The job's thread writes it, and the main thread reads it and waits for it. All of it is guarded by
/// one lock.
final class JobState: @unchecked Sendable {
    /// What is known about a job at one moment.
    struct Values {
        var progress: ExportProgress
        /// Whether later saves do not affect the job any more.
        var hasStarted = false
        /// The result, or nil while the job runs.
        var end: Job.End?
    }

    // LockedValue by the condition.
    private var values: Values
    private let condition = NSCondition()

    /// - Parameter total: The number of sessions to write, if known.
    init(total: Int?) { values = Values(progress: ExportProgress(done: 0, total: total)) }

    var current: Values { condition.withLock { values } }

    // MARK: The job's thread

    /// Reports that later saves do not affect the job any more.
    func start() { change { $0.hasStarted = true } }

    func report(_ progress: ExportProgress) { change { $0.progress = progress } }

    func end(with end: Job.End) { change { $0.end = end } }

    // MARK: Waiting

    func waitForStart() { condition.withLock { while !values.hasStarted, values.end == nil { condition.wait() } } }

    /// Waits for the end, for the limit, or until `given` is cancelled and `wake` called.
    /// - Parameter show: Called with the progress whenever it changes.
    func waitForEnd(
        unless given: CancelToken? = nil, until limit: Date? = nil,
        showing show: (ExportProgress) -> Void = { _ in }
    ) {
        var shown: ExportProgress?
        while let progress = progress(after: shown, unless: given, until: limit) {
            show(progress)
            shown = progress
        }
    }

    /// Lets a waiting thread look at its token.
    func wake() { condition.withLock { condition.broadcast() } }

    /// The next progress; nil if the wait is over.
    private func progress(
        after shown: ExportProgress?, unless given: CancelToken?, until limit: Date?
    ) -> ExportProgress? {
        condition.withLock {
            while values.end == nil, given?.isCancelled != true {
                if values.progress != shown { return values.progress }
                if !wait(until: limit) { return nil }
            }
            return nil
        }
    }

    /// Waits for a change. Returns false at the limit. The condition cannot wait until the distant future.
    private func wait(until limit: Date?) -> Bool {
        if let limit { return condition.wait(until: limit) }
        condition.wait()
        return true
    }

    private func change(_ change: (inout Values) -> Void) {
        condition.withLock {
            change(&values)
            condition.broadcast()
        }
    }
}

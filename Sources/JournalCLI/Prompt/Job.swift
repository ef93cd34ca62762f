import Foundation
import Journal
import JournalTransfer

/// An export or an exchange in the background: a thread that runs a function, and the state that the function reports.
///
/// Use it on the main thread. If the system cannot create a thread, the work is done before `init` returns.
struct Job {
    /// The result of a job.
    enum End: Sendable {
        case exported(Int, to: String)
        /// The messages of the exchange.
        case exchanged(String)
        case exchangeFailed(String)
        case cancelled
        case failed(ExportError)
    }

    /// The number after `%`.
    let number: Int
    /// The path of the file that an export writes; nil for an exchange.
    let file: String?
    /// The file of the journal it reads.
    let journal: URL
    /// The position of its command in a script.
    let place: String?
    private let state: JobState
    private let stop: @Sendable () -> Void
    private let thread: SystemThread?

    /// Starts the work. Returns once later saves do not affect it.
    init(number: Int, _ work: JobWork, place: String?) {
        let state = JobState(total: work.total)
        (self.number, self.place, self.state) = (number, place, state)
        (file, journal, stop) = (work.file, work.journal, work.stop)
        let run = { @Sendable [run = work.run] in state.end(with: run(state)) }
        thread = SystemThread(run)
        if thread == nil { run() }
        state.waitForStart()
    }

    /// The result, or nil while the job runs.
    var end: End? { state.current.end }
    /// How far it is.
    var progress: ExportProgress { state.current.progress }

    /// Asks the job to stop, which it does soon.
    func cancel() { if end == nil { stop() } }

    /// Waits for the end of the job.
    /// - Parameter show: Called with the progress whenever it changes.
    /// - Throws: `.interrupted` if a signal ends the wait. The job continues.
    func wait(_ interruption: Interruption, showing show: (ExportProgress) -> Void = { _ in }) throws {
        let given = CancelToken()
        let giveUp = { @Sendable [state] in
            given.cancel()
            state.wake()
        }
        try interruption.cancelling(target: nil, giveUp) {
            if end != nil { return }
            if let signal = interruption.interrupt { throw Refusal.interrupted(signal: signal) }
            state.waitForEnd(unless: given, showing: show)
            if given.isCancelled { throw CancellationError() }
        }
    }

    /// Waits for the end of the job, but not longer than until `limit`.
    func wait(until limit: Date) { state.waitForEnd(until: limit) }

    /// Waits for the thread. Everything that the work held has been released then.
    func close() { thread?.wait() }
}

/// The jobs of the prompt or a script. Use it on the main thread.
final class JobList {
    /// The time in seconds that cancelled jobs have to remove their files.
    private static let grace = 2.0
    /// The jobs whose end has not been reported, by number.
    private(set) var all: [Job] = []
    private var count = 0

    /// Starts a job with the next number.
    func start(_ work: JobWork, place: String?) -> Job {
        count += 1
        let job = Job(number: count, work, place: place)
        all.append(job)
        return job
    }

    var running: [Job] { all.filter { $0.end == nil } }

    /// The job with this number, if its end has not been reported.
    func job(_ number: Int) -> Job? { all.first { $0.number == number } }

    /// Removes and returns the jobs that have ended.
    func takeEnded() -> [Job] {
        let ended = all.filter { $0.end != nil }
        for job in ended { remove(job) }
        return ended
    }

    /// Removes a job that has ended.
    func remove(_ job: Job) {
        job.close()
        all.removeAll { $0.number == job.number }
    }

    func cancelAll() { for job in all { job.cancel() } }

    /// Cancels all jobs and waits a moment while they remove their files.
    func stop() {
        cancelAll()
        let limit = Date(timeIntervalSinceNow: JobList.grace)
        for job in all { job.wait(until: limit) }
    }
}

import Foundation
import Journal
import JournalTransfer
import Synchronization

/// An export or an exchange in the background.
///
/// An export runs on its own thread, or in the foreground if none can be created, and reads a snapshot of the journal
/// from the time it started. An exchange is another run of the program, so that what it brings is announced as another
/// terminal's saves are. Usable on any thread.
final class Job: Sendable {
    /// The result of a job.
    enum End: Sendable {
        case exported(Int)
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
    /// The position of its command in a script.
    let place: String?
    /// The file of the journal it reads.
    let journal: URL
    private let token = CancelToken()
    private let progress: Mutex<ExportProgress>
    private let ending = Mutex<End?>(nil)
    private let finished = NSCondition()
    private let thread = Mutex<SystemThread?>(nil)
    private let exchange = Mutex<BackgroundRun?>(nil)

    init(number: Int, _ export: Export, place: String?) {
        self.number = number
        self.place = place
        (file, journal) = (export.file.path, export.journal)
        progress = Mutex(ExportProgress(done: 0, total: export.total))
    }

    /// An exchange of a journal.
    init(number: Int, of journal: URL, place: String?) {
        (self.number, self.place, self.journal, file) = (number, place, journal, nil)
        progress = Mutex(ExportProgress(done: 0, total: nil))
    }

    /// The result, or nil while the job runs.
    var end: End? { ending.withLock { $0 } }
    /// The progress.
    var state: ExportProgress { progress.withLock { $0 } }

    /// Asks the job to stop, which it does soon.
    func cancel() {
        token.cancel()
        exchange.withLock { $0?.cancel() }
    }

    /// Starts the export. Returns once later saves do not affect it.
    func start(_ export: Export) {
        let began = DispatchSemaphore(value: 0)
        let work = { @Sendable [self] in
            finish(run(export) { began.signal() })
            _ = began.signal()
        }
        let started = SystemThread(work)
        if started == nil { work() }
        thread.withLock { $0 = started }
        began.wait()
    }

    /// Starts an exchange.
    /// - Returns: Whether the system allowed that.
    func startExchange() -> Bool {
        guard let run = BackgroundRun.start(["sync", "--no-input", "--store", journal.path]) else { return false }
        exchange.withLock { $0 = run }
        let work = { @Sendable [self] in
            let (code, text) = run.outcome()
            exchange.withLock { $0 = nil }
            if token.isCancelled { return finish(.cancelled) }
            let isDone = code == ExitCode.done.number || code == ExitCode.conflict.number
            finish(isDone ? .exchanged(text) : .exchangeFailed(text))
        }
        let started = SystemThread(work)
        if started == nil { work() }
        thread.withLock { $0 = started }
        return true
    }

    /// Releases the journal after the job has ended.
    func close() { thread.withLock { $0.take() }?.wait() }

    /// Waits for the end of the job, or until `isGivenUp` returns true.
    /// - Parameter isGivenUp: Called several times a second.
    func wait(progress show: ((ExportProgress) -> Void)? = nil, isGivenUp: () -> Bool) {
        finished.lock()
        defer { finished.unlock() }
        while end == nil, !isGivenUp() {
            show?(state)
            _ = finished.wait(until: Date(timeIntervalSinceNow: 0.05))
        }
    }

    private func run(_ export: Export, began: @escaping @Sendable () -> Void) -> End {
        do throws(ExportError) {
            return .exported(
                try export.run(
                    cancel: token, began: began, progress: { [self] state in progress.withLock { $0 = state } }))
        } catch {
            if case .cancelled = error { return .cancelled }
            return .failed(error)
        }
    }

    private func finish(_ end: End) {
        ending.withLock { $0 = end }
        finished.lock()
        finished.broadcast()
        finished.unlock()
    }
}

/// The jobs of the prompt or a script. Use it on the main thread.
final class JobList {
    /// The time that cancelled jobs have to remove their files.
    private static let grace = Duration.seconds(2)
    /// The jobs whose end has not been reported, by number.
    private(set) var all: [Job] = []
    private var count = 0

    /// Creates a job with the next number.
    func make(_ export: Export, place: String?) -> Job {
        count += 1
        let job = Job(number: count, export, place: place)
        all.append(job)
        return job
    }

    /// Creates a job that exchanges a journal, with the next number.
    func make(exchangeOf journal: URL, place: String?) -> Job {
        count += 1
        let job = Job(number: count, of: journal, place: place)
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

    /// Removes a job whose end has been reported.
    func remove(_ job: Job) {
        job.close()
        all.removeAll { $0 === job }
    }

    func cancelAll() { for job in all { job.cancel() } }

    /// Cancels all jobs and waits a moment while they remove their files.
    func stop() {
        cancelAll()
        let limit = ContinuousClock.now + JobList.grace
        for job in all { job.wait { ContinuousClock.now > limit } }
    }
}

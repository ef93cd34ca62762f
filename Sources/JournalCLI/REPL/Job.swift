import Foundation
import Journal
import SurfLanguage
import Synchronization

/// An export that runs in the background, on a thread of its own; in the foreground where the system gives no thread.
///
/// Any thread; it sees the journal as it was when it began.
final class Job: Sendable {
    /// How a job ended.
    enum End: Sendable {
        case exported(Int)
        case cancelled
        case failed(ExportError)
    }

    /// The number behind `%`.
    let number: Int
    /// What it writes.
    let path: String
    /// Where it was begun in a script.
    let place: String?
    /// The file of the journal that it reads.
    let journal: URL
    private let token = CancelToken()
    private let progress: Mutex<ExportProgress>
    private let ending = Mutex<End?>(nil)
    private let finished = NSCondition()
    private let thread = Mutex<SystemThread?>(nil)

    init(number: Int, path: String, total: Int, place: String?, journal: URL) {
        self.number = number
        self.path = path
        self.place = place
        self.journal = journal
        progress = Mutex(ExportProgress(done: 0, total: total))
    }

    /// How it ended; nil while it runs.
    var end: End? { ending.withLock { $0 } }
    /// How far it is.
    var state: ExportProgress { progress.withLock { $0 } }

    /// Tells it to stop; it ends soon.
    func cancel() { token.cancel() }

    /// Begins to export; returns when the state that is exported is settled.
    func start(_ exporter: Exporter, _ reading: SnapshotReading, fields: [EntryField], to file: OutputFile) {
        let began = DispatchSemaphore(value: 0)
        let work = { @Sendable [self] in
            finish(export(exporter, reading, fields, file) { began.signal() })
            _ = began.signal()
        }
        let started = SystemThread(work)
        if started == nil { work() }
        thread.withLock { $0 = started }
        began.wait()
    }

    /// Lets go of the journal, once it has ended.
    func close() { thread.withLock { $0.take() }?.wait() }

    /// Waits for the end, or until it is given up.
    /// - Parameter isGivenUp: asked some times a second.
    func wait(progress show: ((ExportProgress) -> Void)? = nil, isGivenUp: () -> Bool) {
        finished.lock()
        defer { finished.unlock() }
        while end == nil, !isGivenUp() {
            show?(state)
            _ = finished.wait(until: Date(timeIntervalSinceNow: 0.05))
        }
    }

    private func export(
        _ exporter: Exporter, _ reading: SnapshotReading, _ fields: [EntryField], _ file: OutputFile,
        began: @escaping @Sendable () -> Void
    ) -> End {
        do throws(ExportError) {
            return .exported(
                try exporter.export(
                    reading, fields: fields, to: file, cancel: token, total: state.total, began: began,
                    progress: { [self] state in progress.withLock { $0 = state } }))
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

/// The jobs of a session. Use on the main thread.
final class JobList {
    /// How long cancelled jobs may take to take their files away.
    private static let grace = Duration.seconds(2)
    /// The jobs whose end was not told yet, by number.
    private(set) var all: [Job] = []
    private var count = 0

    /// Makes a job with the next number.
    func make(path: String, total: Int, place: String?, journal: URL) -> Job {
        count += 1
        let job = Job(number: count, path: path, total: total, place: place, journal: journal)
        all.append(job)
        return job
    }

    var running: [Job] { all.filter { $0.end == nil } }

    /// The job with a number that has not ended, or whose end was not told.
    func job(_ number: Int) -> Job? { all.first { $0.number == number } }

    /// The jobs that ended since; each is given once.
    func takeEnded() -> [Job] {
        let ended = all.filter { $0.end != nil }
        for job in ended { remove(job) }
        return ended
    }

    /// Takes one off, as its end was told.
    func remove(_ job: Job) {
        job.close()
        all.removeAll { $0 === job }
    }

    func cancelAll() { for job in all { job.cancel() } }

    /// Cancels all, and gives them a moment to take their files away.
    func stop() {
        cancelAll()
        let limit = ContinuousClock.now + JobList.grace
        for job in all { job.wait { ContinuousClock.now > limit } }
    }
}

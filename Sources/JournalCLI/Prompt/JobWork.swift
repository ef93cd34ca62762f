import Foundation
import Journal
import JournalTransfer

/// What a job does: a function that runs on a thread of its own, and how to stop it.
struct JobWork: Sendable {
    /// The path of the file that it writes, if any.
    let file: String?
    /// The file of the journal it reads.
    let journal: URL
    /// The number of sessions it writes, if known.
    let total: Int?
    /// Does the work, and reports its start and its progress.
    let run: @Sendable (JobState) -> Job.End
    /// Asks the work to end soon. Called on any thread.
    let stop: @Sendable () -> Void
}

extension JobWork {
    /// An export. It reads a snapshot of the journal from the time it started.
    static func export(_ export: Export) -> JobWork {
        let (token, file) = (CancelToken(), export.file.path)
        return JobWork(file: file, journal: export.journal, total: export.total) { state in
            do throws(ExportError) {
                let count = try export.run(cancel: token, began: { state.start() }, progress: { state.report($0) })
                return .exported(count, to: file)
            } catch {
                if case .cancelled = error { return .cancelled }
                return .failed(error)
            }
        } stop: {
            token.cancel()
        }
    }

    /// An exchange of a journal: another run of the program, so that what it brings is announced as another terminal's
    /// saves are. Starts that run; nil if the system does not allow it.
    static func exchange(of journal: URL) -> JobWork? {
        guard let other = BackgroundRun.start(["sync", "--no-input", "--store", journal.path]) else { return nil }
        let token = CancelToken()
        return JobWork(file: nil, journal: journal, total: nil) { state in
            state.start()
            let (code, text) = other.outcome()
            if token.isCancelled { return .cancelled }
            let isDone = code == ExitCode.done.number || code == ExitCode.conflict.number
            return isDone ? .exchanged(text) : .exchangeFailed(text)
        } stop: {
            token.cancel()
            other.cancel()
        }
    }
}

import Journal
import SurfLanguage

/// Texts about exports in the background.
extension Messages {
    static func started(_ job: Job) -> String {
        "Job %\(job.number) is exporting to \(job.path). 'jobs' shows its progress."
    }

    static func progress(_ job: Job) -> String {
        let state = job.state
        let share = state.total.map { $0 > 0 ? ", \(min(100, state.done * 100 / $0))%" : "" } ?? ""
        let total = state.total.map { " of \(grouped($0))" } ?? ""
        return
            "%\(job.number)  \(word(job.end))  \(grouped(state.done))\(total)\(share)  \(TerminalSafe.text(job.path))"
    }

    /// A job's state in one word.
    static func word(_ end: Job.End?) -> String {
        switch end {
        case nil: "running"
        case .exported?: "done"
        case .cancelled?: "cancelled"
        case .failed?: "failed"
        }
    }

    static func ended(_ job: Job) -> String {
        switch job.end {
        case nil: "Job %\(job.number) is running."
        case .exported(let count)?: "Job %\(job.number) is done: \(lowercased(exported(count, to: job.path)))"
        case .cancelled?: "Job %\(job.number) was cancelled. \(job.path) was not changed."
        case .failed(let error)?: "Job %\(job.number) failed: \(Refusal(error).line ?? "its reader has gone.")"
        }
    }

    static let noJobs = "No jobs are running."

    static func askJobs(_ count: Int) -> String {
        let jobs = count == 1 ? "1 export is" : "\(count) exports are"
        return "\(jobs) still running. [w]ait, [c]ancel, or [s]tay? "
    }

    private static func lowercased(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}

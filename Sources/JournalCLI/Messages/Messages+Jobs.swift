import Journal

/// Texts about exports and exchanges in the background.
extension Messages {
    static func progress(_ job: Job) -> String {
        guard let file = job.file else { return "%\(job.number)  \(word(job.end))  sync" }
        let state = job.progress
        let share = state.total.map { $0 > 0 ? ", \(min(100, state.done * 100 / $0))%" : "" } ?? ""
        let total = state.total.map { " of \(grouped($0))" } ?? ""
        return
            "%\(job.number)  \(word(job.end))  \(grouped(state.done))\(total)\(share)  \(TerminalSafe.text(file))"
    }

    /// A job's state in one word.
    static func word(_ end: Job.End?) -> String {
        switch end {
        case nil: "running"
        case .exported?, .exchanged?: "done"
        case .cancelled?: "cancelled"
        case .failed?, .exchangeFailed?: "failed"
        }
    }

    static func ended(_ job: Job) -> String {
        switch job.end {
        case nil: "Job %\(job.number) is running."
        case .exported(let count, let file)?: "Job %\(job.number) is done: \(lowercased(exported(count, to: file)))"
        case .exchanged(let text)?: "Job %\(job.number) is done: \(lowercased(oneLine(text)))"
        case .exchangeFailed(let text)?: "Job %\(job.number) failed: \(oneLine(text))"
        case .cancelled?: "Job %\(job.number) was cancelled.\(job.file.map { " \($0) was not changed." } ?? "")"
        case .failed(let error)?: "Job %\(job.number) failed: \(Refusal(error).line ?? "its reader has gone.")"
        }
    }

    static let noJobs = "No jobs are running."

    /// Messages of another run on one line, without the program's name.
    private static func oneLine(_ text: String) -> String {
        let name = "surfjournal: "
        return text.split(whereSeparator: \.isNewline)
            .map { $0.hasPrefix(name) ? String($0.dropFirst(name.count)) : String($0) }.joined(separator: " ")
    }

    private static func lowercased(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}

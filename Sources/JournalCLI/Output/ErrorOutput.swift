import Journal

/// Tells errors.
struct ErrorOutput {
    let console: Console
    let text: EntryText

    /// Tells an error on standard error, with a conflict's values before it; returns its exit code.
    func tell(_ error: any Error) -> ExitCode {
        try? console.flush()
        let report = Sentences.report(error)
        guard let line = report.line else { return report.code }
        if case Complaint.conflict(let conflict, _) = error, !conflict.fields.isEmpty {
            for line in text.table(conflict).fitted(to: nil).lines { console.remark(line) }
        }
        if report.isPlain {
            console.errors.line(line)
        } else {
            console.errors.line("surfjournal: " + Harmless.text(line))
        }
        return report.code
    }
}

import Journal

/// Tells errors.
struct ErrorOutput {
    let console: Console
    let text: EntryText
    /// Where the command stands in a script, as `stdin:3`.
    var place: String?

    /// Tells an error on standard error, with a conflict's values before it; returns its exit code.
    func tell(_ error: any Error) -> ExitCode {
        try? console.flush()
        var report = Sentences.report(error)
        if place != nil { report.line = report.line.map(Sentences.withoutNothingChanged) }
        guard let line = report.line else { return report.code }
        if let table = table(error) { console.show(table.fitted(to: console.remarkWidth).lines) }
        if report.isPlain {
            console.errors.line(console.isSession ? console.shown(line) : line)
        } else {
            console.errors.line(console.shown("surfjournal: " + (place.map { $0 + ": " } ?? "") + line))
        }
        return report.code
    }

    /// The values of a conflict; nil for another error, or where none is known.
    private func table(_ error: any Error) -> Table? {
        switch error as? Complaint {
        case .conflict(let conflict, _)? where !conflict.fields.isEmpty: text.table(conflict)
        case .undoConflict(let conflict, _)? where !conflict.fields.isEmpty:
            text.table(conflict, began: "after the command", yours: "taken back")
        default: nil
        }
    }
}

import Journal

/// Reports errors.
struct ErrorOutput {
    let console: Console
    let text: EntryText
    /// The command's position in a script, such as `stdin:3`.
    var place: String?

    /// Prints an error on standard error, after the values of a conflict. Returns its exit code.
    func report(_ error: any Error) -> ExitCode {
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

    /// The values of a conflict. Nil for other errors, or if no value is known.
    private func table(_ error: any Error) -> Table? {
        switch error as? Complaint {
        case .conflict(let conflict, _)? where !conflict.fields.isEmpty: text.table(conflict)
        case .undoConflict(let conflict, _)? where !conflict.fields.isEmpty:
            text.table(conflict, began: "after the command", yours: "undone")
        default: nil
        }
    }
}

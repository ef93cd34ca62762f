import Journal

/// Reports errors.
struct ErrorOutput {
    let console: Console
    let text: EntryText
    /// The command's position in a script, such as `stdin:3`.
    var place: String?
    /// Whether the command only reads, so that nobody wonders what was changed.
    var onlyReads = false

    /// Prints an error on standard error, after the values of a conflict. Returns its exit code.
    func report(_ error: any Error) -> ExitCode {
        try? console.flush()
        let refusal = Refusal(error)
        guard let line = place == nil && !onlyReads ? refusal.line : refusal.lineAmongOthers else {
            return refusal.code
        }
        if let conflict = refusal.conflict, !conflict.report.fields.isEmpty {
            console.show(text.table(conflict).fitted(to: console.remarkWidth).lines)
        }
        if refusal.isNote {
            console.errors.line(console.isSession ? console.shown(line) : line)
        } else {
            console.errors.line(console.shown("surfjournal: " + (place.map { $0 + ": " } ?? "") + line))
        }
        return refusal.code
    }
}

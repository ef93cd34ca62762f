import Journal

/// The choices shown below the edited line, in columns or one per row with its note.
enum ChoiceList {
    /// The rows for a screen of `columns` columns. The last row counts the choices that did not fit.
    static func rows(_ choices: [CompletionCandidate], columns: Int, maxRows: Int) -> [String] {
        let shown = choices.map { TerminalSafe.text($0.value) }
        if choices.contains(where: { $0.note != nil }) { return noted(choices, shown, columns, maxRows) }
        let cell = (shown.map { DisplayWidth.of($0) }.max() ?? 0) + 2
        let across = max(1, (columns + 1) / cell)
        let all = (shown.count + across - 1) / across
        let rows = min(all, maxRows)
        let taken = rows < all ? rows * across : shown.count
        let lines = (0..<rows).map { row in
            let cells = stride(from: row, to: taken, by: rows).map { shown[$0] }
            let padded = cells.dropLast().map { DisplayWidth.padded($0, to: cell) }.joined() + (cells.last ?? "")
            return DisplayWidth.truncated(padded, to: columns)
        }
        return lines + more(shown.count - taken)
    }

    private static func noted(
        _ choices: [CompletionCandidate], _ shown: [String], _ columns: Int, _ maxRows: Int
    ) -> [String] {
        let width = shown.prefix(maxRows).map { DisplayWidth.of($0) }.max() ?? 0
        let lines = zip(shown, choices).prefix(maxRows).map { name, choice in
            guard let note = choice.note else { return DisplayWidth.truncated(name, to: columns) }
            return DisplayWidth.truncated(
                DisplayWidth.padded(name, to: width + 2) + TerminalSafe.text(note), to: columns)
        }
        return lines + more(choices.count - lines.count)
    }

    private static func more(_ count: Int) -> [String] { count > 0 ? ["... and \(Messages.grouped(count)) more."] : [] }
}

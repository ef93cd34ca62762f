extension TerminalLineSource {
    /// The largest number of rows of choices shown.
    private static let maxRows = 20

    /// Completes the word before the cursor, or lists the choices.
    func complete(_ editor: EditLine) -> EditLine.Effect {
        let (line, cursor) = editor.line
        let typed = Array(line[..<cursor])
        guard let completion = completer.completion(of: substitutes.text(of: typed), prompt.completion) else {
            return .beep
        }
        if let replacement = completion.replacement {
            editor.replace(count(of: typed, from: completion.start), with: scalars(replacement))
            return .refresh
        }
        list(completion.choices)
        return .refresh
    }

    /// The number of the editor's scalars from a position that is given in UTF-8 bytes of the text.
    private func count(of typed: [Unicode.Scalar], from start: Int) -> Int {
        var bytes = 0
        for (index, scalar) in typed.enumerated() {
            if bytes >= start { return typed.count - index }
            bytes += substitutes.text(of: [scalar]).utf8.count
        }
        return 0
    }

    private func list(_ choices: [CompletionCandidate]) {
        draw()
        let rows = ChoiceList.rows(choices, columns: screen.size.columns, maxRows: TerminalLineSource.maxRows)
        screen.show(drawing.leave() + rows.map { $0 + "\r\n" }.joined())
    }
}

import Foundation

extension TerminalLineSource: EditLineDelegate {
    var promptScalars: [Unicode.Scalar] { scalars(prompt.text) }

    func nextKey() -> Unicode.Scalar? {
        if insertion != nil { return EditLine.applyKey }
        switch keys.next() {
        case .end: return nil
        case .control(let scalar): return scalar
        case .paste(let text): return insert(pasted: text)
        case .character(let character): return insert(character)
        }
    }

    func perform(_ action: EditLine.Action) -> EditLine.Effect {
        guard let editor else { return .beep }
        switch action {
        case .interrupt: return interrupt(editor)
        case .suspend: return suspend(editor)
        case .complete: return complete(editor)
        case .apply: return apply(editor)
        }
    }

    // MARK: Typing

    /// A paste as one insertion, with plain newlines.
    private func insert(pasted text: String) -> Unicode.Scalar? {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        insertion = (0, scalars(lines.joined(separator: "\n")))
        return EditLine.applyKey
    }

    /// The editor's scalar for a character; what belongs to the character before it, such as an accent that comes alone,
    /// replaces that by both.
    private func insert(_ character: Character) -> Unicode.Scalar? {
        if let first = character.unicodeScalars.first, first.value >= 0x300, let editor {
            let (scalars, cursor) = editor.line
            if cursor > 0, let both = joined(scalars[cursor - 1], character) {
                insertion = (1, [standIns.scalar(for: both)])
                return EditLine.applyKey
            }
        }
        return standIns.scalar(for: character)
    }

    private func joined(_ scalar: Unicode.Scalar, _ character: Character) -> Character? {
        let both = standIns.text(of: [scalar]) + String(character)
        return both.count == 1 ? Character(both) : nil
    }

    private func apply(_ editor: EditLine) -> EditLine.Effect {
        guard let change = insertion else { return .beep }
        insertion = nil
        editor.replace(change.replacing, with: change.scalars)
        return .changed
    }

    // MARK: Ctrl-C and Ctrl-Z

    private func interrupt(_ editor: EditLine) -> EditLine.Effect {
        ending = .interrupted
        insertion = nil
        screen.show(toBelowLine(editor))
        return .end
    }

    private func suspend(_ editor: EditLine) -> EditLine.Effect {
        screen.show(toBelowLine(editor) + TerminalLineSource.pasteOff)
        editor.prepareTerminal(false)
        isStopExpected = true
        kill(0, SIGTSTP)
        goOn(editor)
        return .done
    }

    /// Draws the line anew after a stop, the cursor being below what the shell wrote.
    func goOn(_ editor: EditLine) {
        editor.prepareTerminal(false)
        editor.prepareTerminal(true)
        screen.show(TerminalLineSource.pasteOn)
        editor.resize()
    }

    // MARK: Places on the screen

    /// Where the cursor and the line's end are, on a terminal with so many columns.
    func positions(_ editor: EditLine, columns: Int) -> (cursor: LineLayout.Position, end: LineLayout.Position) {
        var layout = LineLayout(columns: columns)
        let (line, cursor) = editor.line
        for scalar in promptScalars { layout.add(width: width(scalar)) }
        for scalar in line[..<cursor] { layout.add(width: width(scalar)) }
        let position = layout.end
        for scalar in line[cursor...] { layout.add(width: width(scalar)) }
        return (position, layout.end)
    }

    /// What moves the cursor to the row below the line.
    func toBelowLine(_ editor: EditLine) -> String {
        let (cursor, end) = positions(editor, columns: screen.columns)
        return String(repeating: "\n", count: end.row - cursor.row) + "\r\n"
    }

    /// What moves the cursor to where the prompt begins, and clears all from there on.
    func toStartOfLine(_ editor: EditLine) -> String {
        let row = positions(editor, columns: screen.columns).cursor.row
        return "\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J"
    }

    /// A control is shown as `^X`.
    private func width(_ scalar: Unicode.Scalar) -> Int {
        scalar.value < 0x20 || scalar.value == 0x7F ? 2 : DisplayWidth.of(standIns.glyph(of: scalar))
    }
}

import Foundation

extension TerminalLineSource: EditLineDelegate {
    func nextKey() -> Unicode.Scalar? {
        if insertion != nil { return EditLine.applyKey }
        if !keys.hasInput { draw() }
        let key = keys.next()
        if isOffer, key == .control("\u{04}") {
            ending = .endOfInput
            return nil
        }
        defer { isOffer = isOffer && TerminalLineSource.leavesLine(key) }
        switch key {
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
        case .clear: return clear()
        case .apply: return apply(editor)
        }
    }

    // MARK: Typing

    /// Inserts a paste as a whole, with newlines as LF.
    private func insert(pasted text: String) -> Unicode.Scalar? {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        insertion = (offeredCount, scalars(lines.joined(separator: "\n")))
        return EditLine.applyKey
    }

    /// The number of scalars that the next key replaces: all of an offered text, because the cursor is at its end.
    private var offeredCount: Int { isOffer ? editor?.line.cursor ?? 0 : 0 }

    /// Whether the key leaves the line unchanged: Ctrl-L and Ctrl-Z.
    private static func leavesLine(_ key: TypedKey) -> Bool { [.control("\u{0C}"), .control("\u{1A}")].contains(key) }

    /// The editor's scalar for a character. A character that combines with the previous one, such as a separate accent,
    /// replaces it by both.
    private func insert(_ character: Character) -> Unicode.Scalar? {
        if offeredCount > 0 {
            insertion = (offeredCount, [substitutes.scalar(for: character)])
            return EditLine.applyKey
        }
        if let first = character.unicodeScalars.first, first.value >= 0x300, let editor {
            let (scalars, cursor) = editor.line
            if cursor > 0, let both = joined(scalars[cursor - 1], character) {
                insertion = (1, [substitutes.scalar(for: both)])
                return EditLine.applyKey
            }
        }
        return substitutes.scalar(for: character)
    }

    private func joined(_ scalar: Unicode.Scalar, _ character: Character) -> Character? {
        let both = substitutes.text(of: [scalar]) + String(character)
        return both.count == 1 ? Character(both) : nil
    }

    private func apply(_ editor: EditLine) -> EditLine.Effect {
        guard let change = insertion else { return .beep }
        insertion = nil
        editor.replace(change.replacing, with: change.scalars)
        return .refresh
    }

    // MARK: Ctrl-C and Ctrl-Z

    private func interrupt(_ editor: EditLine) -> EditLine.Effect {
        ending = .interrupted
        insertion = nil
        draw()
        return .end
    }

    private func suspend(_ editor: EditLine) -> EditLine.Effect {
        draw()
        screen.show(drawing.leave() + TerminalLineSource.pasteOff)
        editor.prepareTerminal(false)
        isStopExpected = true
        kill(0, SIGTSTP)
        resume(editor)
        return .refresh
    }

    /// Prepares the terminal after a stop. The line is drawn again below the shell's output.
    func resume(_ editor: EditLine) {
        editor.prepareTerminal(false)
        editor.prepareTerminal(true)
        editor.resize()
        screen.show(TerminalLineSource.pasteOn)
        drawing = LineDrawing()
    }

    // MARK: The screen

    /// Draws the current line.
    func draw() {
        guard let editor else { return }
        let (scalars, cursor) = editor.line
        draw(scalars, cursor: cursor)
    }

    func draw(_ scalars: [Unicode.Scalar], cursor: Int) {
        let (columns, rows) = screen.size
        let glyphs = promptGlyphs + scalars.map(glyph)
        screen.show(drawing.show(glyphs, cursor: promptGlyphs.count + cursor, columns: columns, rows: rows))
    }

    private func clear() -> EditLine.Effect {
        screen.show("\u{1B}[H\u{1B}[2J")
        drawing = LineDrawing()
        return .refresh
    }

    /// The glyph of one of the editor's scalars. The editor appends a search text to the line on a row of its own.
    private func glyph(_ scalar: Unicode.Scalar) -> LineGlyph {
        if scalar == "\n" { return .newRow }
        if scalar.value < 0x20 || scalar.value == 0x7F { return LineGlyph(control: scalar) }
        return LineGlyph(substitutes.text(of: scalar))
    }
}

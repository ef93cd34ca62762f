import Foundation
import Journal

/// The lines that a person edits on a terminal.
///
/// The keys are those of emacs, or of vi if `~/.editrc` says so. Tab completes. Lines of prompts that keep a history
/// can be recalled and searched, also at later prompts. Pasted text waits for Enter; its lines are then read one by
/// one as commands, and never answer a question between them. On a terminal that cannot move its cursor, whole lines are read as the terminal sends them, and only the prompt
/// is written.
///
/// Use it on the main thread.
final class TerminalLineSource: LineSource {
    /// The number of lines in the history.
    static let historySize = 1000

    let input: Int32 = STDIN_FILENO
    let screen: TerminalScreen
    let signals = PromptSignals()
    private let interruption: Interruption
    private let history: LineHistory
    let completer: any LineCompleter

    var substitutes = CharacterSubstitutes()
    var drawing = LineDrawing()
    private(set) var editor: EditLine?
    var keys: TypedKeyReader
    /// The current prompt.
    private(set) var prompt = LinePrompt(text: "")
    private(set) var promptGlyphs: [LineGlyph] = []
    /// How the edited line ended, if not by Enter.
    var ending: LineEvent?
    /// Whether the line is the text offered by the prompt, which typing replaces.
    var isOffer = false
    /// The text that the next `apply` inserts in place of the scalars before the cursor.
    var insertion: (replacing: Int, scalars: [Unicode.Scalar])?
    /// Remaining lines of a paste that was entered.
    private var entered: [String] = []
    /// Whether the program stopped itself and expects SIGCONT.
    var isStopExpected = false

    /// - Parameters:
    ///   - interruption: Receives the program's signals.
    ///   - environment: Supplies `TERM`.
    ///   - history: The lines that can be recalled.
    ///   - completer: Completes command lines.
    init(
        interruption: Interruption, environment: [String: String], history: LineHistory, completer: any LineCompleter
    ) {
        (self.interruption, self.history, self.completer) = (interruption, history, completer)
        // Standard output may be redirected when a single command asks. The prompt then goes to the terminal.
        let output = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
        screen = TerminalScreen(descriptor: output)
        keys = TypedKeyReader(TypedKeyReader.Source(next: { nil }, isReady: { _ in false }))
        keys = TypedKeyReader(
            TypedKeyReader.Source(
                next: { [unowned self] in nextByte() },
                isReady: { [input] in MainQueue.hasInput(input, milliseconds: $0) }))
        guard TerminalLineSource.mayEdit(environment) else { return }
        editor = makeEditor(output, environment)
        if editor == nil { unknownTerminal = environment["TERM"] }
    }

    /// Whether lines are edited. If not, whole lines are read.
    var isEditing: Bool { editor != nil }

    /// The terminal's name, if lines are not edited although `TERM` is not that of a dumb terminal.
    private(set) var unknownTerminal: String?

    func readLine(_ prompt: LinePrompt) -> LineEvent {
        if prompt.isKept, !entered.isEmpty { return nextEntered(prompt) }
        (self.prompt, ending) = (prompt, nil)
        promptGlyphs = prompt.text.map { LineGlyph(String($0)) }
        let event = interruption.reporting(signals.note) {
            if let editor { return edit(with: editor) }
            return PlainLineReader(input: input, screen: screen, signals: signals).readLine(prompt)
        }
        if case .line(let line) = event { keep(line, of: prompt) }
        return event
    }

    // MARK: Editing

    private func edit(with editor: EditLine) -> LineEvent {
        if prompt.isKept, let change = history.linesOfOthers() { callBack(change) }
        isOffer = !prompt.keepsTyped
        let initial = scalars(prompt.typed ?? prompt.offered)
        if !initial.isEmpty { insertion = (0, initial) }
        screen.show(TerminalLineSource.pasteOn)
        let scalars = editor.readLine(keepsHistory: prompt.isKept)
        if let scalars { draw(scalars, cursor: scalars.count) } else { draw() }
        screen.show(drawing.leave(ending == .interrupted ? "^C" : "") + TerminalLineSource.pasteOff)
        guard let scalars else { return ending ?? .endOfInput }
        return enter(substitutes.text(of: scalars))
    }

    /// Returns the first line and keeps the others. An answer to a question is all of them. The empty rest after a
    /// paste's final newline does not count as a line.
    private func enter(_ text: String) -> LineEvent {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.count > 1, lines.last == "" { lines.removeLast() }
        guard prompt.isKept else { return .line(lines.joined(separator: "\n")) }
        entered = Array(lines.dropFirst())
        return .line(lines[0])
    }

    /// The next line of a paste, shown as if it were typed now.
    private func nextEntered(_ prompt: LinePrompt) -> LineEvent {
        let line = entered.removeFirst()
        screen.show(TerminalSafe.text(prompt.text + line) + "\n")
        keep(line, of: prompt)
        return .line(line)
    }

    /// Removes the lines of a paste that were not read yet, for example after an error, and returns them.
    func takeEntered() -> [String] {
        defer { entered = [] }
        return entered
    }

    // MARK: History

    private func keep(_ line: String, of prompt: LinePrompt) {
        if prompt.isKept, let change = history.add(line) { callBack(change) }
    }

    /// Updates the editor's history.
    private func callBack(_ change: LineHistory.Change) {
        switch change {
        case .more(let lines): for line in lines { editor?.addHistory(scalars(line)) }
        case .other(let lines): editor?.setHistory(lines.map(scalars))
        }
    }

    // MARK: Setting up

    /// The editor's scalars for a text.
    func scalars(_ text: String) -> [Unicode.Scalar] { substitutes.scalars(for: text) }

    private func makeEditor(_ output: Int32, _ environment: [String: String]) -> EditLine? {
        guard isatty(input) == 1, isatty(output) == 1,
            let editor = EditLine(
                input: input, output: output, screen: screen, historySize: Int32(TerminalLineSource.historySize),
                delegate: self),
            editor.canEdit(as: environment["TERM"] ?? "")
        else { return nil }
        return editor
    }

    private static func mayEdit(_ environment: [String: String]) -> Bool {
        !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// The sequences that make the terminal mark pasted text, and stop that.
    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
}

import Foundation

/// The lines that a person edits on a terminal.
///
/// Keys are emacs's, or vi's by `~/.editrc`; Tab completes; the lines of prompts that keep theirs can be called back and
/// searched, also in later sessions. What is pasted waits for Enter; its lines come one after the other then. On a
/// terminal that cannot move its cursor, lines are read as the terminal sends them, and nothing but the prompt is written.
///
/// Use on the main thread.
final class TerminalLineSource: LineSource {
    /// The lines that Up brings back.
    static let historySize = 1000

    let input: Int32 = STDIN_FILENO
    let screen: TerminalScreen
    let signals = PromptSignals()
    private let interruption: Interruption
    private let history: LineHistory
    let completer: any LineCompleter

    var standIns = StandIns()
    var drawing = LineDrawing()
    private(set) var editor: EditLine?
    var keys: TypedKeyReader
    /// The prompt that waits.
    private(set) var prompt = LinePrompt(text: "")
    private(set) var promptGlyphs: [LineGlyph] = []
    /// How the line that is edited came to its end, where that was not Enter.
    var ending: LineEvent?
    /// Whether the line is what the prompt put there, so that typing replaces it.
    var isOffer = false
    /// What the next `apply` puts in place of the scalars before the cursor.
    var insertion: (replacing: Int, scalars: [Unicode.Scalar])?
    /// Lines of a paste that were entered with an earlier one.
    private var entered: [String] = []
    /// Whether the program stopped itself, and will be told that it goes on.
    var isStopExpected = false

    /// - Parameters:
    ///   - interruption: who takes the program's signals.
    ///   - environment: for `TERM`.
    ///   - history: the lines that can be called back.
    ///   - completer: what Tab completes command lines with.
    init(
        interruption: Interruption, environment: [String: String], history: LineHistory, completer: any LineCompleter
    ) {
        (self.interruption, self.history, self.completer) = (interruption, history, completer)
        // Standard output may be redirected where a single command asks; a prompt goes to the terminal then.
        let output = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
        screen = TerminalScreen(descriptor: output)
        keys = TypedKeyReader(TypedKeyReader.Source(next: { nil }, isReady: { _ in false }))
        keys = TypedKeyReader(
            TypedKeyReader.Source(
                next: { [unowned self] in nextByte() }, isReady: { [unowned self] in isReady(milliseconds: $0) }))
        guard TerminalLineSource.mayEdit(environment) else { return }
        editor = makeEditor(output, environment)
        if editor == nil { unknownTerminal = environment["TERM"] }
    }

    /// Whether lines are edited, and not merely read.
    var isEditing: Bool { editor != nil }

    /// The terminal's name, where lines are merely read although it does not say that it can do nothing else.
    private(set) var unknownTerminal: String?

    func readLine(_ prompt: LinePrompt) -> LineEvent {
        if !entered.isEmpty { return nextEntered(prompt) }
        (self.prompt, ending) = (prompt, nil)
        promptGlyphs = prompt.text.map { LineGlyph(String($0)) }
        let event = interruption.telling(signals.note) {
            if let editor { return edit(with: editor) }
            return PlainLineReader(input: input, screen: screen, signals: signals).readLine(prompt)
        }
        if case .line(let line) = event { keep(line, of: prompt) }
        return event
    }

    // MARK: Editing

    private func edit(with editor: EditLine) -> LineEvent {
        if prompt.isKept, let change = history.linesOfOthers() { callBack(change) }
        isOffer = !prompt.goesOn
        let initial = scalars(prompt.typed ?? prompt.offered)
        if !initial.isEmpty { insertion = (0, initial) }
        screen.show(TerminalLineSource.pasteOn)
        let scalars = editor.readLine(keepsHistory: prompt.isKept)
        if let scalars { draw(scalars, cursor: scalars.count) } else { draw() }
        screen.show(drawing.leave(ending == .interrupted ? "^C" : "") + TerminalLineSource.pasteOff)
        guard let scalars else { return ending ?? .endOfInput }
        return enter(standIns.text(of: scalars))
    }

    /// The first line of what was entered; the others wait. The empty rest behind a paste's last newline is no line.
    private func enter(_ text: String) -> LineEvent {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.count > 1, lines.last == "" { lines.removeLast() }
        entered = Array(lines.dropFirst())
        return .line(lines[0])
    }

    /// A line of a paste, shown as if it were typed now.
    private func nextEntered(_ prompt: LinePrompt) -> LineEvent {
        let line = entered.removeFirst()
        screen.show(Harmless.text(prompt.text + line) + "\n")
        keep(line, of: prompt)
        return .line(line)
    }

    /// Forgets the lines of a paste that wait, as after an error.
    func dropEntered() { entered = [] }

    // MARK: History

    private func keep(_ line: String, of prompt: LinePrompt) {
        if prompt.isKept, let change = history.add(line) { callBack(change) }
    }

    /// Lets the editor call lines back.
    private func callBack(_ change: LineHistory.Change) {
        switch change {
        case .more(let lines): for line in lines { editor?.addHistory(scalars(line)) }
        case .other(let lines): editor?.setHistory(lines.map(scalars))
        }
    }

    // MARK: Setting up

    /// The editor's scalars for a text.
    func scalars(_ text: String) -> [Unicode.Scalar] { standIns.scalars(for: text) }

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

    /// What asks the terminal to mark what is pasted, and what ends that.
    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
}

import Foundation
import Testing

/// The screen, for tests of where things stand.
extension TerminalSession {
    /// What the terminal shows now.
    var screen: Screen { record.screen }

    /// Waits for a screen, and fails the test where it does not come.
    func waits(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation, until condition: (Screen) -> Bool
    ) {
        if !record.wait(seconds: TerminalSession.patience, until: { condition($0.screen) }) {
            Issue.record("waited for \(what), and saw \(screen.lines)", sourceLocation: sourceLocation)
        }
    }

    /// Waits until these are the lines that the terminal shows.
    func shows(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        waits(for: "\(lines)", sourceLocation: sourceLocation) { $0.lines == lines }
    }

    /// Waits until these are the last lines that the terminal shows.
    func ends(with lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        waits(for: "\(lines)", sourceLocation: sourceLocation) { $0.lines.suffix(lines.count) == lines[...] }
    }
}

/// The words one after the other, for tests of what is said.
extension TerminalSession {
    /// All that was shown, without what moves the cursor.
    var words: String { TerminalSession.words(record.bytes) }

    /// Waits until a text is shown behind what was expected last.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let isShown = record.wait(seconds: TerminalSession.patience) { record in
            let words = TerminalSession.words(record.bytes)
            let unseen = words[words.utf8.index(words.startIndex, offsetBy: min(self.seen, words.utf8.count))...]
            guard let found = unseen.range(of: text) else { return false }
            self.seen = words.utf8.distance(from: words.startIndex, to: found.upperBound)
            return true
        }
        if !isShown { Issue.record("'\(text)' was not shown; there was: \(words)", sourceLocation: sourceLocation) }
    }

    private static func words(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing(/\x1B\[[0-9;?]*[A-Za-z]/, with: "")
            .replacing("\r\n", with: "\n").replacing("\r", with: "")
    }
}

/// A session of the program, as `surf> `.
extension TerminalSession {
    /// A session of the program, or one of its commands, over a journal with three sessions of 2014, their IDs 1 to 3.
    static func small(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> TerminalSession {
        try TerminalSession(arguments, in: Sandbox.small(), environment: environment)
    }

    /// Waits for a prompt and types a line.
    func enter(_ line: String, at prompt: String = "> ", sourceLocation: SourceLocation = #_sourceLocation) {
        expect(prompt, sourceLocation: sourceLocation)
        type(line + "\r")
    }

    /// Opens a scratchpad on a session and sets fields, as `rating 5`; waits for the prompt behind them.
    func edit(_ id: Int, setting fields: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        enter("edit \(id)", at: "surf> ", sourceLocation: sourceLocation)
        for (index, field) in fields.enumerated() {
            enter("set " + field, at: index == 0 ? "surf \(id)> " : "surf \(id)*> ", sourceLocation: sourceLocation)
        }
        expect("surf \(id)*> ", sourceLocation: sourceLocation)
    }

    /// Leaves at a prompt, which has to go well.
    func leave(at prompt: String = "surf> ", sourceLocation: SourceLocation = #_sourceLocation) {
        enter("exit", at: prompt, sourceLocation: sourceLocation)
        #expect(exitCode() == 0, sourceLocation: sourceLocation)
    }
}

import Foundation
import Testing

/// The screen, for tests of positions.
extension TerminalSession {
    /// The current screen.
    var screen: Screen { record.screen }

    /// Waits for a screen that meets a condition, and fails the test if there is none in time.
    func waits(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation, until condition: (Screen) -> Bool
    ) {
        if !record.wait(seconds: TerminalSession.patience, until: { condition($0.screen) }) {
            Issue.record("waited for \(what), and saw \(screen.lines)", sourceLocation: sourceLocation)
        }
    }

    /// Waits until the terminal shows exactly these lines.
    func shows(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        waits(for: "\(lines)", sourceLocation: sourceLocation) { $0.lines == lines }
    }

    /// Waits until these are the last lines on the terminal.
    func ends(with lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        waits(for: "\(lines)", sourceLocation: sourceLocation) { $0.lines.suffix(lines.count) == lines[...] }
    }
}

/// The output as running text, for tests of messages.
extension TerminalSession {
    /// All output without escape sequences.
    var words: String { TerminalSession.words(record.bytes) }

    /// Waits until a text is shown after the text that was expected last.
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

/// The program's prompt, `surf> `.
extension TerminalSession {
    /// The prompt, or a command, with a journal of three sessions of 2014 that have the IDs 1 to 3.
    static func small(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> TerminalSession {
        try TerminalSession(arguments, in: Sandbox.small(), environment: environment)
    }

    /// Waits for the prompt and types a line.
    func enter(_ line: String, at prompt: String = "> ", sourceLocation: SourceLocation = #_sourceLocation) {
        expect(prompt, sourceLocation: sourceLocation)
        type(line + "\r")
    }

    /// Opens a scratchpad on a session and sets fields, such as `rating 5`; waits for the prompt after them.
    func edit(_ id: Int, setting fields: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        enter("edit \(id)", at: "surf> ", sourceLocation: sourceLocation)
        for (index, field) in fields.enumerated() {
            enter("set " + field, at: index == 0 ? "surf \(id)> " : "surf \(id)*> ", sourceLocation: sourceLocation)
        }
        expect("surf \(id)*> ", sourceLocation: sourceLocation)
    }

    /// Types `exit` at the prompt, and expects exit code 0.
    func leave(at prompt: String = "surf> ", sourceLocation: SourceLocation = #_sourceLocation) {
        enter("exit", at: prompt, sourceLocation: sourceLocation)
        #expect(exitCode() == 0, sourceLocation: sourceLocation)
    }
}

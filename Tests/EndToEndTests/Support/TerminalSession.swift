import Foundation
import Testing

/// A program in a terminal of its own, in which a test types, and whose screen and text it reads.
///
/// The program leads the terminal's session, so that keys and closing the terminal affect it as in a shell.
final class TerminalSession {
    /// Keys that are not letters.
    enum Key: String {
        case enter = "\r"
        case tab = "\t"
        case backspace = "\u{7F}"
        case escape = "\u{1B}"
        case up = "\u{1B}[A"
        case down = "\u{1B}[B"
        case right = "\u{1B}[C"
        case left = "\u{1B}[D"
        case controlA = "\u{01}"
        case controlC = "\u{03}"
        case controlD = "\u{04}"
        case controlE = "\u{05}"
        case controlL = "\u{0C}"
        case controlR = "\u{12}"
        case controlU = "\u{15}"
        case controlW = "\u{17}"
        case controlZ = "\u{1A}"
    }

    /// How many seconds a test waits before it fails; only a failing test takes that long.
    static let patience = 30.0

    let record: TerminalRecord
    /// Kept alive, because its folders are removed with it.
    let sandbox: Sandbox
    /// The number of bytes of the text that were matched so far.
    var seen = 0
    private let terminal: PseudoTerminal
    private let process: pid_t
    private var hasEnded = false

    /// Starts a program, by default surfjournal.
    init(
        _ arguments: [String] = [], of program: URL? = nil, in sandbox: Sandbox,
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws {
        self.sandbox = sandbox
        record = TerminalRecord(Screen(columns: columns, rows: rows))
        terminal = try PseudoTerminal()
        terminal.resize(columns: columns, rows: rows)
        let variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(sandbox.environment) { $1 }
            .merging(["SURF": sandbox.program.path, "PROBE": Program.probe.path]) { $1 }.merging(environment) { $1 }
        process = try terminal.spawn(
            [(program ?? sandbox.program).path] + arguments, variables, in: sandbox.path + "/here")
        record.read(terminal.person)
    }

    deinit {
        if !hasEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        record.close()
    }

    // MARK: Typing

    /// Types text.
    func type(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(terminal.person, $0.baseAddress, $0.count) }
            guard count > 0 else {
                Issue.record("nobody reads what is typed", sourceLocation: sourceLocation)
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Presses keys.
    func press(_ keys: Key...) { type(keys.map(\.rawValue).joined()) }

    /// Pastes text between the marks of bracketed paste.
    func paste(_ text: String) { type("\u{1B}[200~" + text + "\u{1B}[201~") }

    /// Changes the terminal's size.
    func resize(columns: Int, rows: Int) {
        record.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    /// Sends a signal to the program.
    func send(_ signal: Int32) { kill(process, signal) }

    /// Closes the terminal.
    func hangUp() { record.close() }

    // MARK: Ending

    /// Waits until the program ends and all of its output is read.
    ///
    /// - Returns: Its exit code, or 128 plus the number of the signal that ended it; nil if it does not end.
    func exitCode() -> Int32? {
        let limit = Date(timeIntervalSinceNow: TerminalSession.patience)
        var result: Int32 = 0
        while waitpid(process, &result, WNOHANG) == 0 {
            if Date() > limit { return nil }
            usleep(5000)
        }
        hasEnded = true
        _ = record.wait(seconds: 1) { $0.hasEnded }
        return result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + (result & 0x7F)
    }
}

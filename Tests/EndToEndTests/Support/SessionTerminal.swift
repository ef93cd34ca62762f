import Foundation
import Testing

/// A session of the program on a terminal of its own, whose keys a test types and whose words it reads.
///
/// The terminal is the session's controlling one: keys make signals, and closing it hangs up.
final class SessionTerminal {
    /// What was shown so far, without what moves the cursor.
    private(set) var shown = ""
    let process: pid_t
    private let terminal: PseudoTerminal
    /// Kept, as its folders go with it.
    private let sandbox: Sandbox
    /// Every byte that was shown.
    private(set) var raw: [UInt8] = []
    private var seen = 0
    private var status: Int32?

    /// How long a test waits for a text before it fails, in seconds.
    private static let patience = 30.0

    init(
        _ arguments: [String] = [], in sandbox: Sandbox, columns: Int = 80, environment: [String: String] = [:]
    ) throws {
        self.sandbox = sandbox
        terminal = try PseudoTerminal()
        terminal.resize(columns: columns, rows: 24)
        let variables = sandbox.environment.merging(["TERM": "xterm"]) { first, _ in first }
            .merging(environment) { $1 }
        process = try SessionTerminal.spawn(
            [Program.url.path] + arguments, variables, on: terminal.path, in: sandbox.path + "/here")
        try terminal.program.close()
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            _ = waitpid(process, nil, 0)
        }
    }

    // MARK: Playing the person

    /// Types keys as they are.
    func type(_ keys: String) { terminal.send(keys) }

    /// Waits for a prompt and types a line.
    func enter(_ line: String, at prompt: String = "> ") {
        expect(prompt)
        type(line + "\r")
    }

    /// Waits until a text is shown behind what was seen last.
    @discardableResult
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        let limit = Date(timeIntervalSinceNow: SessionTerminal.patience)
        repeat {
            if let found = unseen.range(of: text) {
                seen += shown.utf8.count - seen - unseen[found.upperBound...].utf8.count
                return true
            }
        } while read() && Date() < limit
        Issue.record("'\(text)' was not shown; there was: \(unseen)", sourceLocation: sourceLocation)
        return false
    }

    /// Sends a signal to the program.
    func send(_ signal: Int32) { kill(process, signal) }

    /// Takes the terminal away.
    func close() { terminal.close() }

    /// Waits for the end of the program.
    /// - Returns: its exit code; 128 and the signal's number where one ended it.
    func code() -> Int32 {
        if let status { return status }
        var result: Int32 = 0
        let limit = Date(timeIntervalSinceNow: SessionTerminal.patience)
        while waitpid(process, &result, WNOHANG) == 0 {
            if Date() > limit { return -1 }
            _ = read(milliseconds: 20)
        }
        while read(milliseconds: 20), Date() < limit {}
        let code = result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + (result & 0x7F)
        status = code
        return code
    }

    private var unseen: Substring { shown[shown.utf8.index(shown.startIndex, offsetBy: seen)...] }

    /// Reads what is there; false where nothing more comes.
    private func read(milliseconds: Int32 = 100) -> Bool {
        guard let bytes = terminal.read(milliseconds: milliseconds) else { return false }
        raw += bytes
        shown = SessionTerminal.text(raw)
        seen = min(seen, shown.utf8.count)
        return true
    }

    /// The text without escape sequences and returns.
    private static func text(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.replacing(/\x1B\[[0-9;?]*[A-Za-z]/, with: "").replacing("\r\n", with: "\n")
            .replacing("\r", with: "")
    }

    // MARK: Starting

    private static func spawn(
        _ words: [String], _ variables: [String: String], on path: String, in folder: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID: a session leader that opens a terminal has it as its controlling one.
        #if os(Linux)
            posix_spawnattr_setflags(&attributes, 0x80)
        #else
            posix_spawnattr_setflags(&attributes, 0x400)
        #endif
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder]
        var arguments = (shell + words).map { strdup($0) } + [nil]
        var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in arguments + environment { free(word) } }
        var process = pid_t()
        let number = posix_spawn(&process, shell[0], &actions, &attributes, &arguments, &environment)
        guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }
        return process
    }
}

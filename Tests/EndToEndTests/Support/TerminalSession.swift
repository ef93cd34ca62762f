import Foundation
import Synchronization
import Testing

/// A program on a terminal of its own, at which a test types and whose screen it reads.
///
/// The program leads the terminal's session, so that the terminal's keys and its end reach it as they do from a shell.
final class TerminalSession {
    /// Keys that are no letters.
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

    /// How long a screen may take before a test gives up; no test takes so long but one that fails.
    private static let patience = 20.0

    private let shown: Shown
    private let process: pid_t
    /// Kept, as its folders go with it.
    let sandbox: Sandbox
    private let master: Int32
    private var status: Int32?

    /// Starts a program.
    init(
        _ executable: URL = Program.url, _ arguments: [String] = [], in sandbox: Sandbox,
        environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws {
        self.sandbox = sandbox
        shown = Shown(Screen(columns: columns, rows: rows))
        let name: String
        (master, name) = try PseudoTerminal.opened()
        PseudoTerminal.setSize(master, columns: columns, rows: rows)
        let variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(sandbox.environment) { $1 }
        process = try TerminalSession.spawn(
            executable.path, arguments, on: name, in: sandbox.path + "/here",
            variables.merging(["PROBE": Program.probe.path]) { $1 }.merging(environment) { $1 })
        read(master)
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        shown.isClosing = true
    }

    // MARK: Typing

    /// Types a text.
    func type(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard count > 0 else { throw POSIXError(.EIO) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Presses keys.
    func press(_ keys: Key...) throws {
        for key in keys { try type(key.rawValue) }
    }

    /// Pastes a text as terminals do that were asked to mark it.
    func paste(_ text: String) throws { try type("\u{1B}[200~" + text + "\u{1B}[201~") }

    /// Changes the terminal's size.
    func resize(columns: Int, rows: Int) {
        shown.change { $0.resize(columns: columns, rows: rows) }
        PseudoTerminal.setSize(master, columns: columns, rows: rows)
    }

    /// Sends a signal.
    func send(_ signal: Int32) { kill(process, signal) }

    /// Closes the terminal.
    func hangUp() {
        shown.isClosing = true
    }

    // MARK: Looking

    /// What the terminal shows now.
    var screen: Screen { shown.screen }

    /// Waits for a screen, and fails the test where it does not come.
    func waits(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation, until condition: (Screen) -> Bool
    ) {
        if !shown.wait(seconds: TerminalSession.patience, condition) {
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

    // MARK: The end

    /// Waits for the program's end.
    /// - Returns: its exit code, 128 and the signal's number for one that a signal ended; nil where it does not end.
    func exitCode() -> Int32? {
        let limit = Date(timeIntervalSinceNow: TerminalSession.patience)
        var result: Int32 = 0
        while waitpid(process, &result, WNOHANG) == 0 {
            if Date() > limit { return nil }
            usleep(5000)
        }
        status = result
        return result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + (result & 0x7F)
    }

    // MARK: Pieces

    /// The screen, which a thread of its own writes to.
    private final class Shown: @unchecked Sendable {
        private let condition = NSCondition()
        private var value: Screen
        private var closing = false

        init(_ screen: Screen) { value = screen }

        var screen: Screen { condition.withLock { value } }

        var isClosing: Bool {
            get { condition.withLock { closing } }
            set { condition.withLock { closing = newValue } }
        }

        func change(_ change: (inout Screen) -> Void) {
            condition.withLock {
                change(&value)
                condition.broadcast()
            }
        }

        func wait(seconds: Double, _ isRight: (Screen) -> Bool) -> Bool {
            let limit = Date(timeIntervalSinceNow: seconds)
            condition.lock()
            defer { condition.unlock() }
            while !isRight(value) {
                if !condition.wait(until: limit) { return isRight(value) }
            }
            return true
        }
    }

    private func read(_ descriptor: Int32) {
        let shown = shown
        Thread.detachNewThread {
            var (buffer, rest) = ([UInt8](repeating: 0, count: 4096), [UInt8]())
            // A descriptor that another thread reads would stay open: who reads it closes it.
            while !shown.isClosing {
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                if poll(&request, 1, 20) <= 0 { continue }
                let count = Foundation.read(descriptor, &buffer, buffer.count)
                if count <= 0 {
                    usleep(20_000)
                    continue
                }
                rest += buffer[..<count]
                let whole = TerminalSession.wholeScalars(rest)
                let text = String(decoding: rest[..<whole], as: UTF8.self)
                rest.removeFirst(whole)
                shown.change { $0.write(text) }
            }
            close(descriptor)
        }
    }

    /// How many of the bytes come before a scalar whose end is still to come.
    private static func wholeScalars(_ bytes: [UInt8]) -> Int {
        guard let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0 else {
            return bytes.count
        }
        let length = bytes[start] < 0xE0 ? 2 : bytes[start] < 0xF0 ? 3 : 4
        return bytes.count - start < length ? start : bytes.count
    }

    /// Starts a program that leads a session of its own; the terminal that it opens first is its session's.
    private static func spawn(
        _ path: String, _ arguments: [String], on terminal: String, in folder: String, _ environment: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let newSession: Int16 = 0x80
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        let words = (["env", "-C", folder, path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0 + "=" + $1) } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words, variables)
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EINVAL) }
        return process
    }
}

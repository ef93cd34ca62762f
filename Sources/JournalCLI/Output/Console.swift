import Foundation
import Journal
import SurfLanguage

/// Where the program's words go: data to standard output, buffered; everything else to standard error.
///
/// Data goes out before a note or error that follows it. Use on the main thread.
package final class Console {
    private static let capacity = 64 * 1024
    private let output: Int32 = STDOUT_FILENO
    private let isTerminal: Bool
    private var pending: [UInt8] = []
    private var hasFailed = false

    /// Standard error, from any thread.
    let errors: ErrorStream
    /// Whether notes, progress and what a write did are dropped.
    let isQuiet: Bool
    /// Whether data may be decorated with colour.
    let isColoured: Bool
    /// The columns that a line of data may take; nil is any number.
    let width: Int?
    /// Whether a person can be asked: standard input and error are terminals, and questions are allowed.
    let canAsk: Bool
    /// Whether the words are those of a session, where commands have no program's name before them.
    let isSession: Bool
    /// Where answers come from.
    private let makeLines: () -> any LineSource
    private let interruption: Interruption

    /// A console for a run with these settings.
    /// - Parameters:
    ///   - isSession: Whether commands are typed in a session.
    ///   - interruption: Asked before data go out, so that Ctrl-C ends a long output.
    ///   - lines: Where answers come from, once there is a question.
    init(
        settings: Settings, environment: [String: String], canAsk: Bool, isSession: Bool = false,
        interruption: Interruption, lines: @escaping () -> any LineSource
    ) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        self.isSession = isSession
        makeLines = lines
        self.interruption = interruption
        errors = ErrorStream()
        isQuiet = settings.isQuiet
        isColoured = settings.colour.isOn(isTerminal: isTerminal, environment: environment)
        width = Terminal.width(environment: environment, descriptor: STDOUT_FILENO)
        errorWidth = Terminal.width(environment: environment, descriptor: STDERR_FILENO)
        self.canAsk =
            canAsk && interruption.isListening && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Where a person's answers come from, one source for all of them. Asking makes Ctrl-C an answer.
    private(set) lazy var lines: any LineSource = {
        interruption.beginSession()
        return makeLines()
    }()
    private let errorWidth: Int?

    // MARK: Data

    /// Appends bytes to standard output.
    /// - Throws: `.brokenPipe` when nobody reads them, `.cannotWrite` on another failure.
    func data(_ bytes: [UInt8]) throws {
        pending.append(contentsOf: bytes)
        if pending.count >= Console.capacity { try flush() }
    }

    /// Appends whole rows of a format for programs to standard output: as they are, but on a terminal nothing in a
    /// session's text may act on it.
    func rows(_ bytes: [UInt8]) throws {
        var terminal = TerminalRows()
        try data(isTerminal ? terminal.shown(bytes, isLast: true) : bytes)
    }

    /// Appends a line to standard output.
    func line(_ text: String) throws { try data(Array((text + "\n").utf8)) }

    /// Writes out what is pending. After a failure nothing is written any more.
    func flush() throws {
        defer { pending.removeAll(keepingCapacity: true) }
        guard !hasFailed, !pending.isEmpty else { return }
        if let signal = interruption.interrupt { throw Complaint.interrupted(signal: signal, target: nil) }
        let number = Descriptor.write(pending, to: output)
        guard number != 0 else { return }
        hasFailed = true
        throw number == EPIPE ? Complaint.brokenPipe : Complaint.cannotWrite(number)
    }

    // MARK: Words beside the data

    /// Tells a note, unless notes are dropped.
    func note(_ text: String) {
        if !isQuiet { errors.line(shown(text)) }
    }

    /// Shows a line that belongs to a question or an error.
    func remark(_ text: String) {
        try? flush()
        errors.line(shown(text))
    }

    /// Shows lines that are laid out already, as of a table.
    func show(_ lines: [String]) {
        try? flush()
        for line in lines { errors.line(Harmless.text(line)) }
    }

    /// A sentence as it is shown: harmless, in a session with its commands as they are typed there; on a terminal wrapped at
    /// words, elsewhere one line.
    func shown(_ text: String) -> String {
        let text = Echo.shortened(Harmless.text(isSession ? Sentences.inSession(text) : text))
        return Wrapped.text(text, to: errors.isTerminal ? errorWidth : nil).joined(separator: "\n")
    }

    /// The columns that a line on standard error may take; nil is any number.
    var remarkWidth: Int? { errorWidth }

    // MARK: Questions

    /// Asks, and returns what came of it.
    func reply(_ prompt: LinePrompt) -> LineEvent {
        try? flush()
        return lines.readLine(prompt)
    }

    /// Asks, and returns the line; nil at the end of input.
    /// - Throws: `.interrupted` for Ctrl-C, and where the terminal is gone or the program is told to end.
    func answer(to prompt: LinePrompt) throws(Complaint) -> String? {
        switch reply(prompt) {
        case .line(let text): return text
        case .endOfInput: return nil
        case .interrupted: throw .interrupted(signal: SIGINT, target: nil)
        case .hungUp: throw .interrupted(signal: interruption.ending ?? SIGHUP, target: nil)
        }
    }

    /// Asks, and returns the answer in small letters without blanks around it; nil at the end of input.
    /// - Throws: as `answer(to:)` does.
    func ask(_ question: String) throws(Complaint) -> String? {
        try answer(to: LinePrompt(text: question))?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Asks, and returns whether the answer was yes.
    /// - Throws: as `answer(to:)` does.
    func confirm(_ question: String) throws(Complaint) -> Bool {
        ["y", "yes"].contains(try ask(question) ?? "")
    }
}

/// Standard error; each call is one write, so that lines of several threads do not mix.
struct ErrorStream: Sendable {
    /// Writes a text as it is.
    func write(_ text: String) { _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes a line.
    func line(_ text: String) { write(text + "\n") }

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Writing to the descriptors that the program was started with.
enum Descriptor {
    /// Writes all bytes; returns the system's error number, 0 for none.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(descriptor, piece.baseAddress, piece.count)
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == EAGAIN, waitUntilWritable(descriptor) { continue }
                if count < 0 { return errno }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&watched, 1, -1) >= 0
    }
}

/// What is known about a terminal.
enum Terminal {
    /// The columns of `COLUMNS`, else of the terminal; nil where there is neither.
    static func width(environment: [String: String], descriptor: Int32) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

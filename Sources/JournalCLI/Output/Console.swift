import Foundation
import Journal
import SurfLanguage

/// The program's output. Data goes to standard output and is buffered; everything else goes to standard error.
///
/// Data is flushed before a note or error that follows it. Use it on the main thread.
package final class Console {
    private static let capacity = 64 * 1024
    private let output = Descriptor.standard(STDOUT_FILENO)
    private let isTerminal: Bool
    private var pending: [UInt8] = []
    private var hasFailed = false

    /// Standard error. Usable on any thread.
    let errors: ErrorStream
    /// Whether to omit notes, progress and reports of what a write did.
    let isQuiet: Bool
    /// Whether to colour data.
    let isColoured: Bool
    /// The units of numbers in errors.
    let units: MeasureUnits
    /// The width available to a line of data, in columns. Nil is unlimited.
    let width: Int?
    /// Whether a person can be asked: standard input and error are terminals, and questions are allowed.
    let canAsk: Bool
    /// Whether output is for the prompt, where commands are written without the program's name.
    let isSession: Bool
    /// Creates the source of answers.
    private let makeLines: () -> any LineSource
    private let interruption: Interruption
    /// The pager that data may go through, until the first data shows whether it is long.
    private var possiblePager: Pager.Choice?
    /// The pager that shows the data.
    private var pager: Pager?

    /// A console for a run with these settings.
    /// - Parameters:
    ///   - isSession: Whether commands are typed at the prompt.
    ///   - interruption: Checked before data is written, so that Ctrl-C ends a long output.
    ///   - lines: Creates the source of answers when the first question is asked.
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
        units = settings.units
        isColoured = settings.colour.isOn(isTerminal: isTerminal, environment: environment)
        width = Terminal.width(environment: environment, descriptor: STDOUT_FILENO)
        errorWidth = Terminal.width(environment: environment, descriptor: STDERR_FILENO)
        self.canAsk =
            canAsk && interruption.isListening && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// The source of answers, shared by all questions. Once it exists, Ctrl-C is an answer.
    private(set) lazy var lines: any LineSource = {
        interruption.beginPrompt()
        return makeLines()
    }()
    private let errorWidth: Int?

    // MARK: Data

    /// Appends bytes to standard output.
    /// - Throws: `.brokenPipe` if the reader has closed it, `.interrupted` after a signal, `.cannotWrite` on another
    ///   failure.
    func data(_ bytes: [UInt8]) throws {
        pending.append(contentsOf: bytes)
        if pending.count >= Console.capacity { try flush() }
    }

    /// Appends a JSON document as a line.
    func json(_ value: JSONValue) throws { try data(value.line) }

    /// Appends a JSON object as a line.
    /// - Parameter members: Writes the members of the object.
    func json(_ members: (inout JSONWriter) -> Void) throws {
        var json = JSONWriter()
        json.beginObject()
        members(&json)
        json.endObject()
        json.endLine()
        try data(json.bytes)
    }

    /// Appends complete rows of a machine-readable format to standard output. On a terminal, control sequences in the
    /// text are made harmless.
    func rows(_ bytes: [UInt8]) throws {
        var terminal = TerminalRows()
        try data(isTerminal ? terminal.shown(bytes, isLast: true) : bytes)
    }

    /// Appends a line to standard output.
    func line(_ text: String) throws { try data(Array((text + "\n").utf8)) }

    /// Appends lines to standard output.
    func lines(_ lines: [String]) throws { for text in lines { try line(text) } }

    /// Writes the buffered bytes. After a failure nothing more is written.
    func flush() throws {
        defer { pending.removeAll(keepingCapacity: true) }
        guard !hasFailed, !pending.isEmpty else { return }
        startPagerIfLong()
        if let signal = interruption.interrupt { throw Refusal.interrupted(signal: signal) }
        do throws(SystemError) {
            if let pager { try pager.write(pending[...]) } else { try output.write(pending[...]) }
        } catch {
            hasFailed = true
            throw error.code == EPIPE ? Refusal.brokenPipe : Refusal.cannotWrite(error.code)
        }
    }

    // MARK: The pager

    /// Runs work. If its data is longer than the terminal, the data and the notes after it go through a pager, and leaving the
    /// pager ends the work.
    /// - Parameter choice: The pager; nil for none. There is none at the prompt, and where nobody can be asked.
    /// - Throws: The work's errors, after the pager was left, and `.interrupted` after a signal that ended the pager.
    func paged(_ choice: Pager.Choice?, _ work: () throws -> Void) throws {
        possiblePager = isTerminal && canAsk && !isSession ? choice : nil
        let result = Result {
            try work()
            try flush()
        }
        possiblePager = nil
        guard let pager else { return try result.get() }
        pager.finish()
        let wasLeft = hasFailed
        (self.pager, hasFailed) = (nil, false)
        if let signal = interruption.endPager() { throw Refusal.interrupted(signal: signal) }
        if !wasLeft { try result.get() }
    }

    /// Starts the pager if the first data is longer than the terminal.
    private func startPagerIfLong() {
        guard let choice = possiblePager else { return }
        possiblePager = nil
        guard pending.count >= Console.capacity || choice.isLong(pending), let pager = try? Pager(choice.command) else {
            return
        }
        self.pager = pager
        interruption.beginPager(pager.stop)
    }

    // MARK: Notes and remarks

    /// Prints a note unless notes are omitted.
    func note(_ text: String) {
        if isQuiet { return }
        guard let pager else { return errors.line(shown(text)) }
        try? pager.write(Array((shown(text) + "\n").utf8)[...])
    }

    /// Prints a line that belongs to a question or an error.
    func remark(_ text: String) {
        try? flush()
        errors.line(shown(text))
    }

    /// Prints lines that are already laid out, such as a table's.
    func show(_ lines: [String]) {
        try? flush()
        for line in lines { errors.line(TerminalSafe.text(line)) }
    }

    /// The text as it is printed. It is made safe for a terminal. At the prompt, commands lose the program's name. On a
    /// terminal it is wrapped at words; elsewhere it is one line.
    func shown(_ text: String) -> String {
        let text = Excerpt.shortened(TerminalSafe.text(isSession ? Messages.inSession(text) : text))
        return WordWrap.lines(text, to: errors.isTerminal ? errorWidth : nil).joined(separator: "\n")
    }

    /// The width available to a line on standard error, in columns. Nil is unlimited.
    var remarkWidth: Int? { errorWidth }

    // MARK: Questions

    /// Asks and returns the event.
    func reply(_ prompt: LinePrompt) -> LineEvent {
        try? flush()
        return lines.readLine(prompt)
    }

    /// Asks and returns the line, or nil at the end of input.
    /// - Throws: `.interrupted` on Ctrl-C, if the terminal is closed, or if the program is told to terminate.
    func answer(to prompt: LinePrompt) throws(Refusal) -> String? {
        switch reply(prompt) {
        case .line(let text): return text
        case .endOfInput: return nil
        case .interrupted: throw .interrupted(signal: SIGINT)
        case .hungUp: throw .interrupted(signal: interruption.ending ?? SIGHUP)
        }
    }

    /// Asks and returns the answer in lower case without surrounding blanks, or nil at the end of input.
    /// - Throws: The errors of `answer(to:)`.
    func ask(_ question: String) throws(Refusal) -> String? {
        try answer(to: LinePrompt(text: question))?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Asks and returns whether the answer was yes.
    /// - Throws: The errors of `answer(to:)`.
    func confirm(_ question: String) throws(Refusal) -> Bool {
        ["y", "yes"].contains(try ask(question) ?? "")
    }
}

/// Standard error. Each call is one write, so lines of several threads do not mix.
struct ErrorStream: Sendable {
    /// Writes a text unchanged.
    func write(_ text: String) { try? Descriptor.standard(STDERR_FILENO).write(Array(text.utf8)[...]) }

    /// Writes a line.
    func line(_ text: String) { write(text + "\n") }

    /// Whether standard error is a terminal.
    var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Properties of the terminal.
enum Terminal {
    /// The width from `COLUMNS`, else from the terminal. Nil if there is neither.
    static func width(environment: [String: String], descriptor: Int32) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return isatty(descriptor) == 1 ? size(descriptor).columns : nil
    }

    /// The size of a terminal; that of an ordinary one if it does not say.
    static func size(_ descriptor: Int32) -> (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}

extension Refusal {
    fileprivate static func cannotWrite(_ number: Int32) -> Refusal {
        .failure("Standard output cannot be written: \(Messages.systemError(number)).", .silent)
    }
}

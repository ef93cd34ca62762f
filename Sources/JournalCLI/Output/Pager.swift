import Foundation
import Journal

/// A program that shows long output one screen at a time, such as `less`. It has the terminal while it runs.
///
/// Use it on the main thread; a signal may stop it on another one.
final class Pager {
    /// The command of the person's pager and the size of the terminal.
    struct Choice {
        let command: String
        let rows: Int
        let columns: Int
    }

    private let process: ChildProcess
    /// Where the pager reads from.
    private let input: Int32
    /// What a closed pipe did before.
    private let atClosedPipe: (@convention(c) (Int32) -> Void)?

    /// Starts a pager in a shell, because its command may have options.
    init(_ command: String) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(code: errno) }
        // A pager that had its own input open for writing would never see its end.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Leaving the pager must be an error of a write, and not the end of this process.
        atClosedPipe = signal(SIGPIPE, SIG_IGN)
        defer { close(ends[0]) }
        input = ends[1]
        do throws(SystemError) {
            process = try ChildProcess(
                "/bin/sh", ["sh", "-c", command], environment: ProcessInfo.processInfo.environment,
                streams: [.descriptor(ends[0]), .same, .same])
        } catch {
            close(input)
            throw error
        }
    }

    /// Shows bytes, as soon as the pager takes them.
    func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) { try Descriptor.standard(input).write(bytes) }

    /// A function that stops the pager, on any thread.
    var stop: @Sendable () -> Void { { [process] in process.send(SIGTERM) } }

    /// Waits until the person closes the pager.
    func finish() {
        close(input)
        _ = try? process.wait()
        signal(SIGPIPE, atClosedPipe)
    }
}

extension Pager.Choice {
    /// The person's pager; nil if there is none, it is not wanted, or it is not installed.
    init?(_ environment: [String: String]) {
        guard let term = environment["TERM"], term != "dumb", environment["NO_PAGER"] ?? "" == "" else { return nil }
        let command = environment["PAGER"] ?? Pager.Choice.ordinary
        guard command != "cat", let program = command.split(separator: " ").first, Pager.Choice.isInstalled(program)
        else { return nil }
        self.command = command
        (rows, columns) = Terminal.size(STDOUT_FILENO)
    }

    /// `-F` leaves it at once if everything fits on the screen, `-R` shows colours, and `-X` leaves the text on the screen.
    private static let ordinary = "less -FRX"

    private static func isInstalled(_ program: Substring) -> Bool {
        let folders =
            program.contains("/")
            ? [""] : (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map { $0 + "/" }
        return folders.contains { access($0 + program, X_OK) == 0 }
    }

    /// Whether text needs more rows than the terminal has, beside a line for a note and one for the next prompt.
    func isLong(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return lines.reduce(0) { $0 + max(1, $1.count / columns) } > rows - 2
    }
}

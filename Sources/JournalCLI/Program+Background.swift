import Foundation
import Journal

/// Another run of this program, in the background and without a terminal.
struct BackgroundRun: Sendable {
    private let process: ChildProcess
    private let errors: Int32

    /// The longest output that is read, in bytes.
    private static let maxBytes = 1 << 16

    /// Starts the program with these arguments; nil if the system does not allow that.
    static func start(_ arguments: [String]) -> BackgroundRun? {
        var ends: [Int32] = [-1, -1]
        guard let path = Program.path, pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard let process = start(path, [path] + arguments, errors: .descriptor(ends[1])) else {
            for end in ends { close(end) }
            return nil
        }
        close(ends[1])
        return BackgroundRun(process: process, errors: ends[0])
    }

    /// Starts the program, whose result nobody waits for. A shell starts it and ends at once, so that it is not a child of
    /// this process.
    static func detach(_ arguments: [String]) {
        guard let path = Program.path else { return }
        let words = ["sh", "-c", "\"$@\" </dev/null >/dev/null 2>&1 &", "sh", path] + arguments
        _ = try? start("/bin/sh", words, errors: .none)?.wait()
    }

    /// Asks the program to stop.
    func cancel() { process.send(SIGTERM) }

    /// Waits for the end. Returns the exit code, and what the program wrote to standard error.
    func outcome() -> (code: Int32, text: String) {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(errors, &part, part.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            if bytes.count < BackgroundRun.maxBytes { bytes += part[..<count] }
        }
        close(errors)
        let text = String(decoding: bytes, as: UTF8.self)
        let code = (try? process.wait())?.code ?? ExitCode.failure.number
        return (code, text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static func start(_ path: String, _ words: [String], errors: ChildProcess.Stream) -> ChildProcess? {
        try? ChildProcess(
            path, words, environment: ProcessInfo.processInfo.environment, group: .session,
            streams: [.none, .none, errors])
    }
}

extension Program {
    /// The path of the running program; nil if the system does not provide it.
    static var path: String? {
        #if os(Linux)
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/exe", &bytes, bytes.count)
            guard count > 0, count < bytes.count else { return nil }
            return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        #else
            return Bundle.main.executablePath
        #endif
    }
}

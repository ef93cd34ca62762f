import Foundation
import Journal

/// Another run of this program, in the background and without a terminal.
struct BackgroundRun: Sendable {
    private let process: pid_t
    private let errors: Int32

    /// The longest output that is read, in bytes.
    private static let mostBytes = 1 << 16

    /// Starts the program with these arguments; nil if the system does not allow that.
    static func start(_ arguments: [String]) -> BackgroundRun? {
        var ends: [Int32] = [-1, -1]
        guard let path = Program.path, pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard let process = spawn(path, [path] + arguments, errors: ends[1]) else {
            for end in ends { close(end) }
            return nil
        }
        close(ends[1])
        return BackgroundRun(process: process, errors: ends[0])
    }

    /// Starts the program, whose result nobody waits for. A shell starts it and ends at once, so that it is no child of
    /// this process.
    static func detach(_ arguments: [String]) {
        guard let path = Program.path else { return }
        let words = ["sh", "-c", "\"$@\" </dev/null >/dev/null 2>&1 &", "sh", path] + arguments
        guard let shell = spawn("/bin/sh", words, errors: nil) else { return }
        _ = wait(for: shell)
    }

    /// Asks the program to stop.
    func cancel() { kill(process, SIGTERM) }

    /// Waits for the end. Returns the exit code, and what the program wrote to standard error.
    func outcome() -> (code: Int32, text: String) {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(errors, &part, part.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            if bytes.count < BackgroundRun.mostBytes { bytes += part[..<count] }
        }
        close(errors)
        let text = String(decoding: bytes, as: UTF8.self)
        return (BackgroundRun.wait(for: process), text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// - Parameter errors: The descriptor of standard error; nil for none.
    private static func spawn(_ path: String, _ words: [String], errors: Int32?) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let setsid = 0x80  // POSIX_SPAWN_SETSID, which Glibc's module does not always have.
        posix_spawnattr_setflags(&attributes, Int16(Int(POSIX_SPAWN_SETSIGMASK) | setsid))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if let errors {
            posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in arguments + variables { free(word) } }
        var process = pid_t()
        return posix_spawn(&process, path, &actions, &attributes, &arguments, &variables) == 0 ? process : nil
    }

    private static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return 1 } }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }
}

extension Program {
    /// The path of the running program; nil if the system does not tell.
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

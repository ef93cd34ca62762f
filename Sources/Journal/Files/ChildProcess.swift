import Foundation

/// Another program that this process started, with its three standard streams. It inherits no other descriptor, because
/// all are closed in child processes.
///
/// Signals that this process blocks or ignores have their default effect there. Use it on any thread; one thread waits
/// for the end.
package struct ChildProcess: Sendable {
    /// The process group and the terminal of a program.
    package enum Group: Sendable {
        /// This process's: a Ctrl-C reaches both.
        case same
        /// A new process group, which can be given the terminal.
        case new
        /// A new session, without a terminal.
        case session
    }

    /// A standard stream of a program.
    package enum Stream: Sendable {
        /// This process's.
        case same
        /// Nothing can be read from it, and what is written disappears.
        case none
        case descriptor(Int32)
    }

    /// How a program ended.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)

        /// The exit code as a shell reports it.
        package var code: Int32 {
            switch self {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            }
        }
    }

    /// The number of the process, and of its group unless it is in this process's.
    package let id: pid_t
    private let isLeader: Bool

    /// Starts a program.
    /// - Parameters:
    ///   - path: The program's file.
    ///   - words: Its arguments, from its name on.
    ///   - streams: Standard input, output and errors.
    package init(
        _ path: String, _ words: [String], environment: [String: String], group: Group = .same,
        streams: [Stream] = [.same, .same, .same]
    ) throws(SystemError) {
        var attributes = ChildProcess.attributes(group)
        defer { posix_spawnattr_destroy(&attributes) }
        var actions = ChildProcess.actions(streams)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in arguments + variables { free(word) } }
        var process = pid_t()
        let result = posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
        guard result == 0 else { throw SystemError(code: result) }
        (id, isLeader) = (process, group != .same)
    }

    private static func attributes(_ group: Group) -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var (none, standard) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&standard)
        for signal in [SIGPIPE, SIGCHLD, SIGXFSZ] { sigaddset(&standard, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &standard)
        let flag =
            switch group {
            case .same: 0
            case .new: Int(POSIX_SPAWN_SETPGROUP)
            case .session: 0x80  // POSIX_SPAWN_SETSID, which Glibc's module does not always have.
            }
        posix_spawnattr_setflags(
            &attributes, Int16(Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_SETSIGDEF) | flag))
        return attributes
    }

    private static func actions(_ streams: [Stream]) -> posix_spawn_file_actions_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (number, stream) in streams.enumerated() {
            switch stream {
            case .same: continue
            case .none: posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            }
        }
        return actions
    }

    /// Sends a signal to the program and, if it has a group of its own, to the programs that it started.
    package func send(_ signal: Int32) { kill(isLeader ? -id : id, signal) }

    /// Whether the program has ended. Its number stays its own until `wait`.
    package var hasExited: Bool {
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
        return result < 0 ? errno != EINTR : information.si_signo == SIGCHLD
    }

    /// Waits for the end. Call it once.
    package func wait() throws(SystemError) -> End {
        var status: Int32 = 0
        try checked { waitpid(id, &status, 0) }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
}

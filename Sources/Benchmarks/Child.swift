import Foundation

/// A child process that runs a program once, and its resource usage.
struct Child {
    struct Failure: Error {
        let command: [String]
        let status: Int32
    }

    private let process: pid_t
    private let command: [String]
    private let start = ContinuousClock.now

    /// Starts the program.
    /// - Parameters:
    ///   - input: The file for its standard input.
    ///   - output: The file for its standard output.
    ///   - errorOutput: The file for its standard error; nil inherits the benchmark's.
    /// - Throws: `Failure` if it cannot be started.
    init(
        _ command: [String], input: String = "/dev/null", output: String = "/dev/null", errorOutput: String? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY | O_NOCTTY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, 0o600)
        if let errorOutput {
            posix_spawn_file_actions_addopen(&actions, 2, errorOutput, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        let environment = ["TERM=xterm", "TZ=UTC", "LC_ALL=C.UTF-8", "HOME=/nonexistent", "PATH=/usr/bin:/bin"]
        var process: pid_t = 0
        let code = Child.withCStrings(command) { arguments in
            Child.withCStrings(environment) { variables in
                posix_spawnp(&process, arguments[0]!, &actions, nil, arguments, variables)
            }
        }
        guard code == 0 else { throw Failure(command: command, status: code) }
        self.process = process
        self.command = command
    }

    /// Whether the process is still running.
    var isRunning: Bool {
        var information = siginfo_t()
        let code = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        return code == 0 && information.si_signo == 0
    }

    /// Waits for the process to end.
    /// - Throws: `Failure` if its exit status is not 0.
    func wait() throws -> Measurement.Sample {
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(process, &status, 0, &usage) == process, status == 0 else {
            throw Failure(command: command, status: status)
        }
        let elapsed = start.duration(to: .now) / .seconds(1)
        return Measurement.Sample(
            elapsed: elapsed, processor: Child.seconds(usage.ru_utime) + Child.seconds(usage.ru_stime),
            peak: Int(usage.ru_maxrss) * 1_024)
    }

    /// Runs a program and waits for it to end.
    /// - Throws: `Failure`.
    @discardableResult
    static func run(
        _ command: [String], output: String = "/dev/null", errorOutput: String? = nil
    ) throws -> Measurement.Sample {
        try Child(command, output: output, errorOutput: errorOutput).wait()
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
    }

    private static func withCStrings<T>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> T
    ) -> T {
        var pointers = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }
}

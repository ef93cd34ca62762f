import Foundation
import Journal

/// One running git, in a process group of its own, with pipes to its three standard streams. Used by one thread.
final class GitProcess {
    private let process: ChildProcess
    private var streams: (input: Int32, output: Int32, errors: Int32)
    private var errors = GitMessages()
    private var lent: (terminal: Int32, group: pid_t, mode: termios)?
    private var hasEnded = false
    /// The seconds that git has to clean up after SIGTERM.
    private static let grace = 2.0
    /// How many time limits may pass before an exchange with a host that sends only progress messages is abandoned.
    private static let maxTimeLimits = 5.0

    init(
        _ path: String, _ words: [String], _ environment: [String: String], terminal: Int32?
    ) throws(GitError) {
        var ends: [Int32] = []
        defer { for end in ends where end >= 0 { close(end) } }
        // A socket as standard input, because writing to it can fail without a signal.
        for _ in 0..<3 {
            var pair: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else { throw .system(.last) }
            ends += pair
            for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        for index in [0, 2, 4] { _ = fcntl(ends[index], F_SETFL, O_NONBLOCK) }
        let streams = [1, 3, 5].map { ChildProcess.Stream.descriptor(ends[$0]) }
        do throws(SystemError) {
            process = try ChildProcess(
                path, words, environment: environment, group: terminal == nil ? .session : .new, streams: streams)
        } catch {
            throw .system(error)
        }
        self.streams = (ends[0], ends[2], ends[4])
        for index in [0, 2, 4] { ends[index] = -1 }
        if let terminal { lend(terminal) }
    }

    deinit {
        for stream in [streams.input, streams.output, streams.errors] where stream >= 0 { close(stream) }
    }

    /// Passes input, output and errors until git has ended.
    func exchange(
        timeLimit: Double, _ isCancelled: () -> Bool, input: () throws(GitError) -> [UInt8]?,
        output: (ArraySlice<UInt8>) throws(GitError) -> Void
    ) throws(GitError) -> GitProgram.End {
        var rest: ArraySlice<UInt8> = []
        var last = GitProcess.now
        // Progress messages of a host extend the time, up to a limit.
        var lastProgress = last
        while true {
            if isCancelled() { throw .cancelled }
            if GitProcess.now - lastProgress > timeLimit { throw .stalled(seconds: timeLimit) }
            if GitProcess.now - last > timeLimit * GitProcess.maxTimeLimits { throw .endless }
            if streams.input >= 0, rest.isEmpty {
                if let piece = try input() { rest = piece[...] } else { closeInput() }
            }
            let isFinished = streams.output < 0 && streams.errors < 0
            // A child process that outlives git may keep the streams open.
            if isFinished || !wait(isWriting: !rest.isEmpty), process.hasExited {
                try drain(output)
                return GitProgram.End(status: try reap(), errors: errors)
            }
            if isFinished { usleep(500) }
            var activity = send(&rest) ? Activity.own : .none
            activity = max(activity, try receive(output))
            if activity != .none { lastProgress = GitProcess.now }
            if activity == .own { last = lastProgress }
        }
    }

    /// Ends git and its children: first so that it removes its locks, then at once.
    func kill() {
        guard !hasEnded else { return }
        process.send(SIGTERM)
        let start = GitProcess.now
        while !process.hasExited, GitProcess.now - start < GitProcess.grace { usleep(2_000) }
        process.send(SIGKILL)
        _ = try? reap()
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Streams

    private func closeInput() {
        if streams.input >= 0 { close(streams.input) }
        streams.input = -1
    }

    /// Waits for a stream, up to a tenth of a second.
    private func wait(isWriting: Bool) -> Bool {
        var requests = [
            pollfd(fd: isWriting ? streams.input : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: streams.output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: streams.errors, events: Int16(POLLIN), revents: 0),
        ]
        return poll(&requests, 3, 100) > 0
    }

    /// Sends what git takes at once. If it takes no more, the rest is dropped.
    private func send(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard !rest.isEmpty, streams.input >= 0 else { return false }
        let count = rest.withUnsafeBytes {
            Foundation.send(streams.input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count > 0 {
            rest = rest.dropFirst(count)
            return true
        }
        if errno != EAGAIN, errno != EINTR {
            rest = []
            closeInput()
        }
        return false
    }

    /// What was transferred in one turn of the loop: nothing, only progress messages of a host, or data of git.
    private enum Activity: Int, Comparable {
        case none, host, own

        static func < (one: Activity, other: Activity) -> Bool { one.rawValue < other.rawValue }
    }

    private func receive(_ output: (ArraySlice<UInt8>) throws(GitError) -> Void) throws(GitError) -> Activity {
        var activity = Activity.none
        if let piece = GitProcess.read(&streams.output) {
            activity = .own
            try output(piece)
        }
        if let piece = GitProcess.read(&streams.errors) {
            activity = max(activity, errors.append(piece) ? .own : .host)
        }
        return activity
    }

    private func drain(_ output: (ArraySlice<UInt8>) throws(GitError) -> Void) throws(GitError) {
        while try receive(output) != .none {}
    }

    /// The next piece; nil if there is none now or, the stream then being closed, at its end.
    private static func read(_ stream: inout Int32) -> ArraySlice<UInt8>? {
        guard stream >= 0 else { return nil }
        let number = stream
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, size in
            count = Foundation.read(number, buffer.baseAddress, buffer.count)
            size = max(count, 0)
        }
        if count > 0 { return bytes[...] }
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        close(stream)
        stream = -1
        return nil
    }

    // MARK: The end

    private func reap() throws(GitError) -> Int32 {
        defer { takeBack() }
        hasEnded = true
        let end: ChildProcess.End
        do throws(SystemError) { end = try process.wait() } catch { throw .system(error) }
        switch end {
        case .exited(let status): return status
        case .killed(let signal): throw .killed(signal: signal)
        }
    }

    // MARK: The terminal

    private func lend(_ terminal: Int32) {
        var mode = termios()
        guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &mode) == 0 else { return }
        guard tcsetpgrp(terminal, process.id) == 0 else { return }
        lent = (terminal, getpgrp(), mode)
        process.send(SIGCONT)
    }

    /// Takes the terminal back, with its mode, as echo may be off.
    private func takeBack() {
        guard var lent else { return }
        self.lent = nil
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        tcsetpgrp(lent.terminal, lent.group)
        tcsetattr(lent.terminal, TCSANOW, &lent.mode)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

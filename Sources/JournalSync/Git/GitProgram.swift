import Foundation
import Journal

/// The program `git` of this machine, run without the caller's variables, hooks or prompts.
///
/// A run is a session of its own without a terminal, so that no password is asked for. On a terminal it is a process
/// group that has the terminal meanwhile. Use on any thread; a run blocks its thread.
package struct GitProgram: Sendable {
    /// The oldest version whose options are used.
    package static let oldest = (2, 30)

    package let path: String
    package private(set) var version: (Int, Int)
    private let environment: [String: String]
    /// The seconds without output or input after which a run is ended.
    private let timeLimit: Double
    private let terminal: Int32?
    private let isCancelled: @Sendable () -> Bool

    /// Finds git in the absolute folders of PATH and asks for its version.
    /// - Parameters:
    ///   - environment: The caller's variables. Those of git are not passed on.
    ///   - terminal: The descriptor of a terminal on which git may ask for passwords, for five times as long.
    ///   - isCancelled: Asked ten times a second while git runs.
    package init(
        environment: [String: String], timeLimit: Double = 60, terminal: Int32? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(GitError) {
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        guard let path = folders.map({ $0 + "/git" }).first(where: { (path: String) in access(path, X_OK) == 0 }) else {
            throw .missing
        }
        self.path = path
        self.timeLimit = terminal == nil ? timeLimit : timeLimit * 5
        (self.terminal, self.isCancelled) = (terminal, isCancelled)
        self.environment = GitProgram.cleaned(environment, asks: terminal != nil)
        version = (0, 0)
        version = try readVersion()
    }

    private func readVersion() throws(GitError) -> (Int, Int) {
        var answer: [UInt8] = []
        let end = try run(["version"], output: { answer += $0.prefix(1_000 - min(answer.count, 1_000)) })
        let text = String(decoding: answer, as: UTF8.self)
        guard end.status == 0, let match = text.prefixMatch(of: /git version (\d{1,4})\.(\d{1,4})/),
            let major = Int(match.1), let minor = Int(match.2)
        else { throw .notGit(answer: GitMessages.cleaned(text)) }
        guard (major, minor) >= GitProgram.oldest else { throw .tooOld(found: "\(major).\(minor)") }
        return (major, minor)
    }

    /// How the person reaches a host. Git's other variables would name another repository or other settings.
    private static let ssh: Set = ["GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT"]

    private static func cleaned(_ environment: [String: String], asks: Bool) -> [String: String] {
        var variables = environment.filter { !$0.key.hasPrefix("GIT_") || ssh.contains($0.key) }
        variables["LC_ALL"] = "C"
        variables["GIT_NO_REPLACE_OBJECTS"] = "1"
        if asks { return variables }
        variables["GIT_TERMINAL_PROMPT"] = "0"
        variables["GIT_ASKPASS"] = ""
        variables["SSH_ASKPASS"] = nil
        variables["SSH_ASKPASS_REQUIRE"] = "never"
        return variables
    }

    /// The options before a command.
    private var options: [String] {
        let fsync = version >= (2, 36) ? "core.fsync=all" : "core.fsyncObjectFiles=true"
        return ["core.hooksPath=/dev/null", "protocol.ext.allow=never", fsync].flatMap { ["-c", $0] }
    }

    /// A shell that limits the memory of the program that it becomes, and of its children, to 1 GiB.
    private static let limited = ["sh", "-c", "ulimit -d 1048576 2>/dev/null; exec \"$0\" \"$@\""]

    /// The end of a run that was not ended by a signal.
    struct End {
        let status: Int32
        let errors: GitMessages
    }

    /// Runs a command to its end.
    /// - Parameters:
    ///   - repository: The bare repository; nil for commands that need none.
    ///   - isWithHost: Whether a host answers, which may do so without end: git's memory is limited then.
    ///   - input: The next piece of the standard input; nil at its end.
    ///   - output: Receives each piece of the standard output. An error that it throws ends git.
    func run(
        _ arguments: [String], in repository: String? = nil, isWithHost: Bool = false,
        input: () throws(GitError) -> [UInt8]? = { nil },
        output: (ArraySlice<UInt8>) throws(GitError) -> Void
    ) throws(GitError) -> End {
        let place = repository.map { ["--git-dir=" + $0] } ?? []
        let words = ["git"] + (version == (0, 0) ? [] : options) + place + arguments
        let process =
            try isWithHost
            ? GitProcess("/bin/sh", GitProgram.limited + [path] + words.dropFirst(), environment, terminal: terminal)
            : GitProcess(path, words, environment, terminal: terminal)
        do throws(GitError) {
            let end = try process.exchange(timeLimit: timeLimit, isCancelled, input: input, output: output)
            if isWithHost, end.status != 0, end.errors.saysMemoryIsFull { throw .endless }
            return end
        } catch {
            process.kill()
            throw error
        }
    }

    /// The whole output of a command that must succeed.
    func answer(
        _ arguments: [String], in repository: String?, isWithHost: Bool = false, input: [UInt8] = [],
        atMost limit: Int = 1 << 16
    ) throws(GitError) -> [UInt8] {
        var (answer, rest): ([UInt8], [UInt8]?) = ([], input)
        let end = try run(
            arguments, in: repository, isWithHost: isWithHost,
            input: { () throws(GitError) in
                defer { rest = nil }
                return rest
            },
            output: { (piece) throws(GitError) in
                if answer.count + piece.count > limit { throw .tooLarge(command: arguments[0]) }
                answer += piece
            })
        guard end.status == 0 else {
            throw .failed(command: arguments[0], status: end.status, line: end.errors.line)
        }
        return answer
    }
}

/// What git wrote to standard error, without progress: at most 64 KiB, the newest.
struct GitMessages {
    private var bytes: [UInt8] = []
    /// Whether objects were being sent.
    private(set) var hasSentObjects = false

    /// The beginning of the line that is being written.
    private var start: [UInt8] = []
    private static let ofHost = Array("remote: ".utf8)

    /// Adds a piece. Returns whether a part of it is git's own, not what a host says.
    mutating func append(_ piece: ArraySlice<UInt8>) -> Bool {
        defer { keep(piece) }
        var isOwn = false
        for byte in piece {
            if byte == 0x0A || byte == 0x0D {
                isOwn = isOwn || !start.isEmpty && !GitMessages.ofHost.starts(with: start)
                start = []
            } else if start.count < GitMessages.ofHost.count {
                start.append(byte)
            }
            if start.count == GitMessages.ofHost.count, start != GitMessages.ofHost { isOwn = true }
        }
        return isOwn
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        bytes += piece
        if bytes.count > 1 << 17 { bytes.removeFirst(bytes.count - 1 << 16) }
        if !hasSentObjects { hasSentObjects = text.contains("Writing objects:") }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether this machine's disk, not the remote's, was full.
    var saysLocalDiskIsFull: Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            !line.hasPrefix("remote:")
                && ["No space left on device", "Disk quota exceeded"].contains { line.contains($0) }
        }
    }

    /// Whether git could not get memory.
    var saysMemoryIsFull: Bool {
        text.split(whereSeparator: \.isNewline).contains { line in
            !line.hasPrefix("remote:") && line.lowercased().contains("out of memory")
        }
    }

    /// The line that says most: the first that git or the host marks as an error, otherwise the last one before git's
    /// own summary, as ssh's last line is its reason. Empty if there is only progress.
    var line: String {
        let telling = text.split(whereSeparator: \.isNewline).map(String.init)
            .filter { !GitMessages.isProgress($0) && !GitMessages.isGeneral($0) }
        let marked = telling.first { line in
            GitMessages.marks.contains { GitMessages.withoutRemote(line).lowercased().hasPrefix($0) }
        }
        return GitMessages.reason(marked ?? telling.last ?? "")
    }

    /// The first line that the remote says beside its progress; nil if there is none.
    var remoteLine: String? {
        text.split(whereSeparator: \.isNewline).map(String.init)
            .first { $0.hasPrefix("remote: ") && !GitMessages.isProgress($0) }.map(GitMessages.reason)
    }

    /// A cleaned line without the marks in front of it.
    private static func reason(_ line: String) -> String {
        let line = withoutRemote(line)
        let mark = marks.first(where: line.lowercased().hasPrefix)
        return cleaned(String(line.dropFirst(mark?.count ?? 0)))
    }

    private static let marks = ["fatal: ", "error: ", "ssh: "]
    /// What git says beside a cause, or in place of one.
    private static let general = [
        "Could not read from remote repository", "the remote end hung up", "early EOF", "correct access rights",
        "and the repository exists", "failed to push some refs",
    ]
    private static let progress = [
        "Enumerating ", "Counting ", "Delta compression ", "Compressing ", "Writing ", "Receiving ", "Resolving ",
        "Unpacking ", "Updating ", "Total ", "POST git-", "To ", "From ",
    ]

    private static func isGeneral(_ line: String) -> Bool {
        general.contains { line.contains($0) } || line.hasPrefix("warning:") || line.hasPrefix("hint:")
    }

    private static func isProgress(_ line: String) -> Bool {
        let line = withoutRemote(line)
        return progress.contains(where: line.hasPrefix) || !line.contains(where: \.isLetter)
    }

    private static func withoutRemote(_ line: String) -> String {
        String(line.hasPrefix("remote: ") ? line.dropFirst(8) : line[...])
    }

    /// One line of at most 300 characters without spaces around it, and without those that control a terminal.
    static func cleaned(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }.prefix(300).trimmingCharacters(in: .whitespaces)
        return String(String.UnicodeScalarView(line.unicodeScalars.prefix(1_000).map(TerminalSafe.shown)))
    }
}

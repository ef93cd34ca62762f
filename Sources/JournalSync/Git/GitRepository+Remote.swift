/// Fetching from a remote, and pushing to it.
extension GitRepository {
    package enum Fetched: Equatable, Sendable {
        case head(String)
        /// The remote has no branch at all.
        case empty
        /// The remote has other branches, so it is somebody else's, or the branch was removed.
        case noBranch
        /// What the branch names was cut.
        case torn
        /// There is no branch, but what it named at the last exchange is there.
        case lost
    }

    /// Fetches the branch of a remote.
    package func fetch(_ remote: GitRemote) throws(GitError) -> Fetched {
        if remote.isPath { return try fetch(from: remote) }
        let end = try git.run(
            GitRepository.onlyHosts + GitRepository.fetching(from: remote.url), in: path, isWithHost: true,
            output: { _ in })
        if end.status == 0 { return .head(try commit(GitRepository.fetched)) }
        guard end.errors.text.contains("couldn't find remote ref") else { throw failure(end, remote) }
        let heads = try git.answer(
            GitRepository.onlyHosts + ["ls-remote", "--heads", "--", remote.url], in: path, isWithHost: true,
            atMost: 1 << 24)
        return heads.isEmpty ? .empty : .noBranch
    }

    /// The command that fetches the branch from a URL, or from a repository of this program's.
    static func fetching(from source: String) -> [String] {
        let options = ["--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance"]
        return ["fetch", "--progress"] + options + ["--", source, "+\(branch):\(fetched)"]
    }

    /// Refuses a repository at a path, which a setting of git's can put in the place of a host.
    /// Each thread takes a part of the memory that git has for a host.
    private static let onlyHosts = ["-c", "protocol.file.allow=never", "-c", "pack.threads=4"]

    private func failure(_ end: GitProgram.End, _ remote: GitRemote) -> GitError {
        let text = end.errors.text
        let otherHash = ["mismatched algorithms", "mismatching object format", "repository's hash algorithm"]
        if otherHash.contains(where: text.contains) { return .otherHashFormat }
        if text.contains("dubious ownership") { return .foreignFolder(remote.url) }
        if text.contains("does not appear to be a git repository") || text.contains(/fatal: repository '.*' not found/)
        {
            return .noRepository(remote)
        }
        if !remote.isPath, text.contains("Host key verification failed") {
            return .hostKey(remote, isChanged: text.contains("HOST IDENTIFICATION HAS CHANGED"))
        }
        return end.errors.saysLocalDiskIsFull ? .diskFull : .unreachable(line: end.errors.line)
    }

    package enum Pushed: Equatable, Sendable {
        case done
        /// Another machine was quicker: the commit is not a successor of the branch.
        case moved
        /// Another program has the lock of the branch or, if it is old, left it.
        case locked(path: String, isLeft: Bool)
        /// The remote refused it, such as a hook or a full disk.
        case rejected(line: String)
        /// It is not known whether the commit arrived, and why.
        case unknown(GitError)
    }

    /// Pushes exactly one commit to the branch, never by force.
    /// - Throws: A `GitError` if nothing was sent.
    package func push(_ commit: String, to remote: GitRemote) throws(GitError) -> Pushed {
        try requireID(commit)
        if remote.isPath { return try push(commit, toPath: remote) }
        let options = ["--no-follow-tags", "--no-signed", "--no-verify", "--recurse-submodules=no"]
        var answer: [UInt8] = []
        let end: GitProgram.End
        do throws(GitError) {
            end = try git.run(
                GitRepository.onlyHosts + ["push", "--porcelain", "--progress"] + options
                    + ["--", remote.url, "\(commit):\(GitRepository.branch)"],
                in: path, isWithHost: true, output: { answer += $0.prefix((1 << 16) - min(answer.count, 1 << 16)) })
        } catch {
            switch error {
            case .killed, .stalled, .endless, .cancelled: return .unknown(error)
            default: throw error
            }
        }
        let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.contains("\t") }) else {
            if end.status == 0 { throw .unexpectedAnswer(command: "push") }
            if end.errors.hasSentObjects { return .unknown(.unreachable(line: end.errors.line)) }
            throw failure(end, remote)
        }
        return GitRepository.outcome(String(line), end)
    }

    /// The outcome that a line of `push --porcelain` and the messages beside it report.
    private static func outcome(_ line: String, _ end: GitProgram.End) -> Pushed {
        if !line.hasPrefix("!") { return end.status == 0 ? .done : .unknown(.unreachable(line: end.errors.line)) }
        let text = end.errors.text
        let moved = ["(non-fast-forward)", "(fetch first)", "(stale info)", "(incorrect old value provided)"]
        if let lock = text.firstMatch(of: /Unable to create '([^'\n]+\.lock)': File exists/) {
            return .locked(path: GitMessages.cleaned(String(lock.1)), isLeft: false)
        }
        let lost = ["but expected", "reference already exists"]
        if moved.contains(where: line.contains) || lost.contains(where: { text.contains($0) || line.contains($0) }) {
            return .moved
        }
        if line.contains("[remote failure]") { return .unknown(.unreachable(line: end.errors.line)) }
        let reason = line.lastIndex(of: "(").map { line[line.index(after: $0)...].dropLast() } ?? ""
        return .rejected(line: end.errors.remoteLine ?? GitMessages.cleaned(String(reason)))
    }
}

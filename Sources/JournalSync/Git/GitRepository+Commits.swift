/// Commits: which are there, how they follow each other, and what they say.
extension GitRepository {
    /// The commit that a name stands for.
    func commit(_ name: String) throws(GitError) -> String {
        try id(try git.answer(["rev-parse", "--verify", "--quiet", name + "^{commit}"], in: path), "rev-parse")
    }

    /// Whether the repository holds a commit.
    package func holds(_ commit: String) throws(GitError) -> Bool {
        try requireID(commit)
        let end = try git.run(["cat-file", "-e", commit + "^{commit}"], in: path, output: { _ in })
        return end.status == 0
    }

    /// Whether a commit is contained in another.
    package func isContained(_ commit: String, in head: String) throws(GitError) -> Bool {
        try requireID(commit)
        try requireID(head)
        let end = try git.run(["merge-base", "--is-ancestor", commit, head], in: path, output: { _ in })
        if end.status <= 1 { return end.status == 0 }
        throw .failed(command: "merge-base", status: end.status, line: end.errors.line)
    }

    /// The newest commit that two commits contain; nil if there is none.
    package func commonCommit(_ one: String, _ other: String) throws(GitError) -> String? {
        try requireID(one)
        try requireID(other)
        var answer: [UInt8] = []
        let end = try git.run(["merge-base", one, other], in: path, output: { answer += $0.prefix(1_000) })
        if end.status == 1 { return nil }
        guard end.status == 0 else {
            throw .failed(command: "merge-base", status: end.status, line: end.errors.line)
        }
        return try id(answer, "merge-base")
    }

    /// A commit's author, time and message.
    package struct Logged: Equatable, Sendable {
        package let author: String
        /// Since 1970.
        package let seconds: Int
        package let message: String
    }

    /// The newest commits that a commit contains, itself first.
    package func log(of commit: String, limit: Int) throws(GitError) -> [Logged] {
        try requireID(commit)
        let answer = try git.answer(
            [
                "rev-list", "--max-count=\(limit)", "--encoding=UTF-8", "--format=format:%an%x1f%at%x1f%B%x00", commit,
            ], in: path, atMost: GitRepository.maxListBytes)
        return answer.split(separator: 0).compactMap { entry in
            let line = entry.drop { $0 == 0x0A }.drop { $0 != 0x0A }.dropFirst()
            let parts = line.split(separator: 0x1F, maxSplits: 2, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 3, let seconds = Int(parts[1]) else { return nil }
            return Logged(author: GitMessages.cleaned(parts[0]), seconds: seconds, message: parts[2])
        }
    }

    /// Collects what nobody needs, if there is much. Call this without a lock.
    package func collectGarbage() throws(GitError) {
        _ = try git.answer(["gc", "--auto", "--quiet"], in: path)
    }
}

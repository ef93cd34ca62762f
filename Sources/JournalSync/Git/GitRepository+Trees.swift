import Journal

/// The files of commits.
extension GitRepository {
    /// A regular file of a commit.
    package struct File: Equatable, Sendable {
        package let path: String
        package let blob: String

        package init(path: String, blob: String) { (self.path, self.blob) = (path, blob) }
    }

    /// The files of a commit.
    /// - Throws: `badTree` for links, submodules, other modes and names that are not plain.
    package func files(of commit: String) throws(GitError) -> [File] {
        try requireID(commit)
        let answer = try git.answer(
            ["ls-tree", "-r", "-z", "--full-tree", commit], in: path, atMost: GitRepository.maxListBytes)
        var files: [File] = []
        for entry in answer.split(separator: 0) {
            let parts = entry.split(separator: 0x09, maxSplits: 1)
            let words = parts[0].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 2, words.count == 3 else { throw .unexpectedAnswer(command: "ls-tree") }
            let path = try GitRepository.plain(Array(parts[1]), mode: words[0])
            files.append(File(path: path, blob: words[2]))
        }
        return files
    }

    /// A file that differs between two commits; nil where it is not there.
    package struct Difference: Equatable, Sendable {
        package let path: String
        package let before, after: String?

        package init(path: String, before: String?, after: String?) {
            (self.path, self.before, self.after) = (path, before, after)
        }
    }

    /// The files that differ between two commits.
    package func differences(from old: String, to new: String) throws(GitError) -> [Difference] {
        try requireID(old)
        try requireID(new)
        let answer = try git.answer(
            ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-ext-diff", old, new], in: path,
            atMost: GitRepository.maxListBytes)
        let parts = answer.split(separator: 0)
        guard parts.count % 2 == 0 else { throw .unexpectedAnswer(command: "diff-tree") }
        var differences: [Difference] = []
        for index in stride(from: 0, to: parts.count, by: 2) {
            let words = parts[index].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 5 else { throw .unexpectedAnswer(command: "diff-tree") }
            let isThere = words[1] != "000000"
            let path = try GitRepository.plain(Array(parts[index + 1]), mode: isThere ? words[1] : "100644")
            differences.append(
                Difference(
                    path: path, before: words[0] == ":000000" ? nil : words[2], after: isThere ? words[3] : nil))
        }
        return differences
    }

    /// The path of a regular file whose names are plain.
    static func plain(_ bytes: [UInt8], mode: String) throws(GitError) -> String {
        let path = String(decoding: bytes, as: UTF8.self)
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = names.allSatisfy { !["", ".", ".."].contains($0) && $0.lowercased() != ".git" }
        let isText = path.utf8.elementsEqual(bytes) && !path.unicodeScalars.contains(where: TerminalSafe.isControl)
        guard mode == "100644", isPlain, isText, bytes.count <= 1_024 else {
            throw .badTree(path: GitMessages.cleaned(path))
        }
        return path
    }
}

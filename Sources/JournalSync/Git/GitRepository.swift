import Foundation
import Journal

/// The bare repository beside a journal. It is a cache of the remote: if it is damaged, make it again.
///
/// There is never a work tree. Its configuration is always the one that is written here, whatever it was before. The
/// caller makes sure that one process at a time uses it.
package struct GitRepository: Sendable {
    /// The branch that is exchanged.
    package static let branch = "refs/heads/main"
    static let fetched = "refs/surfjournal/fetched"
    private static let outgoing = "refs/surfjournal/outgoing"
    static let configuration = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"

    package let git: GitProgram
    package let path: String

    /// Opens the repository at a path, which is made if nothing is there.
    package init(_ path: String, git: GitProgram) throws(GitError) {
        (self.git, self.path) = (git, path)
        var status = stat()
        if lstat(path, &status) != 0 {
            guard errno == ENOENT, mkdir(path, 0o700) == 0 else { throw .system(.last) }
            try make()
        } else {
            guard status.kind == S_IFDIR else { throw .notARepository(path) }
            guard status.st_uid == geteuid() else { throw .foreignFolder(path) }
            try requireOwn()
        }
        guard chmod(path, 0o700) == 0 else { throw .system(.last) }
        try writeConfiguration()
        removeReports()
    }

    private func make() throws(GitError) {
        let options = ["--bare", "--quiet", "--template=", "--object-format=sha1", "--initial-branch=main"]
        _ = try git.answer(["-c", "init.defaultRefFormat=files", "init"] + options + ["--", path], in: nil)
    }

    /// A folder of another kind is refused. One that a killed program left half made is completed.
    private func requireOwn() throws(GitError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .system(SystemError(underlying: error) ?? SystemError(code: EIO))
        }
        let own = ["HEAD", "config", "objects", "refs"]
        if names.contains("config") {
            let text = (try? String(contentsOfFile: path + "/config", encoding: .utf8)) ?? ""
            if text.lowercased().contains("objectformat") { throw .otherHashFormat }
        }
        if own.allSatisfy(names.contains) { return }
        guard names.allSatisfy({ own.contains($0) || $0 == "branches" || $0.hasSuffix(".lock") }) else {
            throw .notARepository(path)
        }
        try make()
    }

    /// Replaces any other configuration, which could run commands.
    private func writeConfiguration() throws(GitError) {
        let file = path + "/config"
        let bytes = Array(GitRepository.configuration.utf8)
        if FileManager.default.contents(atPath: file).map(Array.init) == bytes { return }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw .system(SystemError(underlying: error) ?? SystemError(code: EIO))
        }
    }

    // MARK: The remote

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
    /// - Throws: `unreachable` if nothing was sent.
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

    // MARK: Commits

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

    private func id(_ bytes: [UInt8], _ command: String) throws(GitError) -> String {
        let text = String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
        guard GitRepository.isID(text) else { throw .unexpectedAnswer(command: command) }
        return text
    }

    private func requireID(_ text: String) throws(GitError) {
        guard GitRepository.isID(text) else { throw .unexpectedAnswer(command: "rev-parse") }
    }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == 40 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
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

    // MARK: Trees

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

    private static let maxListBytes = 1 << 24

    /// The path of a regular file whose names are plain.
    private static func plain(_ bytes: [UInt8], mode: String) throws(GitError) -> String {
        let path = String(decoding: bytes, as: UTF8.self)
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = names.allSatisfy { !["", ".", ".."].contains($0) && $0.lowercased() != ".git" }
        let isText = path.utf8.elementsEqual(bytes) && !path.unicodeScalars.contains(where: TerminalSafe.isControl)
        guard mode == "100644", isPlain, isText, bytes.count <= 1_024 else {
            throw .badTree(path: GitMessages.cleaned(path))
        }
        return path
    }

    // MARK: Blobs

    /// Reads blobs in one process, in order and in pieces.
    /// - Parameters:
    ///   - limit: The largest blob, in bytes.
    ///   - body: Receives the index of a blob, a piece, and whether it is the last one.
    package func read(
        _ blobs: [String], atMost limit: Int, _ body: (Int, ArraySlice<UInt8>, Bool) throws(GitError) -> Void
    ) throws(GitError) {
        for blob in blobs { try requireID(blob) }
        var reader = BlobAnswers(limit: limit)
        var next = 0
        let end = try git.run(
            ["cat-file", "--batch", "--buffer"], in: path,
            input: { () throws(GitError) in
                guard next < blobs.count else { return nil }
                let part = blobs[next..<min(next + 1_000, blobs.count)]
                next += part.count
                return part.flatMap { Array($0.utf8) + [0x0A] }
            }, output: { (piece) throws(GitError) in try reader.read(piece, body) })
        guard end.status == 0 else { throw .failed(command: "cat-file", status: end.status, line: end.errors.line) }
        guard reader.count == blobs.count else { throw .unexpectedAnswer(command: "cat-file") }
    }

    // MARK: Writing

    package struct Change: Equatable, Sendable {
        package let path: String
        /// The new bytes; nil removes the file.
        package let bytes: [UInt8]?

        package init(path: String, bytes: [UInt8]?) { (self.path, self.bytes) = (path, bytes) }
    }

    /// Makes a commit on a parent, or the first one. It is not pushed, and is kept until the next one is made.
    /// - Parameters:
    ///   - parents: The commit whose files are changed first; none for a first commit.
    ///   - seconds: Since 1970, limited to the years 1970 to 2099, because git refuses others.
    ///   - next: The next changed file; nil at the end. One file at a time is in memory.
    package func commit(
        parents: [String], author: String, message: String, seconds: Double,
        _ next: () throws(GitError) -> Change?
    ) throws(GitError) -> String {
        for parent in parents { try requireID(parent) }
        var head: [UInt8]? = GitRepository.header(parents, author, message, seconds)
        var isDone = false
        var answer: [UInt8] = []
        let end = try git.run(
            ["fast-import", "--quiet", "--force", "--done", "--date-format=raw"], in: path,
            input: { () throws(GitError) in
                if let first = head {
                    head = nil
                    return first
                }
                if isDone { return nil }
                if let change = try next() { return try GitRepository.bytes(of: change) }
                isDone = true
                return Array("get-mark :1\ndone\n".utf8)
            }, output: { answer += $0.prefix(1_000) })
        guard end.status == 0 else {
            removeReports()
            if end.errors.saysLocalDiskIsFull { throw .diskFull }
            throw .failed(command: "fast-import", status: end.status, line: end.errors.line)
        }
        return try id(answer, "fast-import")
    }

    /// Removes the reports that a failed or killed `fast-import` left, which hold sessions.
    private func removeReports() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        where name.hasPrefix("fast_import_crash_") {
            unlink(path + "/" + name)
        }
    }

    private static func header(_ parents: [String], _ author: String, _ message: String, _ seconds: Double) -> [UInt8] {
        let time = Int(min(max(seconds.isNaN ? 0 : seconds, 0), 4_102_444_799))
        let unusable: Set<Unicode.Scalar> = ["<", ">", "\\", "\""]
        let scalars = author.unicodeScalars.filter { !unusable.contains($0) && !TerminalSafe.isControl($0) }.prefix(100)
        let name = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
        let person = "\(name.isEmpty ? "surfjournal" : name) <surfjournal@localhost> \(time) +0000"
        var text = "commit \(outgoing)\nmark :1\nauthor \(person)\ncommitter \(person)\n"
        text += "data \(message.utf8.count)\n\(message)\n"
        if parents.isEmpty { text = "reset \(outgoing)\n\n" + text }
        for (index, parent) in parents.enumerated() { text += "\(index == 0 ? "from" : "merge") \(parent)\n" }
        return Array(text.utf8)
    }

    private static func bytes(of change: Change) throws(GitError) -> [UInt8] {
        // A quotation mark at the start of a path would begin a quoted one.
        guard try plain(Array(change.path.utf8), mode: "100644").first != "\"" else {
            throw .badTree(path: GitMessages.cleaned(change.path))
        }
        guard let bytes = change.bytes else { return Array("D \(change.path)\n".utf8) }
        return Array("M 100644 inline \(change.path)\ndata \(bytes.count)\n".utf8) + bytes + [0x0A]
    }
}

/// Reads the answers of `cat-file --batch` from pieces.
struct BlobAnswers {
    private let limit: Int
    private var line: [UInt8] = []
    /// The bytes of the blob that are still to come; nil before its line.
    private var rest: Int?
    /// The blobs read completely.
    private(set) var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func read(
        _ piece: ArraySlice<UInt8>, _ body: (Int, ArraySlice<UInt8>, Bool) throws(GitError) -> Void
    ) throws(GitError) {
        var piece = piece
        while !piece.isEmpty {
            if let left = rest {
                if left > 0 {
                    let part = piece.prefix(left)
                    piece = piece.dropFirst(part.count)
                    rest = left - part.count
                    try body(count, part, rest == 0)
                } else {
                    // The line feed after a blob.
                    piece = piece.dropFirst()
                    rest = nil
                    count += 1
                }
                continue
            }
            let end = piece.firstIndex(of: 0x0A)
            line += piece[..<(end ?? piece.endIndex)]
            if line.count > 1_000 { throw .unexpectedAnswer(command: "cat-file") }
            guard let end else { return }
            piece = piece[(end + 1)...]
            let size = try size()
            if size == 0 { try body(count, [], true) }
            rest = size
        }
    }

    private mutating func size() throws(GitError) -> Int {
        let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        line = []
        guard words.count == 3, GitRepository.isID(words[0]), words[1] == "blob", let size = Int(words[2]), size >= 0
        else { throw .unexpectedAnswer(command: "cat-file") }
        if size > limit { throw .tooLarge(command: "cat-file") }
        return size
    }
}

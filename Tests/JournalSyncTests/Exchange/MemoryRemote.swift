import Foundation
import JournalSync

/// A remote in memory, with commits, for simulations. One per script.
final class MemoryRemote {
    struct Commit {
        let parents: [String]
        let files: [String: String]
        let author: String
    }

    private(set) var commits: [String: Commit] = [:]
    fileprivate var blobs: [String: [UInt8]] = [:]
    var head: String?
    private var count = 0

    fileprivate func id() -> String {
        count += 1
        let digits = String(count, radix: 16)
        return String(repeating: "0", count: 40 - digits.count) + digits
    }

    fileprivate func add(_ bytes: [UInt8]) -> String {
        let id = id()
        blobs[id] = bytes
        return id
    }

    fileprivate func add(_ commit: Commit) -> String {
        let id = id()
        commits[id] = commit
        return id
    }

    func contains(_ commit: String, in head: String) -> Bool {
        var (rest, seen): ([String], Set<String>) = ([head], [])
        while let next = rest.popLast() {
            if next == commit { return true }
            if seen.insert(next).inserted { rest += commits[next]?.parents ?? [] }
        }
        return false
    }

    /// The texts of the head's files.
    var texts: [String: String] {
        (head.flatMap { commits[$0] }?.files ?? [:]).mapValues { String(decoding: blobs[$0] ?? [], as: UTF8.self) }
    }
}

/// What happens at a call of the repository.
enum CallFault {
    /// The process is killed before the call has an effect, or after it.
    case killedBefore, killedAfter
    /// A push arrives and its answer is lost, or it is lost itself.
    case answerLost, pushLost
    /// The remote cannot be reached.
    case unreachable
}

/// The process of a machine was killed.
struct Killed: Error {}

/// A machine's copy of a remote in memory. It makes calls fail.
final class MemoryRepository: SyncRepository {
    private let remote: MemoryRemote
    private var known: Set<String> = []
    /// The fault of each call, asked once; nil for none.
    var fault: (String) -> CallFault? = { _ in nil }
    /// Whether the process was killed: every later call fails too.
    private(set) var isKilled = false
    /// Called with each commit that is made.
    var onCommit: (String) -> Void = { _ in }

    init(_ remote: MemoryRemote) { self.remote = remote }

    /// The copy of a new process.
    func restarted() -> MemoryRepository {
        let copy = MemoryRepository(remote)
        copy.known = known
        return copy
    }

    private func calling<T>(_ name: String, _ body: (CallFault?) throws(GitError) -> T) throws(GitError) -> T {
        if isKilled { throw .killed(signal: 9) }
        let fault = fault(name)
        if case .killedBefore? = fault { isKilled = true }
        if isKilled { throw .killed(signal: 9) }
        let result = try body(fault)
        if case .killedAfter? = fault { isKilled = true }
        if isKilled { throw .killed(signal: 9) }
        return result
    }

    func fetch(_ remote: GitRemote) throws(GitError) -> GitRepository.Fetched {
        try calling("fetch") { (fault) throws(GitError) in
            if case .unreachable? = fault { throw .unreachable(line: "") }
            guard let head = self.remote.head else { return .empty }
            known.insert(head)
            return .head(head)
        }
    }

    func push(_ commit: String, to remote: GitRemote) throws(GitError) -> GitRepository.Pushed {
        try calling("push") { (fault) throws(GitError) in
            if case .unreachable? = fault { throw .unreachable(line: "") }
            if case .pushLost? = fault { return .unknown(.unreachable(line: "")) }
            if let head = self.remote.head, !self.remote.contains(head, in: commit) { return .moved }
            self.remote.head = commit
            if case .answerLost? = fault { return .unknown(.unreachable(line: "")) }
            return .done
        }
    }

    func holds(_ commit: String) throws(GitError) -> Bool {
        try calling("holds") { (_) throws(GitError) in known.contains { remote.contains(commit, in: $0) } }
    }

    func isContained(_ commit: String, in head: String) throws(GitError) -> Bool {
        try calling("isContained") { (_) throws(GitError) in remote.contains(commit, in: head) }
    }

    func commonCommit(_ one: String, _ other: String) throws(GitError) -> String? {
        try calling("commonCommit") { (_) throws(GitError) in
            // The numbers of commits grow.
            remote.commits.keys.filter { remote.contains($0, in: one) && remote.contains($0, in: other) }.max()
        }
    }

    func files(of commit: String) throws(GitError) -> [GitRepository.File] {
        try calling("files") { (_) throws(GitError) in
            (remote.commits[commit]?.files ?? [:]).sorted { $0.key < $1.key }.map {
                .init(path: $0.key, blob: $0.value)
            }
        }
    }

    func differences(from old: String, to new: String) throws(GitError) -> [GitRepository.Difference] {
        try calling("differences") { (_) throws(GitError) in
            let (before, after) = (remote.commits[old]?.files ?? [:], remote.commits[new]?.files ?? [:])
            return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }
                .map { .init(path: $0, before: before[$0], after: after[$0]) }
        }
    }

    func read(
        _ blobs: [String], atMost limit: Int, _ body: (Int, ArraySlice<UInt8>, Bool) throws(GitError) -> Void
    ) throws(GitError) {
        try calling("read") { (_) throws(GitError) in
            for (index, blob) in blobs.enumerated() { try body(index, (remote.blobs[blob] ?? [])[...], true) }
        }
    }

    func commit(
        parents: [String], author: String, message: String, seconds: Double,
        _ next: () throws(GitError) -> GitRepository.Change?
    ) throws(GitError) -> String {
        try calling("commit") { (_) throws(GitError) in
            var files = parents.first.flatMap { remote.commits[$0] }?.files ?? [:]
            while let change = try next() { files[change.path] = change.bytes.map(remote.add) }
            let id = remote.add(MemoryRemote.Commit(parents: parents, files: files, author: author))
            known.insert(id)
            onCommit(id)
            return id
        }
    }
}

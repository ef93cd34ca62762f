import Foundation
import Journal

/// A bare repository at a path, such as on a USB stick or a mounted share. Its folders `objects` and `refs` are read
/// and written directly.
///
/// Git never runs in it, so nothing in it is executed. Its configuration is read as data, only to refuse anything but a
/// plain bare repository. No symbolic link is followed when writing, or when reading references.
package struct PathRepository {
    /// Why a folder cannot be exchanged with.
    package enum Problem: Equatable, Sendable {
        /// It has a work tree, is the `.git` folder of one, or shares its parts with another repository.
        case notBare
        /// A symbolic link, or something else, is where a file or folder should be.
        case link(name: String)
        /// Its history is cut off: it was cloned with a limited depth.
        case shallow
        /// The configuration is not valid.
        case configuration
        /// It uses an extension, or a version of the format, that this program does not know.
        case format(name: String)
        /// The branch is a symbolic reference.
        case symbolicBranch
    }

    /// Where the branch points.
    enum Branch: Equatable {
        case at(String)
        case none(hasOthers: Bool)
        /// The branch's file is truncated or damaged.
        case torn
    }

    /// The path that was given, or the same with `.git` appended.
    let path: String
    let root, objects, references: OpenFolder
    static let branch = "main"

    private static let maxConfigurationBytes = 1 << 16
    private static let maxPackedBytes = 1 << 24

    /// Opens the repository of a remote.
    /// - Throws: `noRepository` if there is none, `notPlain` if it has another form.
    init(_ remote: GitRemote) throws(GitError) {
        var name = remote.path
        while name.count > 1, name.hasSuffix("/") || name.hasSuffix("/.") { name.removeLast() }
        for path in [name, name + ".git"] where PathRepository.isRepository(path) {
            try self.init(opening: path)
            return
        }
        let gitFile = try? BoundedFile.bytes(at: name, atMost: 1 << 12)
        if gitFile?.starts(with: "gitdir:".utf8) == true || PathRepository.isTaken(name + "/.git") {
            throw .notPlain(path: name, .notBare)
        }
        throw .noRepository(remote)
    }

    private static func isRepository(_ path: String) -> Bool {
        ["HEAD", "objects", "refs"].allSatisfy { isTaken(path + "/" + $0) }
    }

    private static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private init(opening path: String) throws(GitError) {
        self.path = path
        do throws(SystemError) {
            root = try OpenFolder(path, followsLink: false)
            objects = try root.folder("objects")
            references = try root.folder("refs")
        } catch {
            if let name = PathRepository.firstLink(in: path) { throw .notPlain(path: path, .link(name: name)) }
            throw .system(error)
        }
        for name in ["commondir", "gitdir"] where isTaken(name) { throw problem(.notBare) }
        if isTaken("shallow") { throw problem(.shallow) }
        if isTaken("reftable") { throw problem(.format(name: "reftable")) }
    }

    /// The first part of the repository that is a symbolic link, or a file in place of a folder.
    private static func firstLink(in path: String) -> String? {
        ["", "/objects", "/refs"].first { name in
            var status = stat()
            return lstat(path + name, &status) == 0 && status.kind != S_IFDIR
        }.map { $0.isEmpty ? path : String($0.dropFirst()) }
    }

    private func isTaken(_ name: String) -> Bool { (try? root.status(name)) != nil }

    private func problem(_ problem: Problem) -> GitError { .notPlain(path: path, problem) }

    // MARK: Configuration

    /// Refuses anything but a plain bare repository. The configuration is parsed by a git that runs in another
    /// repository and gets it on standard input: no file that it includes is read, and no value takes effect.
    func requirePlain(_ git: GitProgram, in own: String) throws(GitError) {
        guard let bytes = try file("config", in: root, atMost: PathRepository.maxConfigurationBytes) else {
            return try requirePlain([:])
        }
        let list: [UInt8]
        do throws(GitError) {
            list = try git.answer(
                ["config", "--file", "-", "--no-includes", "-z", "--list"], in: own, input: bytes, atMost: 1 << 20)
        } catch {
            if case .failed = error { throw problem(.configuration) }
            throw error
        }
        var values: [String: String] = [:]
        for entry in list.split(separator: 0) {
            let parts = entry.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            values[String(decoding: parts[0], as: UTF8.self)] =
                parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : "true"
        }
        try requirePlain(values)
    }

    /// Extensions of a repository that do not change how objects and references are stored.
    private static let acceptedExtensions = [
        "noop", "noop-v1", "preciousobjects", "worktreeconfig", "relativeworktrees",
    ]

    private func requirePlain(_ values: [String: String]) throws(GitError) {
        for (key, value) in values where key.hasPrefix("extensions.") {
            let name = String(key.dropFirst("extensions.".count))
            switch name {
            case "objectformat":
                if value.lowercased() != "sha1" { throw .otherHashFormat }
            case "refstorage":
                if value.lowercased() != "files" { throw problem(.format(name: GitMessages.cleaned(value))) }
            default:
                guard PathRepository.acceptedExtensions.contains(name) else {
                    throw problem(.format(name: GitMessages.cleaned(name)))
                }
            }
        }
        let version = values["core.repositoryformatversion"] ?? "0"
        guard ["0", "1"].contains(version) else { throw problem(.format(name: GitMessages.cleaned(version))) }
        let bare = values["core.bare"]?.lowercased() ?? (path.hasSuffix("/.git") ? "false" : "true")
        guard ["true", "yes", "on", "1"].contains(bare), values["core.worktree"] == nil else {
            throw problem(.notBare)
        }
    }

    // MARK: References

    /// Where the branch points.
    func readBranch() throws(GitError) -> Branch {
        let heads: OpenFolder?
        do throws(SystemError) {
            heads = try references.folder("heads")
        } catch {
            guard error.isMissing else { throw problem(.link(name: "refs/heads")) }
            heads = nil
        }
        if let heads, let bytes = try file(PathRepository.branch, in: heads, atMost: 1 << 12) {
            return try branch(bytes)
        }
        let packed = try packedBranches()
        if let id = packed[GitRepository.branch] { return .at(id) }
        if let heads, packed.isEmpty { return .none(hasOthers: try hasBranches(heads)) }
        return .none(hasOthers: !packed.isEmpty)
    }

    private func branch(_ bytes: [UInt8]) throws(GitError) -> Branch {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("ref:") { throw problem(.symbolicBranch) }
        let id = String(text.prefix(40))
        return GitRepository.isID(id) && text.dropFirst(40).allSatisfy(\.isWhitespace) ? .at(id) : .torn
    }

    /// The branches of the file `packed-refs`, which is never written.
    private func packedBranches() throws(GitError) -> [String: String] {
        guard let bytes = try file("packed-refs", in: root, atMost: PathRepository.maxPackedBytes) else { return [:] }
        var branches: [String: String] = [:]
        for line in bytes.split(separator: 0x0A) where !line.starts(with: "#".utf8) && !line.starts(with: "^".utf8) {
            let (id, name) = (String(decoding: line.prefix(40), as: UTF8.self), line.dropFirst(41))
            guard name.starts(with: "refs/heads/".utf8) else { continue }
            guard GitRepository.isID(id) else { throw .damagedRemote(line: "packed-refs is not valid") }
            branches[String(decoding: name, as: UTF8.self)] = id
        }
        return branches
    }

    /// Whether a folder of branches has any, other than locks and empty folders.
    private func hasBranches(_ heads: OpenFolder) throws(GitError) -> Bool {
        try accessing { () throws(SystemError) in
            for name in try heads.names() where !name.hasPrefix(".") && !name.hasSuffix(".lock") {
                guard try heads.status(name).kind == S_IFDIR, try heads.folder(name).names().isEmpty else {
                    return true
                }
            }
            return false
        }
    }

    // MARK: Files

    /// The bytes of a regular file; nil if nothing, or a folder, has its name.
    func file(_ name: String, in folder: OpenFolder, atMost limit: Int) throws(GitError) -> [UInt8]? {
        let bytes: [UInt8]?
        do throws(SystemError) {
            let kind = try folder.status(name).kind
            if kind == S_IFDIR { return nil }
            guard kind == S_IFREG else { throw SystemError(code: ELOOP) }
            let file = try folder.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard try file.status().kind == S_IFREG else { throw SystemError(code: ELOOP) }
            bytes = try file.read(atMost: limit)
        } catch {
            if error.isMissing { return nil }
            throw error.code == ELOOP ? problem(.link(name: name)) : .system(error)
        }
        guard let bytes else { throw .tooLarge(command: name) }
        return bytes
    }

    func accessing<T>(_ body: () throws(SystemError) -> T) throws(GitError) -> T {
        do throws(SystemError) { return try body() } catch { throw .system(error) }
    }
}

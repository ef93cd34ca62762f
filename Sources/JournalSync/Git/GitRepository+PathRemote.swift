import Foundation
import Journal

/// Exchanging with a repository at a path. Git reads its objects alone, through a repository of this program's, the
/// *view*, that has our configuration and the branch, and names the remote's objects as its alternate.
extension GitRepository {
    private var view: String { path + "/view" }
    private var outgoingPacks: String { path + "/packs" }
    /// The largest list of a repository's objects that is read, in bytes. Each object takes 41.
    private static let maxObjectListBytes = 1 << 27
    private static let viewConfiguration =
        configuration + "\tcommitGraph = false\n\tmultiPackIndex = false\n\talternateRefsCommand = :\n"

    func fetch(from remote: GitRemote) throws(GitError) -> Fetched {
        let place = try PathRepository(remote)
        try place.requirePlain(git, in: path)
        place.removeLeftFiles()
        switch try place.readBranch() {
        case .torn: return .torn
        case .none(hasOthers: true): return .noBranch
        case .none(hasOthers: false): return try hasLost(place) ? .lost : .empty
        case .at(let head):
            try writeView(of: place, head)
            if let objects = try ownObjects(of: head) {
                _ = try git.answer(["update-ref", GitRepository.fetched, head], in: path)
                try mend(place, objects)
            } else {
                try receive(head)
            }
            return .head(head)
        }
    }

    /// Pushes a commit that follows the branch's commit, or the first commit of a repository without the branch.
    func push(_ commit: String, toPath remote: GitRemote) throws(GitError) -> Pushed {
        let place = try PathRepository(remote)
        try place.requirePlain(git, in: path)
        let branch = try place.readBranch()
        var known: [String] = []
        if case .at(let current) = branch {
            if current == commit { return .done }
            guard try holds(current), try isContained(current, in: commit) else { return .moved }
            known = [current]
        }
        if let reason = try send(objects(of: commit, without: known), to: place) { return .rejected(line: reason) }
        let moved: PathRepository.Moved
        do throws(GitError) {
            moved = try place.move(from: branch, to: commit)
        } catch {
            guard case .system(let error) = error else { throw error }
            return .rejected(line: error.detail)
        }
        switch moved {
        case .done: break
        case .moved: return .moved
        case .locked(let path, let isLeft): return .locked(path: path, isLeft: isLeft)
        case .unsynced(let error): return .unknown(.system(error))
        }
        if known.isEmpty { place.nameBranch() }
        _ = try? git.answer(["update-ref", GitRepository.fetched, commit], in: path)
        // What was exchanged does not depend on it.
        if place.hasManyPacks { try? joinPacks(of: place, commit) }
        return .done
    }

    // MARK: Receiving

    /// Whether a repository without a branch has the commit of the last exchange.
    private func hasLost(_ place: PathRepository) throws(GitError) -> Bool {
        guard let last = try? commit(GitRepository.fetched) else { return false }
        try writeView(of: place, last)
        return try git.run(["cat-file", "-e", last + "^{commit}"], in: view, output: { _ in }).status == 0
    }

    private func writeView(of place: PathRepository, _ head: String) throws(GitError) {
        let files = [
            ("HEAD", "ref: \(GitRepository.branch)\n"), ("config", GitRepository.viewConfiguration),
            ("refs/heads/main", head + "\n"), ("objects/info/alternates", place.path + "/objects\n"),
        ]
        do {
            for (name, text) in files {
                let file = URL(fileURLWithPath: view + "/" + name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        } catch {
            throw .system(SystemError(underlying: error) ?? SystemError(code: EIO))
        }
    }

    private func receive(_ head: String) throws(GitError) {
        let end = try git.run(
            ["-c", "protocol.file.allow=always"] + GitRepository.fetching(from: view), in: path, output: { _ in })
        if end.status == 0 { return }
        if end.errors.saysLocalDiskIsFull { throw .diskFull }
        let remote = try git.run(["rev-list", "--objects", "--quiet", head], in: view, output: { _ in })
        if remote.status != 0 { throw .damagedRemote(line: remote.errors.line) }
        throw .failed(command: "fetch", status: end.status, line: end.errors.line)
    }

    // MARK: Sending

    /// Sends again what the remote should have and has not, such as after a power cut.
    private func mend(_ place: PathRepository, _ objects: [String]) throws(GitError) {
        let missing = try missing(objects)
        if let reason = try send(missing, to: place) { throw .damagedRemote(line: reason) }
    }

    /// The objects that cannot be read at the remote.
    private func missing(_ objects: [String]) throws(GitError) -> [String] {
        var input: [UInt8]? = objects.flatMap { Array($0.utf8) + [0x0A] }
        var (missing, line): ([String], [UInt8]) = ([], [])
        var count = 0
        let end = try git.run(
            ["cat-file", "--batch-check", "--buffer"], in: view,
            input: { () throws(GitError) in
                defer { input = nil }
                return input
            },
            output: { (piece) throws(GitError) in
                for byte in piece {
                    if byte != 0x0A {
                        if line.count > 1_000 { throw .unexpectedAnswer(command: "cat-file") }
                        line.append(byte)
                        continue
                    }
                    if line.reversed().starts(with: " missing".utf8.reversed()) {
                        missing.append(String(decoding: line.prefix(40), as: UTF8.self))
                    }
                    line = []
                    count += 1
                }
            })
        // Git stops at an object that it cannot read at all. That object and all later ones are sent.
        if count < objects.count { missing += objects[count...] }
        if end.status != 0, missing.isEmpty {
            throw .failed(command: "cat-file", status: end.status, line: end.errors.line)
        }
        return missing
    }

    /// The objects of a commit with all that it contains; nil if they are not all here.
    private func ownObjects(of commit: String) throws(GitError) -> [String]? {
        guard try holds(commit) else { return nil }
        do throws(GitError) {
            return try objects(of: commit, without: [])
        } catch {
            if case .failed = error { return nil }
            throw error
        }
    }

    private func objects(of commit: String, without known: [String]) throws(GitError) -> [String] {
        let answer = try git.answer(
            ["rev-list", "--objects", "--no-object-names", commit] + known.map { "^" + $0 }, in: path,
            atMost: GitRepository.maxObjectListBytes)
        return answer.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Sends objects in one pack. Returns the reason why the remote cannot take it.
    private func send(_ objects: [String], to place: PathRepository) throws(GitError) -> String? {
        if objects.isEmpty { return nil }
        defer { try? FileManager.default.removeItem(atPath: outgoingPacks) }
        let pack = try pack(objects)
        do throws(SystemError) {
            try place.place(pack)
            return nil
        } catch {
            return error.detail
        }
    }

    private func pack(_ objects: [String]) throws(GitError) -> PathRepository.Pack {
        do {
            try? FileManager.default.removeItem(atPath: outgoingPacks)
            try FileManager.default.createDirectory(atPath: outgoingPacks, withIntermediateDirectories: true)
        } catch {
            throw .system(SystemError(underlying: error) ?? SystemError(code: EIO))
        }
        let answer = try git.answer(
            ["pack-objects", "-q", outgoingPacks + "/pack"], in: path,
            input: objects.flatMap { Array($0.utf8) + [0x0A] })
        let name = String(decoding: answer.prefix(40), as: UTF8.self)
        guard GitRepository.isID(name), answer.count == 41 else { throw .unexpectedAnswer(command: "pack-objects") }
        return PathRepository.Pack(folder: outgoingPacks, name: "pack-" + name)
    }

    private func joinPacks(of place: PathRepository, _ commit: String) throws(GitError) {
        defer { try? FileManager.default.removeItem(atPath: outgoingPacks) }
        let pack = try pack(objects(of: commit, without: []))
        try place.accessing { () throws(SystemError) in try place.place(pack) }
        try place.removePacks(within: pack) { (index) throws(GitError) in
            let lines = try git.answer(
                ["show-index"], in: path, input: index, atMost: GitRepository.maxObjectListBytes)
            return Set(
                lines.split(separator: 0x0A).compactMap { line in
                    line.split(separator: 0x20).dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
                })
        }
    }
}

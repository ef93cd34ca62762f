import Foundation
import Journal

/// Writing packs and the branch, each all or nothing, and on the disk when it is done.
extension PathRepository {
    private static let prefix = ".surfjournal-"
    /// The age in seconds from which a lock counts as left behind by a killed program.
    private static let longestLock = 60

    /// What became of moving the branch.
    enum Moved: Equatable {
        case done
        /// The branch was moved by another.
        case moved
        /// Another program has git's lock, or left it.
        case locked(path: String, isLeft: Bool)
        /// The branch was moved. It is not known whether that is on the disk.
        case unsynced(SystemError)
    }

    /// A pack with its index in a folder of this machine.
    struct Pack {
        let folder: String
        let name: String
    }

    /// Removes what killed exchanges left. What cannot be removed now is removed later.
    func removeLeftFiles() {
        for (folder, lock) in [(try? references.folder("heads"), "main.lock"), (root, "HEAD.lock")] {
            guard let folder else { continue }
            try? removeOwn(lock, in: folder)
            TemporaryFile.removeOrphans(in: folder, prefix: PathRepository.prefix)
        }
        if let packs = try? objects.folder("pack") {
            TemporaryFile.removeOrphans(in: packs, prefix: PathRepository.prefix)
        }
    }

    /// Copies a pack, and then its index, which lets git find it.
    func place(_ pack: Pack) throws(SystemError) {
        let target = try objects.folder("pack", createIfMissing: true)
        for suffix in [".pack", ".idx"] {
            let source = try Descriptor.open(pack.folder + "/" + pack.name + suffix, O_RDONLY)
            let file = try TemporaryFile(in: target, prefix: PathRepository.prefix)
            do throws(SystemError) {
                while case let chunk = try source.nextChunk(), !chunk.isEmpty { try file.descriptor.write(chunk[...]) }
                PathRepository.share(file, 0o444, as: try target.status())
                try file.replace(pack.name + suffix)
            } catch {
                file.remove()
                throw error
            }
        }
    }

    /// Moves the branch to a commit if it still names what it did, under the lock that git uses.
    func move(from old: Branch, to commit: String) throws(GitError) -> Moved {
        let heads = try accessing { () throws(SystemError) in try references.folder("heads", createIfMissing: true) }
        return try replace(PathRepository.branch, in: heads, with: commit + "\n") { () throws(GitError) in
            try readBranch() == old
        }
    }

    /// Lets the HEAD of a repository whose branch is new name it, if it names one that is not there. Otherwise a clone
    /// would show nothing. What is exchanged does not depend on it, so a failure is ignored.
    func nameBranch() {
        guard let head = try? file("HEAD", in: root, atMost: 1 << 12) else { return }
        let text = String(decoding: head, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let name = text.wholeMatch(of: /ref: refs\/heads\/([A-Za-z0-9_-]+)/)?.1, name != PathRepository.branch,
            let heads = try? references.folder("heads"), (try? heads.status(String(name))) == nil
        else { return }
        _ = try? replace("HEAD", in: root, with: "ref: \(GitRepository.branch)\n") { true }
    }

    /// Lets everyone who may read the folder read the file. Some file systems have no modes.
    private static func share(_ file: TemporaryFile, _ mode: mode_t, as folder: stat) {
        try? file.descriptor.setMode(folder.st_mode & mode)
    }

    private func replace(
        _ name: String, in folder: OpenFolder, with text: String, if isCurrent: () throws(GitError) -> Bool
    ) throws(GitError) -> Moved {
        let lock = name + ".lock"
        try accessing { () throws(SystemError) in try removeOwn(lock, in: folder) }
        let file = try accessing { () throws(SystemError) in
            try TemporaryFile(in: folder, prefix: PathRepository.prefix)
        }
        defer { file.remove() }
        let isLocked = try accessing { () throws(SystemError) in
            try file.descriptor.write(Array(text.utf8)[...])
            PathRepository.share(file, 0o666, as: try folder.status())
            try file.descriptor.synchronize()
            return try take(lock, in: folder, file, text)
        }
        guard isLocked else {
            let age = try? file.descriptor.status().seconds - folder.status(lock).seconds
            let path = self.path + (name == "HEAD" ? "/" : "/refs/heads/") + lock
            return .locked(path: path, isLeft: (age ?? 0) >= PathRepository.longestLock)
        }
        do throws(GitError) {
            guard try isCurrent() else {
                try? folder.remove(lock)
                return .moved
            }
            try accessing { () throws(SystemError) in try folder.rename(lock, to: name) }
        } catch {
            try? folder.remove(lock)
            throw error
        }
        do throws(SystemError) { try folder.synchronize() } catch { return .unsynced(error) }
        return .done
    }

    /// Takes git's lock with a second name of a file, so that it is never half written. Memory cards have no second
    /// names. Returns whether it was taken.
    private func take(
        _ lock: String, in folder: OpenFolder, _ file: TemporaryFile, _ text: String
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try folder.link(file.name, to: lock)
            return true
        } catch {
            if error.code == EEXIST { return false }
            guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { throw error }
        }
        let own: Descriptor
        do throws(SystemError) {
            own = try folder.open(lock, O_RDWR | O_CREAT | O_EXCL)
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
        do throws(SystemError) {
            try own.write(Array(text.utf8)[...])
            try own.synchronize()
        } catch {
            try? folder.remove(lock)
            throw error
        }
        return true
    }

    /// Removes a lock that this program left when it was killed: it has a second name, as no lock of git's has, and no
    /// process holds it.
    private func removeOwn(_ lock: String, in folder: OpenFolder) throws(SystemError) {
        do throws(SystemError) {
            let status = try folder.status(lock)
            guard status.kind == S_IFREG, status.st_nlink > 1 else { return }
            let file = try folder.open(lock, O_RDONLY | O_NONBLOCK)
            guard file.tryLock() == .locked, try folder.status(lock).isSameFile(as: file.status()) else { return }
            try folder.remove(lock)
        } catch {
            if !error.isMissing { throw error }
        }
    }
}

/// Joining packs, of which each exchange adds one.
extension PathRepository {
    /// The most packs before they are joined.
    private static let maxPacks = 50

    var hasManyPacks: Bool { ((try? packs()) ?? []).count > PathRepository.maxPacks }

    /// Removes the packs whose objects are all in another one, which is on the disk already.
    /// - Parameter objects: The objects of an index, in hexadecimal digits.
    func removePacks(
        within pack: Pack, _ objects: (_ index: [UInt8]) throws(GitError) -> Set<String>
    ) throws(GitError) {
        let folder = try accessing { () throws(SystemError) in try self.objects.folder("pack") }
        let limit = 1 << 28
        guard let index = try file(pack.name + ".idx", in: folder, atMost: limit) else { return }
        let present = try objects(index)
        let names = try accessing { () throws(SystemError) in try folder.names() }
        for name in try accessing({ () throws(SystemError) in try packs() }) where name != pack.name {
            if [".keep", ".promisor", ".mtimes"].contains(where: { names.contains(name + $0) }) { continue }
            guard let index = try file(name + ".idx", in: folder, atMost: limit),
                try objects(index).isSubset(of: present)
            else { continue }
            try accessing { () throws(SystemError) in
                try folder.remove(name + ".idx")
                for other in names where other.hasPrefix(name + ".") && other != name + ".idx" {
                    try folder.remove(other)
                }
            }
        }
    }

    /// The names of the packs, without their suffixes.
    private func packs() throws(SystemError) -> [String] {
        try objects.folder("pack").names().compactMap { name in
            name.wholeMatch(of: /(pack-[0-9a-f]{40})\.pack/).map { String($0.1) }
        }
    }
}

extension stat {
    /// The time of the last change, in whole seconds.
    fileprivate var seconds: Int {
        #if canImport(Darwin)
            st_mtimespec.tv_sec
        #else
            st_mtim.tv_sec
        #endif
    }
}

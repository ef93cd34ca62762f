import Foundation
import Journal

/// The folder beside a journal with the copy of the remote, the remote's URL, and the lock of exchanges. Only the
/// folder's owner may enter it. One that somebody else made is refused.
package struct SyncFolder: Sendable {
    private let side: PrivateFolder
    /// The folder `<journal>-sync`.
    package var path: String { side.path }

    /// The folder of the journal at a URL, which need not exist.
    package init(of journal: URL) { side = PrivateFolder(of: journal, suffix: "-sync") }

    private static let remoteFile = "remote"
    private static let maxBytes = 1 << 16

    /// The path of the bare repository.
    var repository: String { path + "/repository" }

    /// The remote; nil if none was chosen.
    package func remote() throws(SyncError) -> GitRemote? {
        let bytes = try accessing { try side.open().flatMap(SyncFolder.remoteBytes) }
        guard let bytes else { return nil }
        let text = String(decoding: bytes.split(separator: 0x0A).first ?? [], as: UTF8.self)
        do throws(GitError) { return try GitRemote(stored: text) } catch { throw .git(error) }
    }

    /// The bytes of the file with the remote's URL; nil if there is none.
    private static func remoteBytes(in folder: OpenFolder) throws(SystemError) -> [UInt8]? {
        let file: Descriptor
        do throws(SystemError) {
            file = try folder.open(remoteFile, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch  where error.isMissing {
            return nil
        }
        guard let bytes = try file.read(atMost: maxBytes) else { throw SystemError(code: EFBIG) }
        return bytes
    }

    /// Stores the remote's URL.
    func keep(_ remote: GitRemote) throws(SyncError) {
        try accessing {
            let folder = try side.make()
            TemporaryFile.removeOrphans(in: folder, prefix: ".remote-")
            let file = try TemporaryFile(in: folder, prefix: ".remote-")
            do throws(SystemError) {
                try file.descriptor.write(Array((remote.url + "\n").utf8)[...])
                try file.replace(SyncFolder.remoteFile)
            } catch {
                file.remove()
                throw error
            }
        }
    }

    /// Removes the remote's URL. The copy stays.
    package func forget() throws(SyncError) {
        try accessing {
            guard let folder = try side.open() else { return }
            try folder.remove(SyncFolder.remoteFile)
            try folder.synchronize()
        }
    }

    /// The lock of exchanges, held until it is released.
    /// - Throws: `.running` if another process has it; `.superuser` if the superuser would make another user's copy.
    func lock() throws(SyncError) -> Descriptor {
        let folder = try accessing { try side.make() }
        let file = try accessing {
            if geteuid() == 0, try folder.owner != 0 { throw SyncError.superuser }
            try requireOwnCopy(in: folder)
            return try folder.lockedFile("lock", O_RDWR | O_CREAT)
        }
        guard let file else { throw .running }
        return file
    }

    /// A copy that was made with `sudo` cannot be removed or written.
    private func requireOwnCopy(in folder: OpenFolder) throws {
        if let owner = try folder.owner(of: "repository"), owner != geteuid() {
            throw SyncError.foreignCopy(repository)
        }
    }

    /// Removes the copy of the remote, which the next exchange makes again.
    func removeCopy() throws(SyncError) {
        do {
            try FileManager.default.removeItem(atPath: repository)
        } catch {
            guard let error = SystemError(underlying: error), !error.isMissing else { return }
            throw .system(error, path: repository)
        }
    }

    private func accessing<T>(_ body: () throws -> T) throws(SyncError) -> T {
        do {
            return try body()
        } catch let error as SyncError {
            throw error
        } catch let fault as PrivateFolder.Fault {
            throw .folder(path, fault)
        } catch {
            throw .system(SystemError(underlying: error) ?? SystemError(code: EIO), path: path)
        }
    }
}

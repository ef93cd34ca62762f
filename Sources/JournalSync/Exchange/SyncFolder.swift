import Foundation
import Journal

/// The folder beside a journal with the copy of the remote, the remote's name, and the lock of exchanges. Only the
/// folder's owner may enter it.
package struct SyncFolder: Sendable {
    /// The folder `<journal>-sync`.
    package let path: String

    /// The folder of the journal at a URL, which need not exist.
    package init(of journal: URL) { path = journal.path + "-sync" }

    private static let remoteFile = "remote"
    private static let mostBytes = 1 << 16

    /// The path of the bare repository.
    var repository: String { path + "/repository" }

    /// The remote; nil if none was chosen.
    package func remote() throws(SyncError) -> GitRemote? {
        let file = path + "/" + SyncFolder.remoteFile
        let bytes: [UInt8]
        do throws(BoundedFile.Failure) {
            bytes = try BoundedFile.bytes(at: file, atMost: SyncFolder.mostBytes)
        } catch {
            switch error {
            case .missing: return nil
            case .unreadable(let code): throw .system(SystemError(code: code), path: file)
            case .tooLarge: throw .system(SystemError(code: EFBIG), path: file)
            }
        }
        let text = String(decoding: bytes.split(separator: 0x0A).first ?? [], as: UTF8.self)
        do throws(GitError) { return try GitRemote(stored: text) } catch { throw .git(error) }
    }

    /// Keeps the remote's name.
    func keep(_ remote: GitRemote) throws(SyncError) {
        try accessing { () throws(SystemError) in
            let folder = try OpenFolder(making: path, mode: 0o700)
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

    /// Forgets the remote's name. The copy stays.
    package func forget() throws(SyncError) {
        try accessing { () throws(SystemError) in
            let folder = try OpenFolder(path, followsLink: false)
            try folder.remove(SyncFolder.remoteFile)
            try folder.synchronize()
        }
    }

    /// The lock of exchanges, held until it is released.
    /// - Throws: `.running` if another process has it.
    func lock() throws(SyncError) -> Descriptor {
        let file = try accessing { () throws(SystemError) in
            try OpenFolder(making: path, mode: 0o700).lockedFile("lock", O_RDWR | O_CREAT)
        }
        guard let file else { throw .running }
        return file
    }

    /// Removes the copy of the remote, which the next exchange makes again.
    func removeCopy() throws(SyncError) {
        do {
            try FileManager.default.removeItem(atPath: repository)
        } catch {
            guard let error = SystemError(behind: error), !error.isMissing else { return }
            throw .system(error, path: repository)
        }
    }

    private func accessing<T>(_ body: () throws(SystemError) -> T) throws(SyncError) -> T {
        do throws(SystemError) { return try body() } catch { throw .system(error, path: path) }
    }
}

import Foundation

/// A private folder beside a file that is being made, on the same file system, so that the finished file can be linked
/// into place. Locked while it is in use: a folder that a killed process left is recognised by its free lock and removed
/// by the next one.
final class StagingFolder {
    let url: URL
    private let lock: Descriptor

    /// A folder beside `target`, whose missing parents are made; leftovers of killed processes are removed first.
    convenience init(for target: URL) throws {
        let parent = target.deletingLastPathComponent()
        try StagingFolder.makeParents(parent)
        let prefix = ".\(target.lastPathComponent).new-"
        StagingFolder.removeLeftovers(in: parent, prefix: prefix)
        try self.init(in: parent, prefix: prefix)
    }

    init(in parent: URL, prefix: String = ".surfjournal-") throws {
        var template = Array((parent.path + "/" + prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        url = URL(fileURLWithPath: path, isDirectory: true)
        lock = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
        guard lock.tryLock() == .locked else { throw SystemError.last }
    }

    /// Puts `file`, on disk whole, under the target's name. Returns false when somebody else's is there already.
    /// - Throws: `.strayFile` when a side file of something that is gone stands there.
    func link(_ file: URL, to target: URL) throws -> Bool {
        for suffix in ["-wal", "-shm", "-journal"] {
            let side = URL(fileURLWithPath: target.path + suffix)
            let exists = FileManager.default.fileExists(atPath: side.path)
            if exists, !FileManager.default.fileExists(atPath: target.path) { throw JournalError.strayFile(side) }
        }
        try Descriptor.open(file.path, O_RDONLY).synchronize()
        guard Foundation.link(file.path, target.path) == 0 else {
            if errno == EEXIST { return false }
            throw SystemError.last
        }
        try OpenFolder(target.deletingLastPathComponent().path, followsLink: true).synchronize()
        return true
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    private static func makeParents(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw OpenFolder.exists(folder.path) ? error : JournalError(reason(error, at: folder), at: folder)
        }
    }

    /// Something else that stands where the folder should be is reported as what it is not.
    private static func reason(_ error: any Error, at folder: URL) -> any Error {
        FileManager.default.fileExists(atPath: folder.path) ? SystemError(code: ENOTDIR) : error
    }

    private static func removeLeftovers(in parent: URL, prefix: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = parent.appendingPathComponent(name).path
            guard let folder = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
            if folder.tryLock() == .locked { try? FileManager.default.removeItem(atPath: path) }
        }
    }
}

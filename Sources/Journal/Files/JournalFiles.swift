import Foundation
import PersistenceSQLite

/// The files of a journal, which no command may overwrite: the journal, its log and index, its drafts, the copy of the
/// remote, and temporary files beside it.
///
/// An existing file is recognised by device and inode, so the rule applies to links, other spellings of the path, and
/// open descriptors. A file that does not exist yet, such as a log, is recognised by its name in the journal's folder.
package struct JournalFiles: Sendable {
    private let url: URL

    /// The files of the journal at `url`, which need not exist.
    package init(of url: URL) {
        self.url = url
    }

    private static let suffixes = [""] + DatabaseFileSuffix.all + ["-drafts", "-sync"]

    /// Whether an inherited descriptor, such as standard output, is one of these files.
    package func isOneOpen(as number: Int32) throws(JournalError) -> Bool {
        do {
            return try isOpen(as: number)
        } catch {
            throw JournalError(error, at: url)
        }
    }

    /// Whether an inherited descriptor is a database, or a write-ahead log, of whatever program: output would damage it.
    /// False for a file that cannot be read again, such as a pipe.
    package static func isDatabaseOpen(as number: Int32) -> Bool {
        var status = stat()
        guard fstat(number, &status) == 0, status.kind == S_IFREG, status.st_size > 0 else { return false }
        let file = Foundation.open("/dev/fd/\(number)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(file, &bytes, bytes.count, 0)
        let isLog = count >= 4 && bytes[..<3] == [0x37, 0x7F, 0x06] && bytes[3] | 1 == 0x83
        return isLog || count == bytes.count && bytes.elementsEqual(Array("SQLite format 3".utf8) + [0])
    }

    /// Whether a file is one of these. False if its status cannot be read: opening it reports the error.
    package func isOne(at path: String) throws(JournalError) -> Bool {
        do {
            guard let status = try? JournalFiles.status(path) else { return false }
            if try contains(status) { return true }
            return try isDraft(status)
        } catch {
            throw JournalError(error, at: url)
        }
    }

    private func isOpen(as number: Int32) throws(SystemError) -> Bool {
        var status = stat()
        guard fstat(number, &status) == 0, status.kind == S_IFREG else { return false }
        if try contains(status) { return true }
        return try isDraft(status)
    }

    /// Whether a target is one of these files, or would be if it were created.
    func contain(_ target: OutputTarget, at path: String) throws(SystemError) -> Bool {
        switch target {
        case .stream(let number): return try isOpen(as: number)
        case .device: return false
        case .file(let folder, let name):
            // A draft can have another path only as a hard link.
            if let status = try JournalFiles.status(path) {
                if try contains(status) { return true }
                if status.st_nlink > 1, try isDraft(status) { return true }
            }
            if try isReserved(name, in: folder) { return true }
            return try isInside(folder)
        }
    }

    /// Does not include drafts.
    private func contains(_ status: stat) throws(SystemError) -> Bool {
        for suffix in JournalFiles.suffixes {
            if try JournalFiles.status(url.path + suffix)?.isSameFile(as: status) == true { return true }
        }
        return false
    }

    private func isDraft(_ status: stat) throws(SystemError) -> Bool {
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try OpenFolder(url.path + "-drafts", followsLink: false)
        } catch  where error.isMissing || error.code == ENOTDIR || error.code == ELOOP {
            return false
        }
        for name in try folder.names() {
            do throws(SystemError) {
                if try folder.status(name).isSameFile(as: status) { return true }
            } catch  where error.isMissing {
                continue
            }
        }
        return false
    }

    /// Compares names without case, as some file systems do.
    private func isReserved(_ name: String, in folder: String) throws(SystemError) -> Bool {
        if JournalFiles.isTemporary(name) { return true }
        guard let place = try JournalFiles.status(folder),
            let own = try JournalFiles.status(url.deletingLastPathComponent().path), own.isSameFile(as: place)
        else { return false }
        let (name, journal) = (name.lowercased(), url.lastPathComponent.lowercased())
        return JournalFiles.suffixes.contains { name == journal + $0 } || name.hasPrefix(".\(journal).new-")
    }

    /// Whether a folder is, or is inside, the folder of drafts or of exchanges, or a temporary folder.
    private func isInside(_ folder: String) throws(SystemError) -> Bool {
        guard let resolved = realpath(folder, nil) else { return false }
        defer { free(resolved) }
        var own: [stat] = []
        for suffix in ["-drafts", "-sync"] {
            if let status = try JournalFiles.status(url.path + suffix) { own.append(status) }
        }
        let making = ".\(url.lastPathComponent).new-"
        var path = String(cString: resolved)
        while path != "/", !path.isEmpty {
            let name = (path as NSString).lastPathComponent
            if JournalFiles.isTemporary(name) || name.hasPrefix(making) { return true }
            if let status = try JournalFiles.status(path), own.contains(where: status.isSameFile) { return true }
            path = (path as NSString).deletingLastPathComponent
        }
        return false
    }

    /// Whether a name is one of the program's temporary names, whose leftovers it removes.
    private static func isTemporary(_ name: String) -> Bool {
        ["backup", "export", "import", "staging", "trial", "form"].contains { name.hasPrefix(".surfjournal-\($0)-") }
    }

    private static func status(_ path: String) throws(SystemError) -> stat? {
        let path = try systemPath(path)
        var status = stat()
        do throws(SystemError) {
            try checked { stat(path, &status) }
            return status
        } catch  where error.isMissing || error.code == ENOTDIR || error.code == ELOOP {
            return nil
        }
    }
}

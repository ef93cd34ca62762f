import Foundation
import Persistence
import SQLite

/// Why a store cannot be used although its content may be intact: its file or log is not the expected one. The error
/// below a `PersistenceError`.
package enum StoreFileFault: Error, Equatable, Sendable {
    /// The file has a second name, a hard link, and SQLite would keep a separate log for each.
    case severalNames
    /// The path now belongs to another file or to none, or the log was removed.
    case replaced
    /// The log next to the file belongs to another file, or to another state of this one.
    case foreignLog
    /// The rollback journal next to the file belongs to another file.
    case foreignJournal
    /// The log was truncated or changed: it has no complete transaction, although its index lists frames.
    case damagedLog
}

/// The identity of a file, regardless of its name.
struct FileIdentity: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
    let names: UInt64
    let size: Int64

    /// The file at a path; nil if there is none.
    /// - Throws: `openFailed` when the system cannot report it.
    static func of(_ path: String) throws -> FileIdentity? {
        var status = stat()
        if stat(path, &status) == 0 { return FileIdentity(status) }
        let reason = errno
        if reason == ENOENT || reason == ENOTDIR { return nil }
        throw StoreErrors.system(reason, .openFailed, "“\((path as NSString).lastPathComponent)” cannot be examined.")
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
        names = UInt64(status.st_nlink)
        size = Int64(status.st_size)
    }

    func isSameFile(as other: FileIdentity) -> Bool { device == other.device && number == other.number }
}

/// The file of an open store, identified by device and number. It is verified when a connection is opened, when a write
/// transaction begins, and before it is committed, because writes to a file without a name are lost.
///
/// Source: "How To Corrupt An SQLite Database File", sections 2.4 to 2.6, sqlite.org/howtocorrupt.html.
final class StoreFile: Sendable {
    /// The opened path, without symbolic links.
    let path: String
    /// Every path that must lead to the file: the opened path and the requested one.
    private let names: [String]
    private let name: String
    private let known = LockedValue<(file: FileIdentity?, log: FileIdentity?)>((nil, nil))

    init(path: String, url: URL) {
        self.path = path
        name = url.lastPathComponent
        names = url.path == path ? [path] : [path, url.path]
    }

    /// Checks that the paths still lead to the original file, and that it has only one name.
    /// - Throws: a `PersistenceError` with a `StoreFileFault` below it.
    func verify(_ code: PersistenceError.Code) throws {
        for path in names {
            guard let found = try FileIdentity.of(path) else { throw fault(.replaced, code) }
            if found.names > 1 { throw fault(.severalNames, code) }
            let first = known.withLock { known in
                let first = known.file ?? found
                if found.isSameFile(as: first), found.size >= first.size { known.file = found }
                return first
            }
            // A file with content never becomes empty, unless another program truncates it.
            guard found.isSameFile(as: first), found.size > 0 || first.size == 0 else { throw fault(.replaced, code) }
        }
    }

    /// Checks the file and the log that SQLite has open. While a connection is open, no program that follows SQLite's
    /// rules removes the log. Call it with an open connection that has read.
    func verifyWithLog(_ code: PersistenceError.Code) throws {
        // The log comes first: the log next to the file is its own only if the file is still in place afterwards.
        let found = try FileIdentity.of(path + "-wal")
        try verify(code)
        let first = known.withLock { known in
            known.log = known.log ?? found
            return known.log
        }
        guard let first else { return }
        if found.map(first.isSameFile) != true { throw fault(.replaced, code) }
    }

    /// Locks out all other readers and writers until the connection is closed, checkpoints the log, and deletes the
    /// side files. The file's journal mode does not change, whatever happens.
    ///
    /// In exclusive mode, a connection keeps its locks and has the log's index in memory.
    /// - Parameters:
    ///   - connection: a connection that has not read anything.
    ///   - accept: throws if the file must not be changed; called before any change.
    /// - Throws: `openFailed` with a `StoreFileFault` below it if the file was replaced while this waited for the lock,
    ///   or SQLite's error, which is busy while the file is open elsewhere.
    func holdAlone(_ connection: Connection, accept: () throws -> Void = {}) throws {
        try lockAlone(connection, accept)
        _ = try connection.checkpoint(.truncate)
        removeLogFiles()
    }

    /// Deletes the side files of a file that is locked exclusively, including those of processes that opened a replaced
    /// file.
    func removeLogFiles() {
        for suffix in DatabaseFileSuffix.ofLog { unlink(path + suffix) }
    }

    /// Switches a file with a rollback journal to a write-ahead log.
    /// - Throws: as `holdAlone`.
    func useWriteAheadLog() throws {
        let connection = try Connection(path: path, options: .noMutex)
        defer { try? connection.close() }
        try lockAlone(connection) {}
        try connection.setJournalMode("wal")
    }

    private func lockAlone(_ connection: Connection, _ accept: () throws -> Void) throws {
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try connection.begin(.exclusive)
        // If the file was replaced, the log next to it belongs to the new file.
        try verify(.openFailed)
        try accept()
        try connection.commit()
    }

    private func fault(_ fault: StoreFileFault, _ code: PersistenceError.Code) -> PersistenceError {
        PersistenceError(code, fault.sentence(name), underlying: fault)
    }
}

extension StoreFileFault {
    func sentence(_ name: String) -> String {
        switch self {
        case .severalNames: "“\(name)” has a second name (a hard link). Under that name it would have another log."
        case .replaced: "“\(name)” was replaced, moved or removed while it was open."
        case .foreignLog: "The log beside “\(name)” does not match it."
        case .foreignJournal: "The rollback journal beside “\(name)” belongs to another file."
        case .damagedLog: "The log beside “\(name)” is damaged."
        }
    }
}

extension SQLiteStore {
    /// The fault of a store's file below an error; nil for another error.
    package static func fileFault(underlying error: any Error) -> StoreFileFault? {
        switch error {
        case let error as StoreFileFault: error
        case let error as PersistenceError: error.underlying.flatMap(fileFault)
        default: nil
        }
    }

    /// Renames a finished store, unless the new name exists. The file never has two names, which SQLite would treat as
    /// two databases.
    /// - Returns: the system's error number, 0 on success.
    package static func moveToFreeName(_ path: String, _ target: String) -> Int32 { renameToFreeName(path, target) }

    /// The path after following symbolic links, even if the file at their end does not exist yet.
    package static func ownPath(_ url: URL) -> URL {
        URL(fileURLWithPath: ownPath(url.path, links: 40), isDirectory: false)
    }

    private static func ownPath(_ path: String, links: Int) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        guard links > 0, errno == ENOENT, !folder.isEmpty, folder != path else { return path }
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            return ownPath(target.hasPrefix("/") ? target : folder + "/" + target, links: links - 1)
        }
        return (ownPath(folder, links: links - 1) as NSString).appendingPathComponent(name)
    }
}

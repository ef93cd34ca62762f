import Foundation
import Persistence
import SQLite

/// Why a store cannot be used although its content may be sound: its file, or the log beside it, is not what it was
/// taken for. The cause below a `PersistenceError`.
package enum StoreFileFault: Error, Equatable, Sendable {
    /// The file has a second name, a hard link, and SQLite would keep a log of its own beside each.
    case severalNames
    /// Under its name is another file than the one that was opened, or none; or its log was taken away.
    case replaced
    /// The log beside the file is another file's, or was written for another state of this one.
    case foreignLog
    /// The rollback journal beside the file is another file's.
    case foreignJournal
    /// The log was cut off or changed: it holds nothing whole, although its index knows of something.
    case damagedLog
}

/// What a file is, whatever its name.
struct FileIdentity: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
    let names: UInt64
    let size: Int64

    /// The file that a name leads to; nil where there is none.
    /// - Throws: `openFailed` where the system does not say.
    static func of(_ path: String) throws -> FileIdentity? {
        var status = stat()
        if stat(path, &status) == 0 { return FileIdentity(status) }
        let reason = errno
        if reason == ENOENT || reason == ENOTDIR { return nil }
        throw StoreErrors.system(reason, .openFailed, "“\((path as NSString).lastPathComponent)” cannot be looked at.")
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
        names = UInt64(status.st_nlink)
        size = Int64(status.st_size)
    }

    func isSameFile(as other: FileIdentity) -> Bool { device == other.device && number == other.number }
}

/// The file of an open store. It is known by device and number, and looked at when a connection is opened, when a write
/// transaction begins, and before it is committed: what is written to a file that has lost its name is lost.
///
/// Source: "How To Corrupt An SQLite Database File", sections 2.4 to 2.6, sqlite.org/howtocorrupt.html.
final class StoreFile: Sendable {
    /// The path that is opened, without symbolic links.
    let path: String
    /// Every name that must lead to the file: the path, and the one that it was asked for by.
    private let names: [String]
    private let name: String
    private let known = Guarded<(file: FileIdentity?, log: FileIdentity?)>((nil, nil))

    init(path: String, url: URL) {
        self.path = path
        name = url.lastPathComponent
        names = url.path == path ? [path] : [path, url.path]
    }

    /// Looks whether the names still lead to the file that they led to at first, and to no file with a second name.
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
            // What had something in it is never empty again, unless another program emptied it.
            guard found.isSameFile(as: first), found.size > 0 || first.size == 0 else { throw fault(.replaced, code) }
        }
    }

    /// Looks at the file, and at the log that SQLite has open with it: while a connection is open, nobody who keeps
    /// SQLite's rules takes that away. Call it where one is, and has read.
    func verifyWithLog(_ code: PersistenceError.Code) throws {
        // The log first: what lies beside the file is its own only if the file is in its place afterwards.
        let found = try FileIdentity.of(path + "-wal")
        try verify(code)
        let first = known.withLock { known in
            known.log = known.log ?? found
            return known.log
        }
        guard let first else { return }
        if found.map(first.isSameFile) != true { throw fault(.replaced, code) }
    }

    /// Takes a lock that keeps everybody else from reading and writing until the connection is closed, puts the log into the
    /// file, and removes what lies beside it. The file keeps its journal mode, whatever becomes of it.
    ///
    /// In exclusive mode a connection keeps the locks that it took, and has the log's index in memory.
    /// - Parameters:
    ///   - connection: one that has read nothing.
    ///   - accept: refuses what is not to be touched; nothing is changed yet.
    /// - Throws: `openFailed` with a `StoreFileFault` below it where the file was replaced while the lock was waited for, or
    ///   SQLite's error; it is busy while somebody has the file open.
    func holdAlone(_ connection: Connection, accept: () throws -> Void = {}) throws {
        try lockAlone(connection, accept)
        _ = try connection.checkpoint(.truncate)
        removeSideFiles()
    }

    /// Removes what lies beside a file that is held alone: what others make there who opened a file that was replaced, too.
    func removeSideFiles() {
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Gives a file that has a rollback journal a write-ahead log from now on.
    /// - Throws: as `holdAlone` does.
    func useWriteAheadLog() throws {
        let connection = try Connection(path: path, options: .noMutex)
        defer { try? connection.close() }
        try lockAlone(connection) {}
        try connection.setJournalMode("wal")
    }

    private func lockAlone(_ connection: Connection, _ accept: () throws -> Void) throws {
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try connection.begin(.exclusive)
        // A log that lies beside another file by now is that one's.
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
        case .severalNames: "“\(name)” has a second name (a hard link), under which it would have another log."
        case .replaced: "“\(name)” was replaced, moved or removed while it was open."
        case .foreignLog: "The log beside “\(name)” was not written for it."
        case .foreignJournal: "The rollback journal beside “\(name)” was not written for it."
        case .damagedLog: "The log beside “\(name)” is damaged."
        }
    }
}

extension SQLiteStore {
    /// What is wrong with a store's file, where that is behind an error; nil for another error.
    package static func fileFault(behind error: any Error) -> StoreFileFault? {
        switch error {
        case let error as StoreFileFault: error
        case let error as PersistenceError: error.underlying.flatMap(fileFault)
        default: nil
        }
    }

    /// Gives a finished store another name, which must be free; it never has two, which would be two stores to SQLite.
    /// - Returns: the system's error number, 0 for none.
    package static func moveToFreeName(_ path: String, _ target: String) -> Int32 { renameToFreeName(path, target) }

    /// The file's own path: symbolic links are followed, also where the file that they lead to is not there yet.
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

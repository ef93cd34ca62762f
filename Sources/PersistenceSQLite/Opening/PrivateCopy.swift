import Foundation
import Persistence

/// A store in a folder that only this user can open: a copy of another store, or a new one. It is deleted when the
/// object is released.
///
/// The database and its logs are copied; the shared-memory index is rebuilt.
final class PrivateCopy: Sendable {
    /// The database.
    let path: String
    private let folder: String

    /// A copy of the store at `source`, or an empty folder for a new store.
    /// - Throws: `openFailed` or `outOfSpace`; the partial copy is then deleted.
    init(of source: String?, name: String, in temporaryFolder: String, files: FileAccess) throws {
        folder = (temporaryFolder as NSString).appendingPathComponent("store-copy-" + UUID().uuidString)
        path = (folder as NSString).appendingPathComponent("store.sqlite")
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            if let source { try PrivateCopy.copyAtRest(source, to: path, name: name, files: files) }
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error is PersistenceError ? error : PrivateCopy.translated(error, name: name)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The endings of the names of a store's files, without the log's index.
    static let suffixes = [""] + DatabaseFileSuffix.logs

    /// Copies the files byte for byte, and again if one of them changed meanwhile; nothing is opened as a database. The
    /// log's index shows whether the log is complete, and is rebuilt when the copy is opened.
    /// - Parameter source: the path of the file itself, not of a link.
    static func copyAtRest(_ source: String, to target: String, name: String, files: FileAccess = .system) throws {
        for _ in 0..<5 {
            let before = suffixes.map { FileState(source + $0) }
            for suffix in [""] + DatabaseFileSuffix.all { try copy(source + suffix, to: target + suffix, files) }
            if suffixes.map({ FileState(source + $0) }) == before { return }
        }
        throw PersistenceError(.timeout, "The store “\(name)” is being written, and no copy of it could be made.")
    }

    private static func copy(_ source: String, to target: String, _ files: FileAccess) throws {
        try? FileManager.default.removeItem(atPath: target)
        var status = stat()
        if lstat(source, &status) != 0 {
            let reason = errno
            if reason == ENOENT { return }
            throw StoreErrors.system(
                reason, .openFailed, "“\((source as NSString).lastPathComponent)” cannot be examined.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PersistenceError(.openFailed, "“\((source as NSString).lastPathComponent)” is not a file.")
        }
        try files.copy(source, target)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    }

    private static func translated(_ error: any Error, name: String) -> any Error {
        if error is PersistenceError { return error }
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace {
            return PersistenceError(.outOfSpace, "There is no room for a copy of “\(name)”.", underlying: error)
        }
        return PersistenceError(
            .openFailed, "“\(name)” is in a folder that cannot be written, and no copy of it could be made.",
            underlying: error)
    }
}

/// The attributes that change when a file is written.
struct FileState: Equatable {
    private let number: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            (number, size, seconds, nanoseconds) = (0, -1, 0, 0)
            return
        }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        (number, size) = (UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
    }
}

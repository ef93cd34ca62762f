import Foundation
import Persistence
import SQLite

/// The file that a store is opened from, and how.
///
/// In a folder that cannot be written, the side files of a write-ahead log cannot be created. The file is then opened
/// as immutable or, if its log is not empty, as a private copy. A file with a log that cannot be written cannot be
/// locked while the log is examined; then it is a private copy too.
struct StorePath: Sendable {
    /// The opened path.
    let path: String
    let options: OpenOptions
    let isReadOnly: Bool
    /// Whether an empty file may be made a store.
    let mayCreate: Bool
    /// The private store at `path`, if it is one.
    let copy: PrivateCopy?
    /// The file if it is opened in place; nil for a copy, which nobody else uses.
    let file: StoreFile?
    /// Whether the file can be locked, for which it must be writable.
    var canBeLocked = false

    /// - Throws: `noSuchStore`, `openFailed`, `readOnly` or `outOfSpace`; the file is then unchanged.
    static func find(_ url: URL, settings: StoreSettings, files: FileAccess) throws -> StorePath {
        if url.path == StorePath.nullDevice { return try withoutFile(settings: settings, files: files) }
        let path = SQLiteStore.ownPath(url).path
        let name = url.lastPathComponent
        switch try files.kind(path) {
        case .missing: return try missing(path, url, settings: settings, files: files)
        case .folder: throw PersistenceError(.openFailed, "“\(name)” is a folder, not a store.")
        case .other: throw PersistenceError(.openFailed, "“\(name)” is not a file.")
        case .file: return try existing(path, url, settings: settings, files: files)
        }
    }

    private static let nullDevice = "/dev/null"

    /// A new store for the path `/dev/null`, which exists as long as it is open, as in Core Data. Its files are in a
    /// private folder, in memory if the system has such folders.
    private static func withoutFile(settings: StoreSettings, files: FileAccess) throws -> StorePath {
        if settings.mustExist || settings.isReadOnly {
            throw PersistenceError(.noSuchStore, "There is no store at \(nullDevice).")
        }
        let memory = "/dev/shm"
        let folder = try PrivateCopy(
            of: nil, name: nullDevice, in: files.isWritable(memory) ? memory : files.temporaryFolder(), files: files)
        return StorePath(
            path: folder.path, options: .noMutex, isReadOnly: false, mayCreate: true, copy: folder, file: nil)
    }

    private static func missing(
        _ path: String, _ url: URL, settings: StoreSettings, files: FileAccess
    ) throws -> StorePath {
        let name = url.lastPathComponent
        if settings.mustExist || settings.isReadOnly {
            throw PersistenceError(.noSuchStore, "There is no store “\(name)”.")
        }
        let folder = (path as NSString).deletingLastPathComponent
        guard try files.kind(folder) == .folder else {
            throw PersistenceError(.openFailed, "The folder for “\(name)” does not exist.")
        }
        guard files.isWritable(folder) else {
            throw PersistenceError(
                .readOnly, "The folder of “\(name)” cannot be written, so no store can be created there.")
        }
        return StorePath(
            path: path, options: .noMutex, isReadOnly: false, mayCreate: true, copy: nil,
            file: StoreFile(path: path, url: url))
    }

    private static func existing(
        _ path: String, _ url: URL, settings: StoreSettings, files: FileAccess
    ) throws -> StorePath {
        let name = url.lastPathComponent
        let file = StoreFile(path: path, url: url)
        guard files.isReadable(path) else {
            throw PersistenceError(.openFailed, "“\(name)” cannot be read: permission denied.")
        }
        try file.verify(.openFailed)
        try WriteAheadLogOrigin(path: path, name: name).requireLog()
        let isWritable = files.isWritable(path)
        let isReadOnly = settings.isReadOnly || !isWritable
        let hasLog = try (FileIdentity.of(path + "-wal")?.size ?? 0) > 0
        let isFolderWritable = files.isWritable((path as NSString).deletingLastPathComponent)
        if isFolderWritable, isWritable || !hasLog {
            return StorePath(
                path: path, options: isReadOnly ? [.readOnly, .noMutex] : .noMutex, isReadOnly: isReadOnly,
                mayCreate: !isReadOnly && !settings.mustExist, copy: nil, file: file, canBeLocked: isWritable)
        }
        if !hasLog {
            return StorePath(
                path: path, options: [.readOnly, .immutable, .noMutex], isReadOnly: true, mayCreate: false, copy: nil,
                file: file)
        }
        let copy = try PrivateCopy(of: path, name: name, in: files.temporaryFolder(), files: files)
        return StorePath(
            path: copy.path, options: .noMutex, isReadOnly: true, mayCreate: false, copy: copy, file: nil,
            canBeLocked: true)
    }

    /// The size in bytes; 0 if the file does not exist.
    static func fileSize(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}

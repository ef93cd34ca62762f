import Foundation
import Persistence
import SQLite

/// Copying and deleting whole stores, and access to their metadata without loading them.
extension SQLiteStoreOpening {
    func setMetadata(_ metadata: [String: any Sendable], url: URL, options: [String: any Sendable]) throws {
        let errors = StoreErrors(url)
        do {
            try writing(url, options) { connection, file in
                _ = try StoreCatalog(connection, name: errors.name)
                try connection.transaction(.immediate) {
                    try file.verify(.saveFailed)
                    try StoreMetadata.replace(metadata, connection, name: errors.name)
                    if try ChecksumTable.exists(connection) { try StoreStateMark.renew(connection) }
                }
            }
        } catch {
            throw errors.writing(error)
        }
    }

    /// Copies one committed state of the source in one transaction of the target, with SQLite's backup API. Its external
    /// data is copied first, so that every row finds its file.
    func copy(from source: URL, to target: URL, replacing: Bool, options: [String: any Sendable]) throws {
        let target = try SQLiteStoreOpening.fileURL(target)
        let path = SQLiteStore.ownPath(target).path
        let errors = StoreErrors(target)
        let files = ExternalDataFolder(ofStore: path)
        try reading(source) { original, name in
            _ = try StoreCatalog(original, name: name)
            let isNew = try StoreCreation.makeFile(at: path, name: errors.name)
            guard isNew || replacing else {
                throw PersistenceError(.openFailed, "The file “\(errors.name)” already exists.")
            }
            do {
                try original.transaction(.deferred) {
                    _ = try original.scalar("SELECT count(*) FROM sqlite_schema")
                    try ExternalDataFolder(ofStore: SQLiteStore.ownPath(source).path).copy(to: files)
                    try writing(target, options) { copy, _ in try Backup(from: original, to: copy).run() }
                }
            } catch {
                if isNew {
                    StoreCreation.removeIfEmpty(path)
                    try? files.deleteAll()
                }
                throw errors.writing(error)
            }
        }
    }

    /// True if the system cannot report whether the file exists.
    func isTaken(_ url: URL) -> Bool { (try? files.kind(url.path)) != .missing }

    /// Only the last user of a write-ahead log can delete it, so nothing is deleted while the store is open elsewhere.
    func destroy(url: URL, options: [String: any Sendable]) throws {
        let path = try SQLiteStore.ownPath(SQLiteStoreOpening.fileURL(url)).path
        let errors = StoreErrors(url)
        guard try files.kind(path) != .missing else { return }
        do {
            try writing(url, options) { connection, file in
                try file.holdAlone(connection) {
                    if try !StoreCatalog.isEmpty(connection) { _ = try StoreCatalog(connection, name: errors.name) }
                }
                try FileManager.default.removeItem(atPath: path)
                try ExternalDataFolder(ofStore: path).deleteAll()
            }
        } catch {
            throw errors.writing(error)
        }
    }

    /// Calls `body` with a connection to the file at `url` that is not configured for a store, and closes it.
    /// - Parameter body: must verify the file once it holds the lock that it needs.
    func writing(
        _ url: URL, _ options: [String: any Sendable], _ body: (Connection, StoreFile) throws -> Void
    ) throws {
        var settings = try StoreSettings(options)
        settings.mustExist = true
        settings.isReadOnly = false
        let place = try StorePath.find(url, settings: settings, files: files)
        guard !place.isReadOnly, let file = place.file else {
            throw PersistenceError(.readOnly, "The store “\(url.lastPathComponent)” cannot be written.")
        }
        try ExaminingConnection(place, name: url.lastPathComponent)?.close()
        let connection = try Connection(path: place.path, options: place.options)
        defer { try? connection.close() }
        connection.busyTimeout = settings.timeoutMilliseconds
        try body(connection, file)
    }
}

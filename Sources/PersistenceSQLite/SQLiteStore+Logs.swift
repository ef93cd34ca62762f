import Foundation
import Persistence
import SQLite

/// Stores that are not opened because of the log next to them: copies with and without it, and replacing them.
extension SQLiteStore {
    /// Whether there is a write-ahead log or a rollback journal that is not empty.
    package static func hasLog(_ url: URL) throws -> Bool {
        try DatabaseFileSuffix.logs.contains { try (FileIdentity.of(ownPath(url).path + $0)?.size ?? 0) > 0 }
    }

    /// - Throws: the error of opening the store with its log, such as a `StoreFileFault` below a `PersistenceError`.
    package static func requireReadable(_ url: URL) throws {
        try SQLiteStoreOpening().reading(url) { connection, name in _ = try StoreCatalog(connection, name: name) }
    }

    /// Copies a store and puts the log next to it into the copy, whether or not that belongs to the store. The store
    /// and its log are not changed.
    /// - Parameter target: a file that does not exist, in a folder that nobody else writes to.
    package static func copyWithLog(_ url: URL, to target: URL) throws {
        try copyAtRest(url, to: target)
        try finish(target)
    }

    /// Copies a store's file alone, without the log next to it.
    /// - Parameter target: a file that does not exist, in a folder that nobody else writes to.
    package static func copyWithoutLog(_ url: URL, to target: URL) throws {
        try copyAtRest(url, to: target)
        for suffix in DatabaseFileSuffix.all { unlink(target.path + suffix) }
    }

    /// Calls `body` while nobody else can use a store whose write-ahead log is in doubt. Its files are not changed.
    ///
    /// `body` must not open the store's file, because closing it would release the lock. There is no lock if SQLite cannot
    /// read the file with its log, or would apply a rollback journal first.
    /// - Throws: `timeout` while the store is open elsewhere, or `body`'s error.
    package static func withExclusiveLock<T>(_ url: URL, timeout: Double, _ body: () throws -> T) throws -> T {
        let path = ownPath(url).path
        if try (FileIdentity.of(path + "-journal")?.size ?? 0) > 0 { return try body() }
        let connection: Connection
        do {
            connection = try Connection(path: path, options: .noMutex)
            connection.setCheckpointsOnClose(false)
            connection.busyTimeout = Int(timeout * 1000)
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        } catch {
            throw StoreErrors(url).opening(error)
        }
        defer { try? connection.close() }
        do {
            try connection.begin(.exclusive)
        } catch {
            if (error as? DatabaseError)?.isBusy == true || isOfDisk(error) { throw StoreErrors(url).opening(error) }
        }
        return try body()
    }
}

/// The identity, size and time of a store's files, which differ after any of them was written.
package struct StoreFilesState: Equatable, Sendable {
    private let files: [FileState]

    package init(of url: URL) {
        let path = SQLiteStore.ownPath(url).path
        files = PrivateCopy.suffixes.map { FileState(path + $0) }
    }
}

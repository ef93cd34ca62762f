import Foundation
import Persistence
import SQLite

extension SQLiteStore {
    /// Checks a store for damage without changing it.
    ///
    /// The check reads one state of the store and blocks neither readers nor writers.
    /// - Throws: `PersistenceError` when there is no store of the model, or it cannot be read at all.
    /// - Complexity: reads the whole file, several times.
    package static func check(_ url: URL, model: ManagedObjectModel) throws -> StoreReport {
        model.freeze()
        let accept = { (catalog: StoreCatalog, connection: Connection) in
            try StoreCheck(connection: connection, model: model, name: url.lastPathComponent).requireVersion(catalog)
        }
        return try SQLiteStoreOpening().reading(url, accept: accept) { connection, name in
            try connection.transaction(.deferred) {
                try StoreCheck(connection: connection, model: model, name: name).report()
            }
        }
    }

    /// Copies one state of a store to a new file without side files; writers are not blocked.
    ///
    /// The file must not exist, or must be empty. It is synced to disk when this returns, and may be incomplete after
    /// an error.
    /// - Parameter shouldContinue: called regularly; return false to cancel the copy.
    /// - Throws: `PersistenceError`, with an interrupted `DatabaseError` below it if the copy was cancelled.
    package static func copy(_ url: URL, to file: URL, shouldContinue: () -> Bool) throws {
        try SQLiteStoreOpening().reading(url) { source, _ in
            let target = try Connection(path: file.path, options: [.create, .noMutex])
            try Backup(from: source, to: target).run { _ in shouldContinue() }
            try target.execute("PRAGMA synchronous = FULL")
            try target.checkpoint(.truncate)
            try target.close()
        }
    }
}

import Foundation
import Persistence
import SQLite

extension SQLiteStore {
    /// Looks for what is wrong with a store; changes nothing.
    ///
    /// The check sees one state of the store, and holds up nobody who reads or writes it.
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

    /// Copies a store, as it is at one moment, to a new file, which needs nothing beside it; writers are not held up.
    ///
    /// The file must not be there, or be empty. It is on disk when this returns, and may be incomplete after a failure.
    /// - Parameter goesOn: asked now and then whether the copy is still wanted.
    /// - Throws: `PersistenceError`.
    package static func copy(_ url: URL, to file: URL, goesOn: () -> Bool) throws {
        try SQLiteStoreOpening().reading(url) { source, _ in
            let target = try Connection(path: file.path, options: [.create, .noMutex])
            try Backup(from: source, to: target).run { _ in goesOn() }
            try target.execute("PRAGMA synchronous = FULL")
            try target.checkpoint(.truncate)
            try target.close()
        }
    }
}

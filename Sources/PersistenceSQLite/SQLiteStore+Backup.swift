import Foundation
import Persistence
import SQLite

/// Verified copies of a store.
extension SQLiteStore {
    /// Copies one state of a store to a file without side files, and its folder of external data; others may write
    /// meanwhile.
    ///
    /// Only this user can read the copy. It is read again afterwards: SQLite finds no damage in it, and each table has
    /// as many rows as in the store.
    /// - Parameter target: a file that does not exist, in a folder that nobody else writes to.
    /// - Throws: `fileReadCorruptFile` for a copy that fails verification, or the error of reading or writing. The caller must
    ///   delete a partial target.
    package static func copyVerified(_ url: URL, to target: URL) throws {
        let errors = StoreErrors(url)
        try SQLiteStoreOpening().reading(url) { source, name in
            try source.transaction(.deferred) {
                let counts = try rowCounts(source)
                do {
                    guard try StoreCreation.makeFile(at: target.path, name: name) else {
                        throw PersistenceError(.openFailed, "The copy of “\(name)” would overwrite a file.")
                    }
                    try ExternalDataFolder(ofStore: ownPath(url).path).copy(
                        to: ExternalDataFolder(ofStore: target.path))
                    try copy(source, to: target)
                    try verify(target, holds: counts, name: name)
                } catch let error as DatabaseError {
                    throw errors.writing(error)
                }
            }
        }
    }

    private static func copy(_ source: Connection, to target: URL) throws {
        let copy = try Connection(path: target.path, options: .noMutex)
        do {
            try Backup(from: source, to: copy).run()
            try copy.close()
        } catch {
            try? copy.close()
            throw error
        }
    }

    private static func verify(_ target: URL, holds counts: [String: Int64], name: String) throws {
        let copy = try Connection(path: target.path, options: .noMutex)
        defer { try? copy.close() }
        let damage = try copy.integrityCheck()
        guard damage.isEmpty else {
            throw PersistenceError(.corruptStore, "The copy of “\(name)” is damaged: \(damage[0]).")
        }
        guard try rowCounts(copy) == counts else {
            throw PersistenceError(.corruptStore, "The copy of “\(name)” does not have all of its rows.")
        }
    }

    /// The number of rows in each table.
    private static func rowCounts(_ connection: Connection) throws -> [String: Int64] {
        let names = try connection.prepare(
            "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        var counts: [String: Int64] = [:]
        while try names.step() {
            let name = names.string(0)
            counts[name] = try connection.scalar("SELECT count(*) FROM \(SQLName.identifier(name))").integer
        }
        return counts
    }
}

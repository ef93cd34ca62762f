import Foundation
import Persistence
import SQLite

/// Putting another store in a store's place.
extension SQLiteStore {
    /// Copies the files of a store byte for byte, its logs included, without opening or changing it.
    /// - Parameter target: a file that does not exist, in a folder that nobody else writes to.
    /// - Throws: `timeout` when somebody writes the store meanwhile, or the error of reading or writing.
    package static func copyAtRest(_ url: URL, to target: URL) throws {
        try PrivateCopy.copyAtRest(ownPath(url).path, to: target.path, name: url.lastPathComponent)
    }

    /// Calls `replace`, which puts another file under the store's name, while nobody else can read or write the store, and
    /// with nothing beside it: what its -wal held is in the file, and the -wal is gone.
    ///
    /// Whoever waits for the store's lock meanwhile gets it on the file that was replaced.
    /// - Parameters:
    ///   - copy: an empty file that becomes a copy of the store as it is then, damaged or not.
    ///   - replace: is given what removes a log or an index that is there again, of whom had a file open that was replaced
    ///     before.
    /// - Throws: `timeout` while somebody has the store open, `corruptStore` when it is no database, or the error of reading or
    ///   writing; the store's content is as it was then.
    package static func replace(
        _ url: URL, copyingTo copy: URL, timeout: Double, _ replace: (_ removeSideFiles: () -> Void) throws -> Void
    ) throws {
        let errors = StoreErrors(url)
        do {
            try SQLiteStoreOpening().writing(url, [StoreOption.timeout: timeout]) { connection, file in
                try file.holdAlone(connection)
                let target = try Connection(path: copy.path, options: .noMutex)
                try Backup(from: connection, to: target).run()
                try target.close()
                try replace(file.removeSideFiles)
            }
        } catch {
            throw errors.writing(error)
        }
    }

    /// Lets a copy of a store go on counting where the store is, so that no key is given again; another store's is left alone.
    /// Nobody may have either open, and nothing lies beside the store.
    package static func continueCounters(of url: URL, in copy: URL) throws {
        do {
            let source = try Connection(path: url.path, options: [.readOnly, .immutable, .noMutex])
            defer { try? source.close() }
            let target = try Connection(path: copy.path, options: .noMutex)
            let (own, other) = (
                try StoreCatalog(source, name: url.lastPathComponent), try StoreCatalog(target, name: "")
            )
            if own.identifier == other.identifier { try raiseCounters(of: target, to: source) }
            try target.checkpoint(.truncate)
            try target.close()
        } catch {
            throw StoreErrors(copy).writing(error)
        }
    }

    private static func raiseCounters(of target: Connection, to source: Connection) throws {
        let counters = try source.prepare("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY")
        try target.transaction(.immediate) {
            while try counters.step() {
                try target.cached("UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_NAME = ?1 AND Z_MAX < ?2").run(
                    .text(counters.string(0)), .integer(counters.int64(1)))
            }
        }
    }
}

import Foundation
import Persistence
import SQLite

/// Replacing a store's file by another.
extension SQLiteStore {
    /// Copies the files of a store byte for byte, including its logs, without opening or changing it.
    /// - Parameter target: a file that does not exist, in a folder that nobody else writes to.
    /// - Throws: `timeout` when the store is written meanwhile, or the error of reading or writing.
    package static func copyAtRest(_ url: URL, to target: URL) throws {
        try PrivateCopy.copyAtRest(ownPath(url).path, to: target.path, name: url.lastPathComponent)
    }

    /// Calls `replace`, which renames another file to the store's name, while nobody else can read or write the store.
    /// The store has no side files then: its -wal was checkpointed and removed.
    ///
    /// Another process that waits for the store's lock then gets the lock of the replaced file.
    /// - Parameters:
    ///   - copy: an empty file that becomes a copy of the store in its current state, damaged or not.
    ///   - replace: receives a closure that deletes a log or an index if another process, which still had an earlier
    ///     file open, created it again.
    /// - Throws: `timeout` while the store is open elsewhere, `fileReadCorruptFile` when it is not a database, or the error of
    ///   reading or writing. The store's content is then unchanged.
    package static func replace(
        _ url: URL, copyingTo copy: URL, timeout: Double, _ replace: (_ removeLogFiles: () -> Void) throws -> Void
    ) throws {
        let errors = StoreErrors(url)
        do {
            try SQLiteStoreOpening().writing(url, [StoreOption.timeout: timeout]) { connection, file in
                try file.holdAlone(connection)
                let target = try Connection(path: copy.path, options: .noMutex)
                try Backup(from: connection, to: target).run()
                try target.close()
                try replace(file.removeLogFiles)
            }
        } catch {
            throw errors.writing(error)
        }
    }

    /// Raises the key counters of a store's copy to those of the store, so that no key is assigned again. Does nothing
    /// for a copy of another store. Nobody may have either file open, and the store must have no side files.
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
            if try ChecksumTable.exists(target) { try StoreStateMark.renew(target) }
        }
    }
}

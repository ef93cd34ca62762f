import Foundation
import Persistence
import SQLite

/// Creates a store. Everything after the file's header is one transaction, so the store is complete or absent. The next
/// opening completes an empty file that a crash left.
struct StoreCreation {
    let statements: [String]
    let entityRows: [StoreSchema.EntityRow]
    let identifier: UUID
    let metadata: Data
    /// Whether the file gets a write-ahead log; false if the caller chose another journal mode.
    let usesWriteAheadLog: Bool

    /// Creates an empty file that only this user can read; returns false if the file already exists.
    /// - Throws: `openFailed` or `outOfSpace` when the system cannot create it.
    static func makeFile(at path: String, name: String) throws -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            _ = close(descriptor)
            return true
        }
        let reason = errno
        if reason == EEXIST { return false }
        let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(reason))
        let code: PersistenceError.Code = reason == ENOSPC || reason == EDQUOT ? .outOfSpace : .openFailed
        throw PersistenceError(code, "The store “\(name)” cannot be created.", underlying: cause)
    }

    /// Removes the file that `makeFile` created, if it is still empty.
    static func removeIfEmpty(_ path: String) {
        if StorePath.fileSize(path) == 0 { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Creates the tables, unless another process already has.
    func run(_ connection: Connection) throws {
        if usesWriteAheadLog { try connection.setJournalMode("wal") }
        try connection.transaction(.immediate) {
            guard try StoreCatalog.isEmpty(connection) else { return }
            for statement in statements { try connection.execute(statement) }
            try insertEntities(connection)
            try connection.prepare("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
                .run(.text(identifier.uuidString), .blob([UInt8](metadata)))
        }
    }

    private func insertEntities(_ connection: Connection) throws {
        let statement = try connection.prepare(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
        for row in entityRows {
            try statement.run(.integer(row.number), .text(row.name), .integer(row.parent))
        }
    }
}

import Foundation
import Persistence
import SQLite

extension SQLiteStore {
    /// Makes each write of a store keep a checksum of every row, in the row's transaction; the first one makes those of the
    /// rows that are there. A store of another type is left as it is.
    package static func keepChecksums(of store: PersistentStore) {
        (store.backend as? SQLiteBackend)?.keepChecksums()
    }

    /// Takes every row of a store for right as it is now: its checksums are made anew, in one transaction.
    /// - Throws: `PersistenceError`; the checksums are as they were then.
    package static func renewChecksums(at url: URL, model: ManagedObjectModel, timeout: Double) throws {
        let errors = StoreErrors(url)
        do {
            try SQLiteStoreOpening().writing(url, [StoreOption.timeout: timeout]) { connection, file in
                try renewChecksums(connection, model: model, name: errors.name, file: file)
            }
        } catch {
            throw errors.writing(error)
        }
    }

    /// - Parameter file: must be in its place still; nil for a copy, which nobody else knows.
    static func renewChecksums(
        _ connection: Connection, model: ManagedObjectModel, name: String, file: StoreFile? = nil
    ) throws {
        model.freeze()
        try RowChecksum.register(on: connection)
        try connection.transaction(.immediate) {
            try file?.verify(.saveFailed)
            let catalog = try StoreCatalog(connection, name: name)
            let schema = try StoreSchema(model: model, numbering: catalog.numbering(for: model)).matched(to: catalog)
            try ChecksumTable.renew(for: schema, connection)
        }
    }
}

import Foundation
import Persistence
import SQLite

extension SQLiteStore {
    /// Makes every write to a store update row checksums in the same transaction. The first write also adds checksums
    /// for existing rows. Does nothing for a store of another type.
    package static func keepChecksums(of store: PersistentStore) {
        (store.backend as? SQLiteBackend)?.keepChecksums()
    }

    /// Recomputes all checksums of a store from its current rows, in one transaction.
    /// - Throws: `PersistenceError`; the checksums are then unchanged.
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

    /// - Parameter file: the file, which must still be in place; nil for a private copy.
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
            try StoreStateMark.renew(connection)
        }
    }
}

import Foundation
import Persistence
import PersistenceSQLite
import SurfLanguage

/// Writes the sample journal that is embedded in the program: three files, with the entries in the -wal, as a running
/// program leaves them. A copy without the -wal has no entries.
package enum SeedWriter {
    /// Writes `SurfJournalModel.sqlite`, `-wal` and `-shm` to `folder`, replacing existing files.
    /// - Parameter entries: The entries in the order of their keys, from 1.
    /// - Throws: An error of the store or the file system.
    package static func write(_ entries: [EntryValues], to folder: URL) throws {
        let staging = try StagingFolder()
        defer { staging.remove() }
        let file = staging.url.appendingPathComponent(JournalPath.fileName)
        try makeEmpty(at: file, count: entries.count)
        try withOpenStore(at: file) { context in
            try context.batchWrite(to: JournalModel.entityName) { batch in
                let columns = EntryColumns(batch.entity)
                try batch.insert(
                    entries.enumerated().map { index, values in
                        RowBatch.Row(key: Int64(index + 1), values: columns.row(values))
                    })
            }
            try copyFiles(of: file, to: folder)
        }
    }

    /// Creates the database file with the schema and metadata only.
    private static func makeEmpty(at file: URL, count: Int) throws {
        let (coordinator, store) = try JournalStack.make(file)
        let samples = count > 0 ? SampleKeys(1...Int64(count)) : SampleKeys()
        try coordinator.writeMetadata(
            JournalMetadata.marking(store.currentMetadata(), samples: samples), for: store)
        try coordinator.remove(store)
    }

    private static func withOpenStore(at file: URL, _ body: (ManagedObjectContext) throws -> Void) throws {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: JournalModel.make())
        try coordinator.addPersistentStore(
            ofType: sqliteStoreType, at: file, options: [StoreOption.sqlitePragmas: ["wal_autocheckpoint": "0"]])
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { try body(context) }
    }

    private static func copyFiles(of file: URL, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for suffix in [""] + DatabaseFileSuffix.ofLog {
            let target = folder.appendingPathComponent(JournalPath.fileName + suffix)
            try Data(contentsOf: URL(fileURLWithPath: file.path + suffix)).write(to: target)
        }
    }
}

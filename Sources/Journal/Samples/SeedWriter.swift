import Foundation
import Persistence
import PersistenceSQLite
import SurfLanguage

/// Writes the sample journal that the program carries: three files, with the entries in the -wal as a running program
/// leaves them, so that a copy without the -wal has none.
package enum SeedWriter {
    /// Writes `SurfJournalModel.sqlite`, `-wal` and `-shm` into `folder`, replacing what is there.
    /// - Parameter entries: in the order of their keys, from 1.
    package static func write(_ entries: [EntryValues], to folder: URL) throws {
        let staging = try StagingFolder()
        defer { staging.remove() }
        let file = staging.url.appendingPathComponent(JournalPlace.fileName)
        try makeEmpty(at: file, count: entries.count)
        try withOpenStore(at: file) { context in
            for values in entries { insert(values, into: context) }
            try context.save()
            try copyFiles(of: file, to: folder)
        }
    }

    /// The schema and metadata alone, in the database file itself.
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

    private static func insert(_ values: EntryValues, into context: ManagedObjectContext) {
        let entry = JournalEntry(context: context)
        for field in ModelVersion.latest.fields { entry.set(field, values[field]) }
    }

    private static func copyFiles(of file: URL, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for suffix in ["", "-wal", "-shm"] {
            let target = folder.appendingPathComponent(JournalPlace.fileName + suffix)
            try Data(contentsOf: URL(fileURLWithPath: file.path + suffix)).write(to: target)
        }
    }
}

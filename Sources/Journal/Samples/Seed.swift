import CSeed
import Foundation
import PersistenceSQLite

/// The sample journal embedded in the program.
enum Seed {
    /// Writes the three files to `folder`, checkpoints them into one, and gives the store a new UUID.
    static func place(in folder: URL) throws -> URL {
        let file = try copy(to: folder)
        try SQLiteStore.finishCopy(at: file, newIdentifier: UUID(), checksumsOf: JournalModel.make())
        return file
    }

    /// Writes the three files to `folder` unchanged: first the database, then its side files.
    /// - Throws: The error for the first file that cannot be written. Later ones are not tried.
    static func copy(to folder: URL) throws -> URL {
        let file = folder.appendingPathComponent(JournalPath.fileName)
        try write(seed_sqlite_bytes(), seed_sqlite_count, to: file.path)
        try write(seed_shm_bytes(), seed_shm_count, to: file.path + "-shm")
        try write(seed_wal_bytes(), seed_wal_count, to: file.path + "-wal")
        return file
    }

    /// The seeded entries with these keys.
    static func records(_ keys: SampleKeys) throws -> [EntryRecord] {
        let folder = try StagingFolder()
        defer { folder.remove() }
        let seed = try Journal.open(try place(in: folder.url))
        var records: [EntryRecord] = []
        try seed.records(EntryQuery(sort: .id)) { if keys.contains($0.id) { records.append($0) } }
        return records
    }

    private static func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, to path: String) throws(SystemError) {
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        try file.write(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}

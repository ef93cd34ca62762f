import CSeed
import Foundation
import Persistence
import PersistenceSQLite

/// Creating journals: in a staging folder beside the target, from which the finished file is moved into place.
extension Journal {
    /// Creates a journal at `url`, empty or with the sample sessions.
    /// - Throws: `.exists` if there is a file already, `.strayFile` if there is a `-wal` or `-shm` without a database,
    ///   `.uncertain` if the journal was created but may not survive a power failure, or another `JournalError`.
    package static func create(at url: URL, sample: Bool) throws(JournalError) {
        guard try make(at: url, { sample ? try Seed.place(in: $0) : try placeEmpty(in: $0) }) else {
            throw .exists(url)
        }
    }

    /// Creates the journal from the seed if it is missing. Returns whether this call created it. Two simultaneous first
    /// launches create one journal.
    package static func seedIfMissing(at url: URL) throws(JournalError) -> Bool {
        if try exists(at: url) { return false }
        return try make(at: url) { try Seed.place(in: $0) }
    }

    /// Whether there is a file, or a link of any kind, at the journal's path.
    /// - Throws: A `JournalError` if the system cannot tell, for example because the folder is not accessible.
    package static func exists(at url: URL) throws(JournalError) -> Bool {
        do {
            return try OpenFolder.isTaken(url.path)
        } catch {
            throw JournalError(error, at: url)
        }
    }

    private static func make(at url: URL, _ place: (URL) throws -> URL) throws(JournalError) -> Bool {
        do {
            let staging = try StagingFolder(for: url)
            defer { staging.remove() }
            let file = try place(staging.url)
            do {
                return try staging.link(file, to: url)
            } catch  where staging.hasPlaced(file) {
                throw JournalError.uncertain(url)
            }
        } catch {
            throw JournalError(error, at: url)
        }
    }

    private static func placeEmpty(in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent(JournalPlace.fileName)
        let (coordinator, store) = try JournalStack.make(file)
        try coordinator.writeMetadata(
            JournalMetadata.marking(store.currentMetadata(), samples: SampleKeys()), for: store)
        try coordinator.remove(store)
        try SQLiteStore.finish(file, checksumsOf: JournalModel.make())
        return file
    }
}

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
        let file = folder.appendingPathComponent(JournalPlace.fileName)
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

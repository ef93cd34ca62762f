import CSeed
import Foundation
import Persistence
import PersistenceSQLite

/// Making journals: in a staging folder beside the target, then linked into place whole.
extension Journal {
    /// Makes a journal at `url`, empty or with the sample sessions.
    /// - Throws: `.exists` when there is something already, `.strayFile` when a `-wal` or `-shm` is left of something.
    package static func create(at url: URL, sample: Bool) throws(JournalError) {
        guard try make(at: url, { sample ? try Seed.place(in: $0) : try placeEmpty(in: $0) }) else {
            throw .exists(url)
        }
    }

    /// Makes the journal from the seed unless it is there; returns whether this call made it. Two first launches at once
    /// make one journal.
    package static func seedIfMissing(at url: URL) throws(JournalError) -> Bool {
        if try exists(at: url) { return false }
        return try make(at: url) { try Seed.place(in: $0) }
    }

    /// Whether something is where a journal should be, or a link, wherever it leads.
    /// - Throws: where the system does not say, as of a folder that may not be entered.
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

/// The sample journal that the program carries.
enum Seed {
    /// The three files, placed in `folder` and checkpointed into one; a store with a UUID of its own.
    static func place(in folder: URL) throws -> URL {
        let file = try copy(to: folder)
        try SQLiteStore.finishCopy(at: file, newIdentifier: UUID(), checksumsOf: JournalModel.make())
        return file
    }

    /// The three files as they are, in `folder`: the database, then what belongs to it.
    /// - Throws: at the first that cannot be written; those after it are not tried.
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

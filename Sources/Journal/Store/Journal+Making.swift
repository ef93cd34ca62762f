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

    /// Creates the journal, empty or with the sample sessions, if it is missing. Returns whether this call created it.
    /// Two simultaneous first launches create one journal.
    package static func makeIfMissing(at url: URL, sample: Bool) throws(JournalError) -> Bool {
        if try exists(at: url) { return false }
        return try make(at: url) { sample ? try Seed.place(in: $0) : try placeEmpty(in: $0) }
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
        let file = folder.appendingPathComponent(JournalPath.fileName)
        let (coordinator, store) = try JournalStack.make(file)
        try coordinator.writeMetadata(
            JournalMetadata.marking(store.currentMetadata(), samples: SampleKeys()), for: store)
        try coordinator.remove(store)
        try SQLiteStore.finish(file, checksumsOf: JournalModel.make())
        return file
    }
}

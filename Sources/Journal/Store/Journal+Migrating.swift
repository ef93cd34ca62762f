import Foundation
import Persistence
import PersistenceSQLite

/// What a migration came to.
package struct MigrationOutcome: Equatable, Sendable {
    /// The version that the journal had.
    package let from: ModelVersion
    /// The version that it has now.
    package let to: ModelVersion
    /// The copy of the journal as it was; nil where there was nothing to do.
    package let backup: URL?
    /// How many entries the journal has.
    package let entries: Int
}

/// Upgrading a journal: never unasked, never without a copy.
extension Journal {
    /// Makes the journal at `url` one of the latest version, and of our own: a checked copy first, then everything in one
    /// transaction, so that whatever interrupts it the journal is the old one or the new one. Its entries, their IDs and
    /// versions stay.
    /// - Throws: the reason; the journal is as it was then, and no copy is left. After `.uncertain` the copy is kept.
    package static func migrate(
        _ url: URL, _ options: JournalOptions = JournalOptions()
    ) throws(JournalError) -> MigrationOutcome {
        do {
            let before = try Journal.open(url, options)
            let (version, isOwn, isReadOnly) = (before.version, before.isOwn, before.isReadOnly)
            let entries = try before.count(EntryQuery())
            if version == .latest, isOwn {
                return MigrationOutcome(from: version, to: version, backup: nil, entries: entries)
            }
            try before.close()
            if isReadOnly { throw JournalError.readOnly(url) }
            let backup = try backUp(url)
            do {
                try JournalStack.migrate(
                    url, options, marks: isOwn ? [:] : JournalMetadata.marking([:], samples: SampleKeys()))
            } catch {
                if case .uncertain = JournalError(error, at: url) { throw error }
                if try isUnchanged(url, version, isOwn: isOwn) {
                    try? FileManager.default.removeItem(at: backup)
                    throw error
                }
            }
            return MigrationOutcome(from: version, to: .latest, backup: backup, entries: entries)
        } catch {
            throw JournalError(error, at: url)
        }
    }

    /// Closes the store's file; the journal cannot be used afterwards.
    package func close() throws {
        watcher = nil
        try container.remove(store)
    }

    /// Whether a migration that failed left the journal as it was, and did not fail behind its end.
    /// - Throws: `.uncertain` where that cannot be told; the copy is to be kept then.
    private static func isUnchanged(_ url: URL, _ version: ModelVersion, isOwn: Bool) throws(JournalError) -> Bool {
        guard let now = try? Journal.open(url) else { throw .uncertain(url) }
        return now.version == version && now.isOwn == isOwn
    }

    /// Puts a checked copy beside the journal, under the first name that is free; the copy of a migration that was broken off
    /// is the same, and stays the only one.
    private static func backUp(_ url: URL) throws -> URL {
        let staging = try StagingFolder(for: url)
        defer { staging.remove() }
        let copy = staging.url.appendingPathComponent(JournalPlace.fileName)
        try SQLiteStore.copyVerified(url, to: copy)
        var report = try JournalStack.check(copy)
        report.findings.removeAll { !$0.isOfChecksums }
        try report.requireNoFindings(of: url)
        return try staging.keep(copy, beside: url, as: "before-migrate")
    }
}

import Foundation
import Persistence
import PersistenceSQLite

/// The result of a migration.
package struct MigrationOutcome: Equatable, Sendable {
    /// The version before.
    package let from: ModelVersion
    /// The version after.
    package let to: ModelVersion
    /// The copy of the old journal; nil if there was nothing to do.
    package let backup: URL?
    /// The number of entries in the journal.
    package let entries: Int
}

/// Migrating a journal: only on request, and never without a copy.
extension Journal {
    /// Migrates the journal at `url` to the latest version, and marks one made by Core Data as our own. A checked copy
    /// is made first, then everything is changed in one transaction. If it is interrupted, the journal is either the
    /// old or the new one. Entries keep their IDs and versions.
    /// - Throws: A `JournalError`. The journal is unchanged then and the copy removed; after `.uncertain` the copy is
    ///   kept.
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

    /// Closes the store's file. The journal cannot be used afterwards.
    package func close() throws {
        watcher = nil
        try coordinator.remove(store)
    }

    /// Whether the journal is unchanged after a failed migration. False if it failed only after the transaction.
    /// - Throws: `.uncertain` if that cannot be determined. The copy must be kept then.
    private static func isUnchanged(_ url: URL, _ version: ModelVersion, isOwn: Bool) throws(JournalError) -> Bool {
        guard let now = try? Journal.open(url) else { throw .uncertain(url) }
        return now.version == version && now.isOwn == isOwn
    }

    /// Makes a checked copy beside the journal, under the first free name. An identical copy from an interrupted
    /// migration is reused.
    private static func backUp(_ url: URL) throws -> URL {
        let staging = try StagingFolder(for: url)
        defer { staging.remove() }
        let copy = staging.url.appendingPathComponent(JournalPath.fileName)
        try SQLiteStore.copyVerified(url, to: copy)
        var report = try JournalStack.check(copy)
        report.findings.removeAll { !$0.isOfChecksums }
        try report.requireNoFindings(of: url)
        return try staging.keep(copy, beside: url, as: "before-migrate")
    }
}

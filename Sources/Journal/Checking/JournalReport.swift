import Foundation
import PersistenceSQLite

/// A problem found in a journal or beside it. It says where the problem is, never what an entry contains.
package enum JournalFinding: Equatable, Sendable {
    /// The file is damaged; the messages of SQLite's check.
    case damage([String])
    /// The metadata table is not one row with a UUID and a property list.
    case metadata
    /// The counter of IDs is missing.
    case noCounter
    /// The counter of IDs is below the highest ID, so an ID would be given out twice.
    case counter(Int64, highestID: Int64)
    /// The counter of IDs, or of the history, has reached its maximum.
    case counterEnd(Int64, isOfHistory: Bool)
    /// The number of entries whose revision has reached its maximum.
    case versionEnd(rows: Int)
    /// A counter of the history is below a number already used.
    case historyCounter
    /// The number of rows in the table of entries that are marked as another entity.
    case foreignRows(rows: Int)
    /// The number of entries without a version. Concurrent changes to them go undetected.
    case noVersion(rows: Int)
    /// The number of entries with the ID of another entry.
    case repeatedIDs(rows: Int)
    /// The number of entries with a value of the wrong type in the named field.
    case type(field: String, rows: Int)
    /// The tables differ from those that were created.
    case changedTables
    /// The metadata differ from what was written.
    case changedMetadata
    /// Entries differ from what was written: another program changed them, or they are damaged.
    case changed(FoundEntries)
    /// Another program added entries.
    case added(FoundEntries)
    /// Entries are missing that no command deleted.
    case lost(FoundEntries)
    /// The checksums of the entries are missing.
    case lostChecksums
    /// Nothing can be saved, and the reason.
    case unsavable(detail: String)
    /// The list of sample sessions in the metadata cannot be read.
    case samples
    /// A draft is not one that this version of the program wrote.
    case unreadableDraft(Int)
    /// The drafts' store is damaged, or another file.
    case damagedDrafts(URL)
    /// A draft belongs to another journal.
    case draftOfOtherJournal(Int)
}

/// A group of entries: the first IDs, and the total number.
package struct FoundEntries: Equatable, Sendable {
    package let ids: [Int64]
    package let count: Int

    init(_ rows: FoundRows) {
        (ids, count) = (rows.keys, rows.count)
    }
}

extension JournalFinding {
    init(_ finding: StoreFinding) {
        switch finding {
        case .damage(let words): self = .damage(words)
        case .metadata: self = .metadata
        case .noCounter: self = .noCounter
        case .counter(_, let counter, let highest): self = .counter(counter, highestID: highest)
        case .counterEnd(let table, let counter): self = .counterEnd(counter, isOfHistory: table == nil)
        case .versionEnd(_, let rows): self = .versionEnd(rows: rows)
        case .historyCounter: self = .historyCounter
        case .entity(_, let rows): self = .foreignRows(rows: rows)
        case .version(_, let rows): self = .noVersion(rows: rows)
        case .repeatedKeys(_, let rows): self = .repeatedIDs(rows: rows)
        case .type(_, let property, let rows): self = .type(field: property, rows: rows)
        case .changedSchema: self = .changedTables
        case .changedMetadata: self = .changedMetadata
        case .changedRows(_, let rows): self = .changed(FoundEntries(rows))
        case .addedRows(_, let rows): self = .added(FoundEntries(rows))
        case .lostRows(_, let rows): self = .lost(FoundEntries(rows))
        case .lostChecksums: self = .lostChecksums
        }
    }
}

extension StoreReport {
    /// - Throws: `.corrupt` or `.unsound` for the first finding. `url` is the journal, even if the store is a copy of
    ///   it.
    package func requireNoFindings(of url: URL) throws(JournalError) {
        guard let first = findings.first else { return }
        if case .damage(let words) = first { throw .corrupt(url, detail: words.first ?? "") }
        throw .unsound(url, JournalFinding(first), count: findings.count)
    }
}

/// The result of checking a journal.
package struct JournalReport: Equatable, Sendable {
    /// The number of entries; nil if the journal is too damaged to count them.
    package var entryCount: Int?
    /// The number of entries without a checksum, because the journal has no checksums yet.
    package var uncheckedCount = 0
    /// Whether surfjournal created the journal, so that it has checksums.
    package var isOwn = false
    /// The number of readable drafts.
    package var draftCount = 0
    package var findings: [JournalFinding] = []
    /// The risk from the journal's folder; nil if none is known.
    package var risk: FolderRisk?
}

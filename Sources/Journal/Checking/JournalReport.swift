import Foundation
import PersistenceSQLite

/// Something that is wrong with a journal or beside it. It says where, never what an entry holds.
package enum JournalFinding: Equatable, Sendable {
    /// The file is damaged; what SQLite says of it.
    case damage([String])
    /// The metadata are not one row with a UUID and a property list.
    case metadata
    /// Nothing counts the IDs that were given.
    case noCounter
    /// The counter of IDs is below an entry's ID, so that one would be given twice.
    case counter(Int64, highestID: Int64)
    /// A counter has no numbers left: of IDs, or of the history.
    case counterEnd(Int64, isOfHistory: Bool)
    /// So many entries have a revision that no other one follows.
    case versionEnd(rows: Int)
    /// A counter of history is below a number that it gave.
    case historyCounter
    /// So many rows among the entries say that they are none.
    case strangers(rows: Int)
    /// So many entries have no version, without which changes by others go unnoticed.
    case noVersion(rows: Int)
    /// So many entries have the ID of another one.
    case repeatedIDs(rows: Int)
    /// So many entries hold something of another type in the field with this name.
    case type(field: String, rows: Int)
    /// The tables are not as they were made.
    case changedTables
    /// The metadata are not as they were written.
    case changedMetadata
    /// Entries are not as they were written: another program changed them, or they are damaged.
    case changed(FoundEntries)
    /// Entries were written by another program.
    case added(FoundEntries)
    /// Entries are gone that no command deleted.
    case lost(FoundEntries)
    /// The checksums of the entries are gone.
    case lostChecksums
    /// Nothing can be saved; why.
    case unsavable(detail: String)
    /// The list of sample sessions in the metadata cannot be read.
    case samples
    /// The file of a draft is none that this program wrote whole.
    case unreadableDraft(Int)
    /// A draft is of an entry of another journal.
    case draftOfOtherJournal(Int)
}

/// Some entries: the first IDs, and how many there are.
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
        case .entity(_, let rows): self = .strangers(rows: rows)
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
    /// - Throws: `.unsound` when something was found in the journal that the store is, or is a copy of.
    func requireNoFindings(of url: URL) throws(JournalError) {
        guard let first = findings.first else { return }
        if case .damage(let words) = first { throw .corrupt(url, detail: words.first ?? "") }
        throw .unsound(url, JournalFinding(first), count: findings.count)
    }
}

/// What checking a journal came to.
package struct JournalReport: Equatable, Sendable {
    /// How many entries there are; nil where the journal is too damaged to count them.
    package var entryCount: Int?
    /// How many entries have no checksum, because the journal has none yet.
    package var uncheckedCount = 0
    /// Whether the journal was made by us, and so gets checksums.
    package var isOwn = false
    /// How many drafts can be read.
    package var draftCount = 0
    package var findings: [JournalFinding] = []
    /// Why the journal is at risk where it lies; nil where no reason is known.
    package var risk: FolderRisk?
}

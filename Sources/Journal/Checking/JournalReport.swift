import Foundation
import PersistenceSQLite

/// A problem found in a journal or beside it. It says where the problem is, never what an entry contains.
package enum JournalFinding: Equatable, Sendable {
    /// A problem of the file. Its rows are entries, their keys IDs, their versions revisions.
    case store(StoreFinding)
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

extension StoreReport {
    /// - Throws: `.corrupt` or `.unsound` for the first finding. `url` is the journal, even if the store is a copy of
    ///   it.
    package func requireNoFindings(of url: URL) throws(JournalError) {
        guard let first = findings.first else { return }
        if case .damage(let words) = first { throw .corrupt(url, detail: words.first ?? "") }
        throw .unsound(url, .store(first), count: findings.count)
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

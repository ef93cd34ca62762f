import Foundation
import Journal

/// Why an exchange failed or was only partly done. Holds no text of a session.
package enum SyncError: Error, Sendable {
    /// No remote was chosen.
    case notStarted
    /// The journal is exchanged with this remote already.
    case started(GitRemote)
    /// Another process is exchanging this journal.
    case running
    /// The journal's sessions have no UUIDs.
    case needsMigration(ModelVersion)
    case git(GitError)
    case journal(JournalError)
    case draft(DraftError)
    case system(SystemError, path: String)
    /// The folder of exchanges is not the user's own.
    case folder(String, PrivateFolder.Fault)
    /// The copy of the remote belongs to another user.
    case foreignCopy(String)
    /// The superuser would exchange another user's journal.
    case superuser
    case file(SessionFileError)
    /// A session is in two files.
    case repeated(path: String)
    case format(SyncFormat.Failure)
    /// The remote has files or branches, but no journal.
    case notAJournal
    /// The remote has files or branches, but no longer a journal.
    case replaced
    /// The remote is empty, and was not at the last exchange.
    case emptied
    /// The remote's branch no longer contains what was exchanged.
    case rewritten
    /// The exchange would delete many sessions, and nobody confirmed it.
    case manyDeletions(ManyDeletions)
    /// The remote refused the commit.
    case rejected(line: String)
    /// It is unknown whether the commit arrived, for this reason.
    case uncertain(GitError)
    /// The remote's branch is locked by another program or, if the lock is old, by one that was killed.
    case locked(path: String, isLeft: Bool)
    /// Other machines were quicker each time.
    case tooManyTries(Int)
    /// A question of the caller's threw this, such as on Ctrl-C.
    case stopped(any Error)
}

/// Deletions that came from other machines.
package struct ManyDeletions: Equatable, Sendable {
    package let count: Int
    /// The number of sessions in the journal.
    package let total: Int
    /// The numbers of the first sessions.
    package let first: [Int64]
}

extension SyncError {
    init(_ error: any Error) {
        switch error {
        case let error as SyncError: self = error
        case let error as GitError: self = .git(error)
        case let error as JournalError: self = .journal(error)
        case let error as DraftError: self = .draft(error)
        case let error as SessionFileError: self = .file(error)
        case let error as SyncFormat.Failure: self = .format(error)
        case let error as SystemError: self = .system(error, path: "")
        default: self = .stopped(error)
        }
    }
}

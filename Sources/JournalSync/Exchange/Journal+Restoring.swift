import Foundation
import Journal

/// What a restore means for the other machines.
extension Journal {
    /// What the next exchange will do on the other machines, if nothing is changed before; nil if there is no copy of
    /// what was exchanged. Nothing is fetched.
    ///
    /// This journal is the copy of a backup that will replace `journal`. Sessions without a UUID get one.
    /// - Parameter state: How far `journal` is exchanged.
    package func restoredChanges(
        since state: SyncState, inPlaceOf journal: URL, _ git: GitProgram
    ) throws(SyncError) -> ExchangeReport.Counts? {
        let folder = SyncFolder(of: journal)
        guard let commit = state.pending?.commit ?? state.base, try folder.remote() != nil else { return nil }
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        do {
            let repository = try GitRepository(folder.repository, git: git)
            guard try repository.holds(commit) else { return nil }
            return ExchangeReport.Counts(try WholeComparison.of(self, RemoteCommit(commit, in: repository)))
        } catch {
            throw SyncError(error)
        }
    }
}

extension ExchangeReport.Counts {
    /// What makes a commit equal to a journal.
    fileprivate init(_ comparison: WholeComparison) {
        let (local, remote) = (comparison.local.touches.keys, comparison.remote.sessions.keys)
        let changed = remote.count { comparison.local.touches[$0] != nil }
        self.init(added: local.count - changed, changed: changed, deleted: remote.count - changed)
    }
}

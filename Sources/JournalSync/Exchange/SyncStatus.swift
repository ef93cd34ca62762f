import Foundation
import Journal
import SurfLanguage

/// How a journal stands to its remote, without the network.
package struct SyncStatus: Equatable, Sendable {
    package let remote: GitRemote
    /// When the last exchange was complete, in seconds since 2001-01-01T00:00:00Z; nil if none was.
    package let date: Double?
    /// The number of sessions that were touched here since.
    package let waiting: Int
    /// The drafts of conflicts with other machines.
    package let drafts: [Draft]
}

/// A commit of the remote: what a machine sent.
package struct SentChanges: Equatable, Sendable {
    package let machine: String
    /// In seconds since 2001-01-01T00:00:00Z.
    package let date: Double
    package let counts: ExchangeReport.Counts
}

extension Journal {
    /// How the journal stands to its remote.
    /// - Throws: `.notStarted` if no remote was chosen.
    package func syncStatus() throws(SyncError) -> SyncStatus {
        guard let remote = try SyncFolder(of: url).remote() else { throw .notStarted }
        do {
            let state = try syncState()
            return SyncStatus(
                remote: remote, date: state.date, waiting: try waiting(state),
                drafts: try drafts.list().drafts.filter(\.content.isSyncConflict))
        } catch {
            throw SyncError(error)
        }
    }

    /// The number of sessions that wait to be sent; 0 if it cannot be determined.
    package func waitingCount() -> Int {
        (try? syncState()).flatMap { try? waiting($0) } ?? 0
    }

    private func waiting(_ state: SyncState) throws -> Int {
        guard isOwn, version.hasUUIDs else { return 0 }
        guard state.base != nil, let sent = state.sent, let local = try localChanges(since: sent, givesUUIDs: false)
        else { return try sessionCount() }
        return local.touches.values.count { $0.session != nil || $0.wasThere }
    }

    /// What machines sent, newest first.
    package func syncLog(_ git: GitProgram, limit: Int) throws(SyncError) -> [SentChanges] {
        let folder = SyncFolder(of: url)
        guard try folder.remote() != nil else { throw .notStarted }
        do {
            guard let base = try syncState().base else { return [] }
            let lock = try folder.lock()
            defer { withExtendedLifetime(lock) {} }
            let repository = try GitRepository(folder.repository, git: git)
            guard try repository.holds(base) else { return [] }
            return try repository.log(of: base, limit: limit).compactMap { commit in
                guard let counts = ExchangeReport.Counts(message: commit.message), !counts.isEmpty else { return nil }
                let date = StoreTime.date(unixSecond: commit.seconds)
                return SentChanges(machine: commit.author, date: date, counts: counts)
            }
        } catch {
            throw SyncError(error)
        }
    }
}

import Foundation
import Journal

/// Exchanging a journal with other machines through a git repository.
extension Journal {
    /// Chooses the remote and exchanges with it for the first time, or continues if it was exchanged with before.
    /// - Parameters:
    ///   - remote: The remote; nil for the one that was chosen before.
    ///   - fromScratch: Whether earlier exchanges are forgotten.
    /// - Throws: A `SyncError`. The remote is kept only if it was reached and holds a journal or nothing.
    package func startSync(
        with remote: GitRemote?, fromScratch: Bool = false, _ git: GitProgram, _ options: ExchangeOptions
    ) throws(SyncError) -> ExchangeReport {
        let (remote, chosen) = try remoteToStart(with: remote, fromScratch: fromScratch)
        let folder = SyncFolder(of: url)
        do throws(SyncError) {
            return try exchange(folder, remote, git, options, fromScratch ? .fromScratch : .chosenNow)
        } catch {
            // A host reports another hash format only when something is pushed to it.
            if case .git(.otherHashFormat) = error, chosen != remote, try folder.remote() == remote {
                if let chosen { try folder.keep(chosen) } else { try folder.forget() }
            }
            throw error
        }
    }

    /// The remote that `startSync` would use, and the one that was chosen before.
    /// - Throws: The error that `startSync` would throw before it changes anything.
    @discardableResult
    package func remoteToStart(
        with remote: GitRemote?, fromScratch: Bool
    ) throws(SyncError) -> (remote: GitRemote, chosen: GitRemote?) {
        try requireUUIDs()
        let chosen = try SyncFolder(of: url).remote()
        if let chosen, !fromScratch {
            // Continue a first exchange that failed.
            guard chosen == remote, try isUnfinished else { throw .started(chosen) }
        }
        guard let remote = remote ?? chosen else { throw .notStarted }
        return (remote, chosen)
    }

    /// Exchanges changes with the remote.
    package func sync(_ git: GitProgram, _ options: ExchangeOptions) throws(SyncError) -> ExchangeReport {
        let folder = SyncFolder(of: url)
        guard let remote = try folder.remote() else { throw .notStarted }
        try requireUUIDs()
        return try exchange(folder, remote, git, options, .chosen)
    }

    /// Forgets the remote. Nothing is removed, here or there.
    /// - Returns: The remote.
    package func stopSync() throws(SyncError) -> GitRemote {
        let folder = SyncFolder(of: url)
        guard let remote = try folder.remote() else { throw .notStarted }
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        try folder.forget()
        return remote
    }

    /// The remote.
    /// - Throws: `.notStarted` if none was chosen.
    package func syncRemote() throws(SyncError) -> GitRemote {
        guard let remote = try SyncFolder(of: url).remote() else { throw .notStarted }
        return remote
    }

    /// Whether no exchange has completed yet.
    private var isUnfinished: Bool {
        get throws(SyncError) {
            do throws(JournalError) { return try syncState().date == nil } catch { throw .journal(error) }
        }
    }

    private func requireUUIDs() throws(SyncError) {
        guard isOwn, version.hasUUIDs else { throw .needsMigration(version) }
    }

    /// One exchange at a time. A damaged copy of the remote is made again, once.
    private func exchange(
        _ folder: SyncFolder, _ remote: GitRemote, _ git: GitProgram, _ options: ExchangeOptions,
        _ beginning: ExchangeBeginning
    ) throws(SyncError) -> ExchangeReport {
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        do {
            do {
                return try exchangeOnce(folder, remote, git, options, beginning)
            } catch  where folder.hasCaused(error, git) {
                try folder.removeCopy()
                return try exchangeOnce(folder, remote, git, options, beginning)
            }
        } catch {
            throw SyncError(error)
        }
    }

    private func exchangeOnce(
        _ folder: SyncFolder, _ remote: GitRemote, _ git: GitProgram, _ options: ExchangeOptions,
        _ beginning: ExchangeBeginning
    ) throws -> ExchangeReport {
        let repository = try GitRepository(folder.repository, git: git)
        var exchange = try Exchange(self, repository, remote, options, beginning) {
            if beginning != .chosen { try folder.keep(remote) }
        }
        let report = try exchange.run()
        // What was exchanged is safe without it.
        try? repository.collectGarbage()
        return report
    }
}

extension SyncFolder {
    /// Whether the copy of the remote is, or may be, why an exchange failed.
    fileprivate func hasCaused(_ error: any Error, _ git: GitProgram) -> Bool {
        switch error {
        case let error as GitError: hasCaused(error, git)
        case SyncError.uncertain(let cause): hasCaused(cause, git)
        // Commits that the copy should have may be missing.
        case SyncError.rewritten, SyncError.replaced: !isSound(git)
        default: false
        }
    }

    private func hasCaused(_ error: GitError, _ git: GitProgram) -> Bool {
        switch error {
        case .failed, .unexpectedAnswer, .notARepository: true
        // git stops with the same status, whether the remote or the copy cannot be read.
        case .unreachable(let line): SyncFolder.namesLock(line) || !isSound(git)
        default: false
        }
    }

    /// Whether git's line is about a lock in the copy, which no check finds. Nobody else works there.
    private static func namesLock(_ line: String) -> Bool {
        ["cannot lock ref", "unable to create"].contains { line.lowercased().contains($0) }
    }

    /// Whether git finds nothing wrong with the copy.
    private func isSound(_ git: GitProgram) -> Bool {
        do throws(GitError) {
            _ = try git.answer(["fsck", "--no-dangling", "--no-progress"], in: repository, atMost: 1 << 24)
            return true
        } catch {
            if case .cancelled = error { return true }
            return false
        }
    }
}

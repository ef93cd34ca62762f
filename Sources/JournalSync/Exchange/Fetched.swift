import Journal

/// The first phase of an exchange: what the remote has, and from where the journal goes on. The journal is not changed.
struct Fetched {
    /// The head of the remote's branch; nil if the remote is empty at a first exchange.
    let head: String?
    /// How far the journal has been exchanged with the head. A pending commit that arrived is the base.
    let state: SyncState
    /// Whether the remote was chosen now and shares no history with the one before. Earlier exchanges are then
    /// forgotten.
    let isDifferentRemote: Bool

    /// Fetches.
    /// - Parameters:
    ///   - known: How far the journal was exchanged.
    ///   - isChosenNow: Whether the remote is chosen now. It may be one that the journal was exchanged with before.
    /// - Throws: A `SyncError` if the remote is not a journal, or not the one that the journal was exchanged with.
    init(_ remote: RemoteSide, _ known: SyncState, isChosenNow: Bool) throws {
        let branch = try remote.fetch()
        isDifferentRemote = try isChosenNow && !remote.continues(known, branch)
        let before = isDifferentRemote ? SyncState() : known
        head = try remote.head(branch, before)
        state = try remote.state(before, head)
    }
}

extension RemoteSide {
    /// Whether earlier exchanges were with this remote.
    fileprivate func continues(_ known: SyncState, _ branch: GitRepository.Fetched) throws -> Bool {
        guard case .head(let head) = branch, let base = known.base else { return false }
        return try commonCommit(base, head) != nil
    }

    /// The head of the branch; nil if the remote is empty at a first exchange.
    fileprivate func head(_ branch: GitRepository.Fetched, _ state: SyncState) throws -> String? {
        switch branch {
        case .head(let commit): commit
        case .empty: if state.base == nil { nil } else { throw SyncError.emptied }
        case .noBranch: throw state.base == nil ? SyncError.notAJournal : SyncError.replaced
        case .lost where state.base == nil: nil
        case .torn, .lost: try sendAgain(state.base)
        }
    }

    /// Sends the base again to a remote whose branch was cut. What else was to be sent follows.
    private func sendAgain(_ base: String?) throws -> String {
        guard let base, try repository.holds(base) else {
            throw GitError.damagedRemote(line: "\(GitRepository.branch) is cut")
        }
        if let failure = try push(base).failure { throw failure }
        return base
    }

    /// How far the journal is exchanged with a head.
    fileprivate func state(_ before: SyncState, _ head: String?) throws -> SyncState {
        var state = before
        state.pending = nil
        guard let head else { return state }
        if let pending = before.pending, try isContained(pending.commit, in: head) {
            (state.base, state.sent) = (pending.commit, pending.number)
        }
        guard let base = state.base, base != head, try !isContained(base, in: head) else { return state }
        // The head may be an earlier one, such as after a power cut there. The whole journal is compared with what both
        // have, so what the remote lost is sent again, and what was deleted since stays deleted.
        guard let common = try commonCommit(base, head) else {
            throw try isJournal(head) ? SyncError.rewritten : SyncError.replaced
        }
        _ = try RemoteCommit(head, in: repository)
        (state.base, state.sent) = (common, nil)
        return state
    }
}

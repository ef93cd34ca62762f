import Foundation
import Journal
import SurfLanguage

/// What became of a commit in the third phase of an exchange.
enum Sent {
    /// It arrived and is the base: nothing is left to send.
    case all(ExchangeReport.Counts)
    /// It arrived. The sessions that were left out are still to be compared.
    case part(ExchangeReport.Counts)
    /// The remote's branch had moved, because another machine pushed first.
    case rejected
    /// Another program has the lock of the branch.
    case locked(path: String)
}

/// The third phase of an exchange: makes a commit of what is to be sent, and pushes it.
struct Sending {
    private let local: JournalSide
    private let remote: RemoteSide
    private let options: ExchangeOptions

    init(_ local: JournalSide, _ remote: RemoteSide, _ options: ExchangeOptions) {
        (self.local, self.remote, self.options) = (local, remote, options)
    }

    /// Sends.
    /// - Throws: A `SyncError` if the remote refused the commit, or it is not known whether it arrived.
    func send(_ received: Received) throws -> Sent {
        switch received.content {
        case .changes(let sessions, let head):
            let changes = OutgoingFiles(sessions, on: head).changes()
            let commit = try self.commit(on: [head.id], received.counts) { () throws(GitError) in changes.next() }
            return try sendBase(commit, received.number, received.counts)
        case .all:
            let (commit, count) = try commitAll(on: nil, received.counts)
            return try sendBase(commit, received.number, .init(added: count))
        case .allBeside(let head):
            let (commit, count) = try commitAll(on: head, received.counts)
            // The journal does not contain this commit yet, so it is not a base.
            return try push(commit) {
                local.noteCopied(count)
                return .part(.init(added: count))
            }
        }
    }

    /// Pushes a commit that becomes the base. The state names it before.
    private func sendBase(_ commit: String, _ number: Int64, _ counts: ExchangeReport.Counts) throws -> Sent {
        var state = local.state
        state.pending = SyncState.Pending(commit: commit, number: number)
        try local.store(state)
        return try push(commit) {
            (state.base, state.sent, state.pending, state.date) = (commit, number, nil, options.now)
            try local.store(state)
            return .all(counts)
        }
    }

    /// Pushes a commit.
    /// - Parameter arrived: Called when it arrived.
    private func push(_ commit: String, arrived: () throws -> Sent) throws -> Sent {
        let pushed = try remote.push(commit)
        switch pushed {
        case .moved: return .rejected
        case .locked(let path, isLeft: false): return .locked(path: path)
        default:
            if let failure = pushed.failure { throw failure }
            return try arrived()
        }
    }

    /// Makes a commit of all sessions on top of a remote's, in one read transaction. Returns the commit, and the number
    /// of sessions.
    private func commitAll(
        on head: RemoteCommit?, _ counts: ExchangeReport.Counts
    ) throws -> (commit: String, count: Int) {
        var files = WholeJournal(local.journal, on: head)
        do {
            let made = try local.journal.withReadTransaction(if: true) {
                try commit(on: [head?.id].compactMap(\.self), counts) { () throws(GitError) in try files.next() }
            }
            return (made, files.count)
        } catch {
            throw files.failure ?? error
        }
    }

    private func commit(
        on parents: [String], _ counts: ExchangeReport.Counts, _ next: () throws(GitError) -> GitRepository.Change?
    ) throws(GitError) -> String {
        try remote.repository.commit(
            parents: parents, author: options.machine, message: counts.message,
            seconds: StoreTime.foundationDate(options.now).timeIntervalSince1970, next)
    }
}

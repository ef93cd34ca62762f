import Foundation
import Journal

/// The journal's side of an exchange: how far it is exchanged, and the one place that writes into it.
///
/// The state is read once. Nobody else changes it during an exchange, which holds the lock of its folder.
final class JournalSide {
    let journal: Journal
    /// How far the journal is exchanged: as it is stored or, before the first write, as it will be.
    private(set) var state: SyncState
    private(set) var stage: ExchangeStage
    /// Keeps the remote.
    private let begin: () throws -> Void

    /// - Parameter begin: Called before the first write. May be called again if that fails.
    init(_ journal: Journal, _ beginning: ExchangeBeginning, begin: @escaping () throws -> Void) throws {
        (self.journal, self.begin) = (journal, begin)
        stage = .beginning(beginning)
        state = beginning == .fromScratch ? SyncState() : try journal.syncState()
    }

    /// The number of sessions that a first exchange copied to the side that had few; nil before that.
    var copiedCount: Int? { if case .copied(let count) = stage { count } else { nil } }

    /// What was touched since the base; nil if nothing tells that.
    func localChanges() throws -> LocalChanges? {
        guard state.base != nil, let sent = state.sent else { return nil }
        return try journal.localChanges(since: sent)
    }

    /// Whether the journal has changes that the base does not contain.
    var hasNewChanges: Bool {
        get throws {
            guard let sent = state.sent else { return false }
            return try journal.lastNumber() > sent
        }
    }

    // MARK: Writing

    /// Goes on from what was fetched.
    func accept(_ fetched: Fetched) throws {
        if stage == .beginning(.chosenNow) { stage = .beginning(fetched.isDifferentRemote ? .fromScratch : .chosen) }
        if fetched.isDifferentRemote { state = SyncState() }
        if fetched.state != state { try store(fetched.state) }
    }

    /// Prepares for the first write.
    func beginWriting() throws {
        guard case .beginning(let beginning) = stage else { return }
        try begin()
        if beginning == .fromScratch { try journal.setSyncState(state) }
        stage = .begun
    }

    /// Changes the state in a transaction of its own.
    func store(_ new: SyncState) throws {
        try beginWriting()
        try journal.setSyncState(new)
        state = new
    }

    /// Writes in one transaction with a state.
    /// - Parameter next: The state, from the number in the history up to which it contains the result.
    /// - Returns: That number, and the numbers of the inserted sessions; nil, with nothing written, if somebody touched
    ///   one of the sessions since.
    func write(
        _ writes: ExchangeWrites, ifUntouchedSince number: Int64, isFirst: Bool, _ next: (Int64) -> SyncState
    ) throws -> (number: Int64, ids: [UUID: Int64])? {
        try beginWriting()
        let written = try journal.write(writes, ifUntouchedSince: number, isFirst: isFirst, next)
        if let written { state = next(written.number) }
        return written
    }

    /// Inserts the sessions of a remote in one transaction with a state. The first write is prepared when all are read.
    /// - Returns: Whether they were: false, with nothing written, if somebody touched one of them since.
    func insert(
        _ sessions: inout WholeRemote, ifUntouchedSince number: Int64, _ next: (Int64) -> SyncState
    ) throws -> Bool {
        let written = try sessions.insert(into: journal, ifUntouchedSince: number, next) {
            if case .beginning = stage { try begin() }
        }
        guard let written else { return false }
        (state, stage) = (next(written), .begun)
        return true
    }

    /// Notes that the sessions of the side that has many were copied to the other.
    func noteCopied(_ count: Int) { stage = .copied(count) }
}

import Foundation

/// How far a journal is exchanged with its remote. It is in the store's metadata, so that it changes in the same
/// transactions as the sessions.
package struct SyncState: Equatable, Sendable {
    /// A commit that may or may not have arrived at the remote.
    package struct Pending: Equatable, Sendable {
        package let commit: String
        /// The number in the history up to which the commit contains the journal; nil if no part of it is known to be.
        package let number: Int64?

        package init(commit: String, number: Int64?) { (self.commit, self.number) = (commit, number) }
    }

    /// The newest commit of the remote that is contained in the journal; nil before the first exchange.
    package var base: String?
    /// The number in the history up to which the journal is contained in the base; nil if no part of it is known to be.
    package var sent: Int64?
    /// The names of the fields that the program knew when the base was recorded.
    package var fields: Set<String> = []
    package var pending: Pending?
    /// When the last exchange was complete, in seconds since 2001-01-01T00:00:00Z.
    package var date: Double?

    package init() {}
}

/// The form in the store's metadata.
extension SyncState {
    private enum Key {
        static let (base, sent, fields) = ("base", "sent", "fields")
        static let (commit, number, date) = ("pending", "pendingNumber", "date")
    }

    /// Values that another program wrote are ignored: then everything is compared again.
    init(stored: [String: any Sendable]) {
        base = stored[Key.base] as? String
        sent = (stored[Key.sent] as? Int).map(Int64.init)
        fields = Set((stored[Key.fields] as? [any Sendable])?.compactMap { $0 as? String } ?? [])
        if let commit = stored[Key.commit] as? String {
            pending = Pending(commit: commit, number: (stored[Key.number] as? Int).map(Int64.init))
        }
        date = stored[Key.date] as? Double
    }

    var stored: [String: any Sendable] {
        var stored: [String: any Sendable] = [Key.fields: fields.sorted()]
        stored[Key.base] = base
        stored[Key.sent] = sent.map { Int($0) }
        stored[Key.commit] = pending?.commit
        stored[Key.number] = pending?.number.map { Int($0) }
        stored[Key.date] = date
        return stored
    }
}

extension JournalMetadata {
    /// How far the journal is exchanged.
    static let sync = "SurfJournalSync"
}

extension Journal {
    /// How far the journal is exchanged; the initial state for one that never was.
    package func syncState() throws(JournalError) -> SyncState {
        try rethrowing {
            SyncState(stored: try store.currentMetadata()[JournalMetadata.sync] as? [String: any Sendable] ?? [:])
        }
    }

    /// Changes the state in a transaction of its own.
    package func setSyncState(_ state: SyncState) throws(JournalError) {
        try rethrowing {
            try coordinator.changeMetadata(of: store) { $0[JournalMetadata.sync] = state.stored }
        }
    }
}

import Journal

/// A first exchange in which one side has few sessions, or none. All sessions of the other side are copied to it one by
/// one, so that memory does not grow with their number. Those that may be the same as one of the few are left out, and
/// compared afterwards.
struct FirstExchange {
    enum Step {
        /// The journal had no sessions. Now it has those of the remote, and nothing is left to do.
        case received
        /// All sessions of the journal have to be sent, in addition to the few of the remote.
        case send(Received)
        /// The sessions that are left have to be compared.
        case compare
    }

    private let local: JournalSide
    private let fewSessions: Int
    private let now: Double
    private var journal: Journal { local.journal }

    init(_ local: JournalSide, fewSessions: Int, now: Double) {
        (self.local, self.fewSessions, self.now) = (local, fewSessions, now)
    }

    /// Begins to send all sessions to an empty remote. Even an empty journal gives it its first commit.
    func sendAll() throws -> Received {
        let number = try journal.identifyAll()
        let count = try journal.sessionCount()
        try local.store(initialState)
        return Received(content: .all, number: number, counts: .init(added: count))
    }

    /// Copies all sessions of one side to the other if that has few, and if this was not done before.
    func copyAll(_ head: RemoteCommit, _ report: inout ExchangeReport) throws -> Step {
        guard local.state.base == nil, local.copiedCount == nil else { return .compare }
        while true {
            let number = try journal.identifyAll()
            if try journal.sessionCount() > fewSessions {
                return try sendAll(beside: head, number).map(Step.send) ?? .compare
            }
            let own = try journal.sessions()
            guard try receiveAll(head, beside: own, number, &report) else { continue }
            return own.isEmpty ? .received : .compare
        }
    }

    /// Begins to send all sessions to a remote that has few. Returns nil if it has many, or if nothing can be sent
    /// without a comparison.
    private func sendAll(beside head: RemoteCommit, _ number: Int64) throws -> Received? {
        var commit = head
        guard try commit.requireAll(atMost: fewSessions) else { return nil }
        var months = WholeJournal(journal, on: commit)
        while try months.nextSessions() != nil {}
        if months.count == 0 { return nil }
        try local.beginWriting()
        return Received(content: .allBeside(commit), number: number, counts: .init(added: months.count))
    }

    /// Receives all sessions of a remote. If the journal had none, the remote's commit is the base. Returns false, with
    /// nothing written, if somebody changed one of the sessions meanwhile.
    private func receiveAll(
        _ head: RemoteCommit, beside own: [IdentifiedSession], _ number: Int64, _ report: inout ExchangeReport
    ) throws -> Bool {
        var state = initialState
        if own.isEmpty { (state.base, state.date) = (head.id, now) }
        var sessions = WholeRemote(head, besides: own, report)
        let isReceived = try local.insert(&sessions, ifUntouchedSince: number) { number in
            var state = state
            if own.isEmpty { state.sent = number }
            return state
        }
        guard isReceived else { return false }
        report = sessions.report
        local.noteCopied(report.received.added)
        return true
    }

    /// The state before anything is exchanged.
    private var initialState: SyncState {
        var state = SyncState()
        state.fields = Set(journal.fields.map(\.name))
        return state
    }
}

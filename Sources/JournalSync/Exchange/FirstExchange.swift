import Journal

/// A first exchange in which one side has no or few sessions. All of the other side pass to it, so that memory does not
/// grow with them. Those that may be the same as one of the few are left out, and compared afterwards.
struct FirstExchange {
    enum Step {
        /// The journal had no sessions. It has those of the remote, and nothing is left to do.
        case received
        /// All sessions of the journal have to be sent, beside the few of the remote.
        case send(Received)
        /// What is left is compared.
        case compare
    }

    private let here: JournalSide
    private let fewSessions: Int
    private let now: Double
    private var journal: Journal { here.journal }

    init(_ here: JournalSide, fewSessions: Int, now: Double) {
        (self.here, self.fewSessions, self.now) = (here, fewSessions, now)
    }

    /// Begins to send all sessions to an empty remote, which gets its first commit also from an empty journal.
    func sendAll() throws -> Received {
        let number = try journal.identifyAll()
        let count = try journal.sessionCount()
        try here.store(initialState)
        return Received(content: .all, number: number, counts: .init(added: count))
    }

    /// Passes all sessions of one side to the other, once, if that has few.
    func pass(_ head: RemoteCommit, _ report: inout ExchangeReport) throws -> Step {
        guard here.state.base == nil, here.passed == nil else { return .compare }
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

    /// Begins to send all sessions to a remote that has few. Returns nil if there is nothing to send so.
    private func sendAll(beside head: RemoteCommit, _ number: Int64) throws -> Received? {
        var commit = head
        guard try commit.requireAll(atMost: fewSessions) else { return nil }
        var months = WholeJournal(journal, on: commit)
        while try months.nextSessions() != nil {}
        if months.count == 0 { return nil }
        try here.beginWriting()
        return Received(content: .allBeside(commit), number: number, counts: .init(added: months.count))
    }

    /// Receives all sessions of a remote, which are the base if the journal had none. Returns false, with nothing
    /// written, if somebody touched one of them meanwhile.
    private func receiveAll(
        _ head: RemoteCommit, beside own: [IdentifiedSession], _ number: Int64, _ report: inout ExchangeReport
    ) throws -> Bool {
        var state = initialState
        if own.isEmpty { (state.base, state.date) = (head.id, now) }
        var sessions = WholeRemote(head, besides: own, report)
        let isReceived = try here.insert(&sessions, ifUntouchedSince: number) { number in
            var state = state
            if own.isEmpty { state.sent = number }
            return state
        }
        guard isReceived else { return false }
        report = sessions.report
        here.notePassed(report.received.added)
        return true
    }

    /// The state in which nothing is exchanged.
    private var initialState: SyncState {
        var state = SyncState()
        state.fields = Set(journal.fields.map(\.name))
        return state
    }
}

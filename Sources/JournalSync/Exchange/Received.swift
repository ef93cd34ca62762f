import Journal

/// What the second phase of an exchange leaves to be sent.
struct Received {
    enum Content {
        /// The sessions that differ from those of a head.
        case changes([ExchangePlan.Session], on: RemoteCommit)
        /// All sessions, to an empty remote.
        case all
        /// All sessions but those that may be the same as one of a head, which has few. They are compared later.
        case allBeside(RemoteCommit)
    }

    let content: Content
    /// The number in the history up to which a commit of the content contains the journal.
    let number: Int64
    /// The numbers of sessions, for the commit's message.
    let counts: ExchangeReport.Counts
}

/// The second phase of an exchange: brings the remote's sessions into the journal, and finds what has to be sent.
struct Receiving {
    private let local: JournalSide
    private let remote: RemoteSide
    private let options: ExchangeOptions
    private var questions: ExchangeQuestions

    init(_ local: JournalSide, _ remote: RemoteSide, _ options: ExchangeOptions) {
        (self.local, self.remote, self.options) = (local, remote, options)
        questions = ExchangeQuestions(options)
    }

    /// Returns what has to be sent; nil if both sides are equal.
    /// - Parameter head: The head of the remote's branch; nil if the remote is empty.
    mutating func receive(_ head: String?, _ report: inout ExchangeReport) throws -> Received? {
        let first = FirstExchange(local, fewSessions: options.fewSessions, now: options.now)
        guard let head else { return try first.sendAll() }
        var touched = try local.localChanges()
        if head == local.state.base, let touched, touched.touches.isEmpty {
            try noteNothingNew(touched.number)
            return nil
        }
        let commit = try RemoteCommit(head, in: remote.repository)
        switch try first.copyAll(commit, &report) {
        case .received: return nil
        case .send(let all): return all
        case .compare: break
        }
        while true {
            if let received = try merge(commit, touched, &report) { return received.counts.isEmpty ? nil : received }
            touched = try local.localChanges()
        }
    }

    /// Records an exchange in which nothing was new.
    private func noteNothingNew(_ number: Int64) throws {
        var state = local.state
        (state.sent, state.date) = (number, options.now)
        try local.store(state)
    }

    /// Merges a commit into the journal. Returns nil if the journal changed, and this has to be done again.
    private mutating func merge(
        _ head: RemoteCommit, _ touched: LocalChanges?, _ report: inout ExchangeReport
    ) throws -> Received? {
        var commit = head
        let changes = try touched ?? compared(with: &commit, &report)
        if local.state.base == nil, try pair(changes, commit, &report) { return nil }
        let reading = try ExchangeReading(changes, commit, local, remote)
        var plan = try reading.plan()
        try questions.resolveConflicts(&plan)
        try questions.confirmDeletions(of: plan, in: local.journal)
        return try save(plan, changes, reading.commit, &report)
    }

    /// What differs here from a commit, which notes what differs there.
    private func compared(with commit: inout RemoteCommit, _ report: inout ExchangeReport) throws -> LocalChanges {
        let comparison = try WholeComparison.of(local.journal, commit)
        commit.note(comparison.remote)
        if local.state.base == nil { report.paired = max(0, comparison.equal - (local.copiedCount ?? 0)) }
        if local.state.sent != nil { report.comparedAll = true }
        return comparison.local
    }

    /// Pairs the sessions that differ at a first exchange. Returns whether the journal was changed.
    private func pair(
        _ changes: LocalChanges, _ commit: RemoteCommit, _ report: inout ExchangeReport
    ) throws -> Bool {
        let pairing = FirstPairing(changes.touches.values.compactMap(\.session), commit.noted)
        report.paired += pairing.paired
        if pairing.uuids.isEmpty { return false }
        var writes = ExchangeWrites()
        writes.updates = pairing.uuids.map { .init($0.session, values: $0.session.values, uuid: $0.uuid) }
        let state = local.state
        let written = try local.write(writes, ifUntouchedSince: changes.number, isFirst: true) { _ in state }
        if written != nil { report.separated += pairing.separated }
        return true
    }

    /// Saves the plan's result. Returns nil, with nothing saved, if somebody touched one of its sessions meanwhile.
    private func save(
        _ plan: ExchangePlan, _ changes: LocalChanges, _ commit: RemoteCommit, _ report: inout ExchangeReport
    ) throws -> Received? {
        let toSend = plan.toSend
        var state = local.state
        (state.base, state.fields) = (commit.id, Set(local.journal.fields.map(\.name)))
        if toSend.isEmpty { state.date = options.now }
        try local.beginWriting()
        for session in plan.sessions { try keepDraft(of: session, &report) }
        let written = try local.write(plan.writes, ifUntouchedSince: changes.number, isFirst: report.isFirst) {
            number in
            var state = state
            if toSend.isEmpty { state.sent = number }
            return state
        }
        guard let written else { return nil }
        report.note(plan, ids: written.ids)
        return Received(
            content: .changes(toSend, on: commit), number: written.number, counts: ExchangeReport.Counts(toSend))
    }

    /// Keeps this machine's values of a conflict, before the other machine's are stored.
    private func keepDraft(of session: ExchangePlan.Session, _ report: inout ExchangeReport) throws {
        guard let stored = session.stored, let draft = ConflictDraft(session, in: local.journal, now: options.now),
            let number = try draft.keep(in: local.journal.drafts)
        else { return }
        report.drafts[number] = stored.id
    }
}

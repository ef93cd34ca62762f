import Foundation
import Journal
import SurfLanguage

/// What an exchange asks, and who it is.
package struct ExchangeOptions {
    /// The machine's name, in commits and in the other machines' logs.
    package var machine: String
    /// The time in seconds since 2001-01-01T00:00:00Z.
    package var now: Double
    /// Decides the fields of a session that both sides changed. By default a draft keeps this machine's values.
    package var decide: ([FieldConflict], IdentifiedSession) throws -> [EntryField: ConflictChoice] = { fields, _ in
        ConflictChoice.draft.of(fields)
    }
    /// Confirms many deletions.
    package var confirmDeletions: (ManyDeletions, _ first: [IdentifiedSession]) throws -> Bool = { _, _ in false }
    /// The most sessions of one side that are in memory while all of the other side are sent or received.
    package var fewSessions = 10_000
    /// Waits before another attempt.
    package var wait: (_ seconds: Double) -> Void = { usleep(UInt32($0 * 1_000_000)) }

    package init(machine: String, now: Double) { (self.machine, self.now) = (machine, now) }
}

/// What is known about the remote before an exchange.
enum ExchangeBeginning {
    /// The remote was chosen before.
    case chosen
    /// It is chosen now. It may be one that the journal was exchanged with before.
    case chosenNow
    /// What was exchanged before is to be forgotten.
    case again
}

/// One exchange of a journal with its remote. `ExchangePlan` decides; this type acts.
///
/// Killed at any moment, the next one ends in the same state: what is written into the journal is one transaction with
/// the state, and what is pushed is one commit, which the state names before.
struct Exchange {
    private let journal: Journal
    private let repository: any SyncRepository
    private let remote: GitRemote
    private let options: ExchangeOptions
    /// The answers so far, so that nobody is asked twice.
    private var answers: [Question: ConflictChoice] = [:]
    private var isConfirmed = false
    /// The number of sessions that were received before all were compared; nil before that.
    private var insertedFirst: Int?
    /// The number of sessions that were sent before all were compared; nil before that.
    private var sentFirst: Int?
    /// What arrived at the remote.
    private var arrived = ExchangeReport.Counts()
    /// Whether the exchange went on because somebody changed the journal.
    private var wasOvertaken = false
    /// Whether a UUID occurs twice in the remote, which is found again, with its place, when all is read.
    private var isRepeated = false
    /// Whether what was exchanged before is forgotten with the first write.
    private var isAgain: Bool
    /// Whether an earlier exchange is continued if the remote contains it, and forgotten otherwise.
    private var mayContinue: Bool
    /// Called before the first write; nil once it was called.
    private var begin: (() throws -> Void)?
    private var report: ExchangeReport

    /// A field of a session with the three values that were shown.
    private struct Question: Hashable {
        private let uuid: UUID
        private let field: EntryField
        private let values: [UInt8]

        init(_ field: EntryField, _ session: ExchangePlan.Session) {
            (uuid, self.field) = (session.uuid, field)
            values = SessionFile.bytes(
                of: [session.base?.values, session.stored?.values, session.elsewhere?.values].map { values in
                    var only = EntryValues()
                    only[field] = values?[field]
                    return SyncedSession(id: session.uuid, values: only)
                })
        }
    }

    /// The most attempts when other machines are quicker.
    static let mostTries = 10
    /// The number of deletions that needs no confirmation.
    static let unaskedDeletions = 20

    init(
        _ journal: Journal, _ repository: any SyncRepository, _ remote: GitRemote, _ options: ExchangeOptions,
        _ beginning: ExchangeBeginning = .chosen, begin: @escaping () throws -> Void = {}
    ) throws {
        (self.journal, self.repository, self.remote, self.options) = (journal, repository, remote, options)
        (isAgain, mayContinue, self.begin) = (beginning == .again, beginning == .chosenNow, begin)
        report = ExchangeReport(isFirst: try isAgain || journal.syncState().base == nil)
    }

    mutating func run() throws -> ExchangeReport {
        var attempt = 0
        var lock: String?
        while attempt < Exchange.mostTries {
            if attempt > 0 { options.wait(Exchange.pause(attempt)) }
            report.retries = attempt
            guard let outgoing = try receive(try fetchedHead()) else {
                if try isOvertaken() { continue }
                return complete
            }
            switch try send(outgoing) {
            case .done:
                noteArrival(of: outgoing)
                if try !outgoing.isBesides && !isOvertaken() { return complete }
            case .moved: (attempt, lock) = (attempt + 1, nil)
            case .locked(let path, isLeft: false): (attempt, lock) = (attempt + 1, path)
            case .locked(let path, isLeft: true): throw SyncError.locked(path: path, isLeft: true)
            case .rejected(let line): throw SyncError.rejected(line: line)
            case .unknown(let cause): throw SyncError.uncertain(cause)
            }
        }
        if let lock { throw SyncError.locked(path: lock, isLeft: false) }
        throw SyncError.tooManyTries(Exchange.mostTries)
    }

    /// The report of all that arrived.
    private var complete: ExchangeReport {
        var complete = report
        complete.sent = arrived
        return complete
    }

    private mutating func noteArrival(of outgoing: Outgoing) {
        if outgoing.isBesides { sentFirst = report.sent.added }
        arrived.add(report.sent)
        report.sent = ExchangeReport.Counts()
    }

    /// Whether somebody changed the journal meanwhile, which is then exchanged too; only once, so that an exchange ends
    /// beside a program that goes on saving.
    private mutating func isOvertaken() throws -> Bool {
        guard !wasOvertaken, let sent = try journal.syncState().sent, try journal.lastNumber() > sent else {
            return false
        }
        wasOvertaken = true
        return true
    }

    /// How far the journal is exchanged.
    private func state() throws -> SyncState { isAgain ? SyncState() : try journal.syncState() }

    /// Prepares for the first write: until then, a refused remote leaves everything as it was.
    private mutating func beginWriting() throws {
        try begin?()
        begin = nil
        if isAgain { try journal.setSyncState(SyncState()) }
        isAgain = false
    }

    /// From a tenth of a second to ten, at random, so that machines do not collide again.
    private static func pause(_ attempt: Int) -> Double {
        min(10, 0.1 * Double(1 << attempt)) * Double.random(in: 0.5...1)
    }

    // MARK: Fetching

    /// The head of the remote's branch; nil if the remote is empty at a first exchange. A pending commit that arrived
    /// becomes the base.
    private mutating func fetchedHead() throws -> String? {
        let fetched = try repository.fetch(remote)
        if mayContinue { try continueOrForget(fetched) }
        var state = try state()
        let head: String?
        switch fetched {
        case .head(let commit): head = commit
        case .empty: head = nil
        case .noBranch: throw state.base == nil ? SyncError.notAJournal : SyncError.replaced
        case .lost where state.base == nil: head = nil
        case .torn, .lost: head = try sendAgain(state)
        }
        guard let head else {
            if state.base != nil { throw SyncError.emptied }
            if state.pending != nil {
                state.pending = nil
                try beginWriting()
                try journal.setSyncState(state)
            }
            return nil
        }
        if let pending = state.pending {
            if try repository.holds(pending.commit), try repository.isContained(pending.commit, in: head) {
                (state.base, state.sent) = (pending.commit, pending.number)
            }
            state.pending = nil
            try beginWriting()
            try journal.setSyncState(state)
        }
        if let base = state.base, base != head {
            guard try repository.holds(base) else { throw try unknown(head) }
            if try !repository.isContained(base, in: head) { try goBack(state, base, head) }
        }
        return head
    }

    /// Sends the base again to a remote whose branch was cut. What else was to be sent follows.
    private func sendAgain(_ state: SyncState) throws -> String {
        guard let base = state.base, try repository.holds(base) else {
            throw GitError.damagedRemote(line: "\(GitRepository.branch) is cut")
        }
        switch try repository.push(base, to: remote) {
        case .done: return base
        case .moved: throw SyncError.tooManyTries(1)
        case .locked(let path, let isLeft): throw SyncError.locked(path: path, isLeft: isLeft)
        case .rejected(let line): throw SyncError.rejected(line: line)
        case .unknown(let cause): throw SyncError.uncertain(cause)
        }
    }

    /// Goes on from the newest commit that the remote still has, such as after a power cut there. The whole journal is
    /// compared with it, so what the remote lost is sent again, and what was deleted since stays deleted.
    private mutating func goBack(_ state: SyncState, _ base: String, _ head: String) throws {
        guard let common = try repository.commonCommit(base, head) else { throw try unknown(head) }
        _ = try RemoteCommit(head, in: repository)
        var state = state
        (state.base, state.sent) = (common, nil)
        try beginWriting()
        try journal.setSyncState(state)
    }

    /// Why a head that has nothing in common with the base is refused.
    private func unknown(_ head: String) throws -> SyncError {
        try holdsJournal(head) ? .rewritten : .replaced
    }

    private func holdsJournal(_ head: String) throws -> Bool {
        do {
            _ = try RemoteCommit(head, in: repository)
            return true
        } catch SyncError.notAJournal {
            return false
        }
    }

    /// Continues what was exchanged before with this remote. Another remote begins anew.
    private mutating func continueOrForget(_ fetched: GitRepository.Fetched) throws {
        mayContinue = false
        if case .head(let head) = fetched, let base = try journal.syncState().base, try repository.holds(base),
            try repository.commonCommit(base, head) != nil
        {
            return
        }
        isAgain = true
        report = ExchangeReport(isFirst: true)
    }

    // MARK: Receiving

    /// What has to be pushed.
    private struct Outgoing {
        let head: RemoteCommit?
        /// The sessions that differ from the head's; nil if the whole journal is sent.
        let sessions: [ExchangePlan.Session]?
        /// The number in the history up to which the journal is contained in it.
        let number: Int64

        /// Whether the whole journal is sent beside the sessions of a remote, and compared with them later.
        var isBesides: Bool { head != nil && sessions == nil }
    }

    /// Merges the remote's changes into the journal. Returns what has to be sent; nil if there is nothing.
    private mutating func receive(_ head: String?) throws -> Outgoing? {
        while true {
            guard let head else { return try sendWhole() }
            let state = try state()
            if state.base == nil {
                if try receiveWhole(head) { return nil }
                if let outgoing = try sendWhole(on: head) { return outgoing }
            }
            let touched = try touched(since: state)
            if let touched, head == state.base, touched.touches.isEmpty {
                try finish(state, touched.number)
                return nil
            }
            var commit = try RemoteCommit(head, in: repository)
            let local = try touched ?? compared(with: &commit)
            report.comparedAll = local.isWhole && state.sent != nil
            if state.base == nil, try pair(local, commit) { continue }
            var plan = try plan(state, local, &commit)
            try resolveConflicts(&plan)
            try confirmDeletions(of: plan)
            guard let outgoing = try save(plan, local, commit, state) else { continue }
            return outgoing.sessions?.isEmpty == true ? nil : outgoing
        }
    }

    /// Begins to send all sessions to an empty remote, which gets its first commit also from an empty journal.
    private mutating func sendWhole() throws -> Outgoing {
        let number = try journal.identifyAll()
        report.sent = ExchangeReport.Counts(added: try journal.sessionCount())
        var state = SyncState()
        state.fields = Set(journal.fields.map(\.name))
        try beginWriting()
        try journal.setSyncState(state)
        return Outgoing(head: nil, sessions: nil, number: number)
    }

    /// Begins to send all sessions of a journal that has many to a remote that has few, so that memory does not grow
    /// with them. Those that may be the same as one there are left out. Returns nil if there is nothing to send so.
    private mutating func sendWhole(on head: String) throws -> Outgoing? {
        guard insertedFirst == nil, sentFirst == nil else { return nil }
        let number = try journal.identifyAll()
        guard try journal.sessionCount() > options.fewSessions else { return nil }
        var commit = try RemoteCommit(head, in: repository)
        guard try commit.requireAll(atMost: options.fewSessions) else { return nil }
        var months = WholeJournal(journal, on: commit)
        while try months.nextSessions() != nil {}
        if months.count == 0 { return nil }
        report.sent = ExchangeReport.Counts(added: months.count)
        try beginWriting()
        return Outgoing(head: commit, sessions: nil, number: number)
    }

    /// What was touched here since the base; nil if nothing tells that.
    private func touched(since state: SyncState) throws -> LocalChanges? {
        guard state.base != nil, let sent = state.sent else { return nil }
        return try journal.localChanges(since: sent)
    }

    /// What differs here from a commit, which notes what differs there.
    private mutating func compared(with commit: inout RemoteCommit) throws -> LocalChanges {
        let comparison = try WholeComparison.of(journal, commit)
        commit.note(comparison.remote)
        if report.isFirst {
            report.paired = max(0, comparison.equal - (insertedFirst ?? 0) - (sentFirst ?? 0))
        }
        return comparison.local
    }

    /// Receives the sessions of the remote if the journal has no or few, so that memory does not grow with them. Those
    /// that may be the same as one here are left out. Returns whether the journal had none, and all are received.
    private mutating func receiveWhole(_ head: String) throws -> Bool {
        while !isRepeated, insertedFirst == nil {
            let number = try journal.identifyAll()
            guard try journal.sessionCount() <= options.fewSessions else { return false }
            let own = try journal.sessions()
            var remote = WholeRemote(try RemoteCommit(head, in: repository), besides: own, report)
            var state = SyncState()
            state.fields = Set(journal.fields.map(\.name))
            if own.isEmpty { (state.base, state.date) = (head, options.now) }
            do {
                let written = try remote.insert(into: journal, ifUntouchedSince: number) { number in
                    var state = state
                    if own.isEmpty { state.sent = number }
                    return state
                } begin: {
                    try begin?()
                }
                if written == nil { continue }
            } catch is WholeRemote.Repetition {
                isRepeated = true
                continue
            }
            (begin, isAgain, report) = (nil, false, remote.report)
            insertedFirst = report.received.added
            return own.isEmpty
        }
        return false
    }

    /// Records an exchange in which nothing was new.
    private mutating func finish(_ state: SyncState, _ number: Int64) throws {
        try beginWriting()
        var state = state
        (state.sent, state.date) = (number, options.now)
        try journal.setSyncState(state)
    }

    /// Pairs the sessions that differ at a first exchange. Returns whether the journal was changed.
    private mutating func pair(_ local: LocalChanges, _ commit: RemoteCommit) throws -> Bool {
        let pairing = FirstPairing(local.touches.values.compactMap(\.session), commit.noted)
        report.paired += pairing.paired
        if pairing.uuids.isEmpty { return false }
        var writes = ExchangeWrites()
        writes.updates = pairing.uuids.map { .init($0.session, values: $0.session.values, uuid: $0.uuid) }
        try beginWriting()
        let state = try journal.syncState()
        let written = try journal.write(writes, ifUntouchedSince: local.number, isFirst: true) { _ in state }
        if written != nil { report.separated += pairing.separated }
        return true
    }

    private func plan(
        _ state: SyncState, _ local: LocalChanges, _ commit: inout RemoteCommit
    ) throws -> ExchangePlan {
        var uuids = Set(local.touches.keys)
        var before = RemoteSessions()
        if let base = state.base, base != commit.id {
            let differences = try repository.differences(from: base, to: commit.id).filter {
                SessionFile.isPath($0.path)
            }
            for file in differences { before.noteFile(file.path) }
            try before.add(differences.compactMap { file in file.before.map { (file.path, $0) } }, from: repository)
            try commit.require(differences.map(\.path))
            uuids.formUnion(changed(differences.map(\.path), before, commit.read))
        }
        try commit.require(local.touches.values.flatMap(\.dates).map(SessionFile.path))
        let read = commit.read
        let isLost = local.touches.contains { uuid, touch in
            touch.wasThere && before[uuid] == nil && read[uuid] == nil
        }
        if local.isWhole {
            uuids.formUnion(commit.noted.sessions.keys)
            // Those that may be sent, also as deletions. At a first exchange, nothing was deleted.
            let sent = state.base == nil ? Set(local.touches.keys) : uuids
            try commit.require(sent.compactMap { commit.path(of: $0) })
        } else if isLost {
            try commit.requireAll()
        }
        let stored = try journal.sessions(with: Array(uuids.filter { local.touches[$0] == nil }))
        let (isFirst, known) = (state.base == nil, commit)
        let present = Dictionary(stored.map { ($0.uuid, $0) }, uniquingKeysWith: { first, _ in first })
        let absent = uuids.filter { local.touches[$0] == nil && present[$0] == nil && known[$0] != nil }
        return ExchangePlan(
            uuids.sorted { $0.uuidString < $1.uuidString }, local: local, stored: present,
            gone: isFirst ? [:] : try journal.deletedSessions(with: absent),
            base: { uuid in
                if isFirst { return nil }
                if let session = before[uuid] { return session }
                return before.files[known.path(of: uuid) ?? ""] == nil ? known[uuid] : nil
            }, elsewhere: { known[$0] }, known: isFirst ? Set(EntryField.allCases.map(\.name)) : state.fields)
    }

    /// The sessions that differ between the files of the base and of the head.
    private func changed(_ paths: [String], _ before: RemoteSessions, _ after: RemoteSessions) -> Set<UUID> {
        var changed: Set<UUID> = []
        for path in paths {
            for uuid in before.files[path] ?? [] where before[uuid] != after[uuid] { changed.insert(uuid) }
            for uuid in after.files[path] ?? [] where before[uuid] != after[uuid] { changed.insert(uuid) }
        }
        return changed
    }

    // MARK: Deciding

    private mutating func resolveConflicts(_ plan: inout ExchangePlan) throws {
        for index in plan.conflicts {
            let session = plan.sessions[index]
            guard let stored = session.stored else { continue }
            let open = session.conflictingFields.filter { answers[Question($0, session)] == nil }
            if !open.isEmpty {
                let choices = try options.decide(open.map { FieldConflict($0, session) }, stored)
                for (field, choice) in choices { answers[Question(field, session)] = choice }
            }
            plan.resolve(index) { answers[Question($0, session)] ?? .elsewhere }
        }
    }

    private mutating func confirmDeletions(of plan: ExchangePlan) throws {
        let count = plan.writes.deletions.count
        guard count > Exchange.unaskedDeletions, !isConfirmed else { return }
        let total = try journal.sessionCount()
        guard count > total / 10 else { return }
        let deleted = plan.sessions.filter { $0.result == nil }.compactMap(\.stored).sorted { $0.id < $1.id }
        let first = Array(deleted.prefix(3))
        let deletions = ManyDeletions(count: count, total: total, first: first.map(\.id))
        guard try options.confirmDeletions(deletions, first) else { throw SyncError.manyDeletions(deletions) }
        isConfirmed = true
    }

    // MARK: Saving

    /// Saves the plan's result. Returns nil, with nothing saved, if somebody touched one of its sessions meanwhile.
    private mutating func save(
        _ plan: ExchangePlan, _ local: LocalChanges, _ commit: RemoteCommit, _ before: SyncState
    ) throws -> Outgoing? {
        let (toSend, writes) = (plan.toSend, plan.writes)
        var state = before
        state.base = commit.id
        state.fields = Set(journal.fields.map(\.name))
        let isDone = toSend.isEmpty
        if isDone { state.date = options.now }
        try beginWriting()
        for session in plan.sessions { try keepDraft(of: session) }
        let written = try journal.write(writes, ifUntouchedSince: local.number, isFirst: report.isFirst) { number in
            var state = state
            if isDone { state.sent = number }
            return state
        }
        guard let written else { return nil }
        report.note(plan, ids: written.ids)
        report.noteSent(toSend)
        return Outgoing(head: commit, sessions: toSend, number: written.number)
    }

    /// Keeps this machine's values of a conflict, before the other machine's are stored.
    private mutating func keepDraft(of session: ExchangePlan.Session) throws {
        guard let stored = session.stored, let draft = ConflictDraft(session, in: journal, now: options.now),
            let number = try draft.keep(in: journal.drafts)
        else { return }
        report.drafts[number] = stored.id
    }

    // MARK: Sending

    private mutating func send(_ outgoing: Outgoing) throws -> GitRepository.Pushed {
        let commit: String
        if let head = outgoing.head, let sessions = outgoing.sessions {
            let changes = OutgoingFiles(sessions, on: head).changes()
            commit = try self.commit(on: [head.id]) { () throws(GitError) in changes.next() }
        } else {
            commit = try commitOfWhole(on: outgoing.head)
            // The journal does not contain this commit yet, so it is not a base.
            if outgoing.isBesides { return try repository.push(commit, to: remote) }
        }
        var state = try journal.syncState()
        state.pending = SyncState.Pending(commit: commit, number: outgoing.number)
        try journal.setSyncState(state)
        let pushed = try repository.push(commit, to: remote)
        guard pushed == .done else { return pushed }
        state = try journal.syncState()
        (state.base, state.sent, state.pending) = (commit, outgoing.number, nil)
        state.date = options.now
        try journal.setSyncState(state)
        return .done
    }
}

extension Exchange {
    /// Makes a commit of all sessions, as they are at one moment, on that of a remote.
    private mutating func commitOfWhole(on head: RemoteCommit?) throws -> String {
        var files = WholeJournal(journal, on: head)
        do {
            let made = try journal.readingOneState(if: true) {
                try commit(on: [head?.id].compactMap(\.self)) { () throws(GitError) in try files.next() }
            }
            report.sent.added = files.count
            return made
        } catch {
            throw files.failure ?? error
        }
    }

    private func commit(
        on parents: [String], _ next: () throws(GitError) -> GitRepository.Change?
    ) throws(GitError) -> String {
        try repository.commit(
            parents: parents, author: options.machine, message: report.sent.message,
            seconds: StoreTime.foundationDate(options.now).timeIntervalSince1970, next)
    }
}

extension FieldConflict {
    init(_ field: EntryField, _ session: ExchangePlan.Session) {
        self.init(
            field, began: session.base?.values[field], stored: session.elsewhere?.values[field],
            yours: session.stored?.values[field])
    }
}

extension ExchangeReport.Counts {
    /// The message of a commit, such as `2 added, 1 changed`. It never has a session's text.
    var message: String {
        let parts = [(added, "added"), (changed, "changed"), (deleted, "deleted")].filter { $0.0 > 0 }
        let words = parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return words.isEmpty ? "No sessions yet\n" : "Sessions: \(words)\n"
    }

    /// The counts of a commit's message; nil for another message.
    init?(message: String) {
        guard let match = message.wholeMatch(of: /Sessions: ([a-z0-9, ]+)\n*/) else { return nil }
        self.init()
        for part in match.1.split(separator: ", ") {
            let words = part.split(separator: " ")
            guard words.count == 2, let number = Int(words[0]) else { return nil }
            switch words[1] {
            case "added": added = number
            case "changed": changed = number
            case "deleted": deleted = number
            default: return nil
            }
        }
    }
}

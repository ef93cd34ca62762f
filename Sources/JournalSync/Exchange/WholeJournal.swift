import Foundation
import Journal
import SurfLanguage

/// The sessions of a side that has few, to tell which of the other side's may be the same. A plain value.
struct FewSessions {
    private let uuids: Set<UUID>
    /// The canonical bytes of their fields.
    private let contents: Set<[UInt8]>

    init(_ sessions: [(uuid: UUID, values: EntryValues)]) {
        uuids = Set(sessions.map(\.uuid))
        contents = Set(sessions.map { SessionFile.content(of: $0.values) })
    }

    /// Whether a session has the UUID of one of these, or is equal to one in every field.
    func mayHave(_ uuid: UUID, _ values: EntryValues) -> Bool {
        if uuids.isEmpty { return false }
        return uuids.contains(uuid) || contents.contains(SessionFile.content(of: values))
    }
}

/// The files of a whole journal, for the first commit of a remote that is empty, or on one that has few sessions. Memory
/// holds the sessions of one month, and those of the remote.
struct WholeJournal {
    private let journal: Journal
    private var head: [GitRepository.Change]
    /// The sessions of the remote.
    private let remote: RemoteSessions
    /// Those of the journal that may be the same as one of these are not in the files.
    private let few: FewSessions
    /// The dates whose sessions are still to come; nil before those without one.
    private var rest: Range<Double>?
    /// Why the journal could not be read.
    private(set) var failure: (any Error)?
    /// The number of sessions so far.
    private(set) var count = 0

    /// - Parameter commit: The commit of a remote, whose files have been read. The files hold its sessions too.
    init(_ journal: Journal, on commit: RemoteCommit? = nil) {
        self.journal = journal
        remote = commit?.read ?? RemoteSessions()
        few = FewSessions(remote.sessions.map { ($0.key, $0.value.values) })
        let format = commit?.format.united(with: SyncFormat()) ?? SyncFormat()
        head = commit == nil ? [.init(path: SyncFormat.readmePath, bytes: SyncFormat.readme)] : []
        if format != commit?.format { head.append(.init(path: SyncFormat.path, bytes: format.bytes)) }
    }

    /// The next file; nil at the end. If the journal cannot be read, `failure` says why.
    mutating func next() throws(GitError) -> GitRepository.Change? {
        if !head.isEmpty { return head.removeFirst() }
        do {
            while let sessions = try nextSessions() {
                guard let first = sessions.first else { continue }
                let path = SessionFile.path(of: first.values.date)
                let present = (remote.files[path] ?? []).compactMap { remote[$0] }
                let synced = present + sessions.map { SyncedSession($0, like: nil) }
                return GitRepository.Change(path: path, bytes: SessionFile.bytes(of: synced))
            }
            return nil
        } catch {
            failure = error
            throw .unexpectedAnswer(command: "fast-import")
        }
    }

    /// The sessions of the next file, which may be none; nil at the end. The newest month is first after those without
    /// a date.
    mutating func nextSessions() throws -> [IdentifiedSession]? {
        guard let dates = rest else {
            rest = SessionDate.span
            return own(try journal.sessions(notDatedIn: SessionDate.span))
        }
        guard let date = try journal.latestDate(in: dates) else { return nil }
        let month = SessionFile.month(of: date)
        rest = dates.lowerBound..<max(dates.lowerBound, month.lowerBound)
        return own(try journal.sessions(datedIn: month.clamped(to: SessionDate.span)))
    }

    private mutating func own(_ sessions: [IdentifiedSession]) -> [IdentifiedSession] {
        let own = sessions.filter { !few.mayHave($0.uuid, $0.values) }
        count += own.count
        return own
    }
}

/// The sessions of a remote that a journal with no or few sessions receives. Memory holds some at a time, and the UUIDs.
struct WholeRemote {
    /// A UUID occurs twice.
    private struct Repetition: Error {}

    private(set) var report: ExchangeReport
    private let commit: RemoteCommit
    /// The journal's sessions.
    private let own: FewSessions

    /// The most numbers that a report lists.
    private static let maxListed = 11

    /// - Parameter own: The journal's sessions. Those that may be the same as one of these are not inserted.
    init(_ commit: RemoteCommit, besides own: [IdentifiedSession], _ report: ExchangeReport) {
        (self.commit, self.report) = (commit, report)
        self.own = FewSessions(own.map { ($0.uuid, $0.values) })
    }

    /// Inserts the sessions in one transaction with the state.
    /// - Parameter begin: Called when all are read, before the transaction ends.
    /// - Returns: The number in the history after that; nil, with nothing written, if anybody touched one of them here.
    /// - Throws: `SyncError.repeated` if a UUID occurs twice. Nothing was written then.
    mutating func insert(
        into journal: Journal, ifUntouchedSince number: Int64, _ state: (Int64) -> SyncState, begin: () throws -> Void
    ) throws -> Int64? {
        var failure: (any Error)?
        do {
            return try journal.insertAll(ifUntouchedSince: number, state) { inserter in
                do {
                    try insert(&inserter)
                    try begin()
                } catch {
                    failure = error
                    throw error
                }
            }
        } catch {
            if failure is Repetition { try commit.findRepetition() }
            throw failure ?? error
        }
    }

    private mutating func insert(_ inserter: inout SessionInserter) throws {
        var all: [UUID] = []
        var renumbered: Set<UUID> = []
        var report = report
        try commit.forEachSession { _, session in
            all.append(session.id)
            if own.mayHave(session.id, session.values) { return }
            if try inserter.insert(session.id, session.values, keeping: session.number) {
                WholeRemote.note(session, id: session.number ?? 0, &report)
            } else {
                renumbered.insert(session.id)
            }
        }
        all.sort { $0.sortKey < $1.sortKey }
        guard zip(all, all.dropFirst()).allSatisfy({ $0 != $1 }) else { throw Repetition() }
        if !renumbered.isEmpty {
            try commit.forEachSession { _, session in
                guard renumbered.contains(session.id) else { return }
                WholeRemote.note(session, id: try inserter.insert(session.id, session.values), &report)
            }
        }
        self.report = report
    }

    private static func note(_ session: SyncedSession, id: Int64, _ report: inout ExchangeReport) {
        report.received.added += 1
        if let number = session.number, number != id, report.renumbered.count < maxListed {
            report.renumbered[number] = id
        }
        if !session.values.isRegular, report.irregular.count < maxListed { report.irregular.append(id) }
    }
}

/// What differs between a whole journal and a commit, where nothing tells what was changed: at a first exchange, or if
/// the history does not reach back. Memory holds the differences, and the UUIDs of the other sessions.
struct WholeComparison {
    /// The sessions here that the commit does not have, or has with other values.
    let local: LocalChanges
    /// The commit's sessions that the journal does not have, or has with other values.
    let remote: RemoteSessions
    /// The number of sessions that are equal on both sides.
    let equal: Int

    /// The number of sessions that are looked for at once.
    private static let together = 500

    /// Compares. What is saved meanwhile may be read as it was before or after: it is touched since the number of the
    /// result.
    static func of(_ journal: Journal, _ commit: RemoteCommit) throws -> WholeComparison {
        let number = try journal.identifyAll()
        var remote = RemoteSessions()
        var equal: [UUID] = []
        var part: [(path: String, session: SyncedSession)] = []
        try commit.forEachSession { path, session in
            part.append((path, session))
            if part.count == together { try compare(&part, with: journal, &equal, &remote) }
        }
        try compare(&part, with: journal, &equal, &remote)
        equal.sort { $0.sortKey < $1.sortKey }
        let isRepeated = zip(equal, equal.dropFirst()).contains { $0 == $1 }
        if isRepeated || remote.sessions.keys.contains(where: { isIn(equal, $0) }) { try commit.findRepetition() }
        var sessions: [IdentifiedSession] = []
        var months = WholeJournal(journal)
        while let month = try months.nextSessions() { sessions += month.filter { !isIn(equal, $0.uuid) } }
        return WholeComparison(
            local: LocalChanges(whole: sessions, number: number), remote: remote, equal: equal.count)
    }

    private static func compare(
        _ part: inout [(path: String, session: SyncedSession)], with journal: Journal, _ equal: inout [UUID],
        _ remote: inout RemoteSessions
    ) throws {
        let stored = Dictionary(
            try journal.sessions(with: part.map { $0.session.id }).map { ($0.uuid, $0.values) },
            uniquingKeysWith: { first, _ in first })
        for (path, session) in part {
            if stored[session.id]?.isStoredLike(session.values) == true {
                equal.append(session.id)
            } else {
                try remote.add(session, in: path)
            }
        }
        part.removeAll(keepingCapacity: true)
    }

    private static func isIn(_ sorted: [UUID], _ uuid: UUID) -> Bool {
        let index = sorted.partitioningIndex { $0.sortKey >= uuid.sortKey }
        return index < sorted.count && sorted[index] == uuid
    }
}

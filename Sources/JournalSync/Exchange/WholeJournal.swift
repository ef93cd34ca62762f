import Foundation
import Journal
import SurfLanguage

/// The files of a whole journal, for the first commit of an empty remote. Memory holds the sessions of one month.
struct WholeJournal {
    private let journal: Journal
    private var head: [GitRepository.Change]
    /// The dates whose sessions are still to come; nil before those without one.
    private var rest: Range<Double>?
    /// Why the journal could not be read.
    private(set) var failure: (any Error)?

    init(_ journal: Journal) {
        self.journal = journal
        head = [
            .init(path: SyncFormat.readmePath, bytes: SyncFormat.readme),
            .init(path: SyncFormat.path, bytes: SyncFormat().bytes),
        ]
    }

    /// The next file; nil at the end. If the journal cannot be read, `failure` says why.
    mutating func next() throws(GitError) -> GitRepository.Change? {
        if !head.isEmpty { return head.removeFirst() }
        do {
            while let sessions = try nextSessions() {
                guard let first = sessions.first else { continue }
                let synced = sessions.map { SyncedSession($0, like: nil) }
                return GitRepository.Change(
                    path: SessionFile.path(of: first.values.date), bytes: SessionFile.bytes(of: synced))
            }
            return nil
        } catch {
            failure = error
            throw .unexpectedAnswer(command: "fast-import")
        }
    }

    /// The sessions of the next file, which may be none; nil at the end. The newest month is first after those without
    /// a date.
    private mutating func nextSessions() throws -> [IdentifiedSession]? {
        guard let dates = rest else {
            rest = SessionDate.span
            return try journal.sessions(notDatedIn: SessionDate.span)
        }
        guard let date = try journal.latestDate(in: dates) else { return nil }
        let month = SessionFile.month(of: date)
        rest = dates.lowerBound..<max(dates.lowerBound, month.lowerBound)
        return try journal.sessions(datedIn: month.clamped(to: SessionDate.span))
    }
}

/// The sessions of a remote that a journal without sessions receives. Memory holds some at a time, and the UUIDs.
struct WholeRemote {
    /// A UUID occurs twice.
    struct Repetition: Error {}

    private(set) var report: ExchangeReport
    private let commit: RemoteCommit

    /// The most numbers that a report lists.
    private static let mostListed = 11

    init(_ commit: RemoteCommit, _ report: ExchangeReport) { (self.commit, self.report) = (commit, report) }

    /// Inserts all sessions into a journal that has none, in one transaction with the state.
    /// - Parameter begin: Called when all are read, before the transaction ends.
    /// - Returns: The number in the history after that; nil, with nothing written, if anybody changed the journal.
    /// - Throws: `Repetition` if a UUID occurs twice. Nothing was written then.
    mutating func insert(
        into journal: Journal, ifLast number: Int64, _ state: (Int64) -> SyncState, begin: () throws -> Void
    ) throws -> Int64? {
        var failure: (any Error)?
        do {
            return try journal.insertAll(ifLast: number, state) { inserter in
                do {
                    try insert(&inserter)
                    try begin()
                } catch {
                    failure = error
                    throw error
                }
            }
        } catch {
            throw failure ?? error
        }
    }

    private mutating func insert(_ inserter: inout SessionInserter) throws {
        var uuids: [UUID] = []
        var others: Set<UUID> = []
        var report = report
        try commit.forEachSession { _, session in
            uuids.append(session.id)
            if try inserter.insert(session.id, session.values, keeping: session.number) {
                WholeRemote.note(session, id: session.number ?? 0, &report)
            } else {
                others.insert(session.id)
            }
        }
        uuids.sort { $0.sortKey < $1.sortKey }
        guard zip(uuids, uuids.dropFirst()).allSatisfy({ $0 != $1 }) else { throw Repetition() }
        if !others.isEmpty {
            try commit.forEachSession { _, session in
                guard others.contains(session.id) else { return }
                WholeRemote.note(session, id: try inserter.insert(session.id, session.values), &report)
            }
        }
        self.report = report
    }

    private static func note(_ session: SyncedSession, id: Int64, _ report: inout ExchangeReport) {
        report.received.added += 1
        if let number = session.number, number != id, report.renumbered.count < mostListed {
            report.renumbered[number] = id
        }
        if !session.values.isRegular, report.irregular.count < mostListed { report.irregular.append(id) }
    }
}

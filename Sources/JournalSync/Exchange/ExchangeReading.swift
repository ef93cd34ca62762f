import Foundation
import Journal
import SurfLanguage

/// What is read of the sessions that either side touched, so that an `ExchangePlan` can decide about them.
struct ExchangeReading {
    /// The commit of the remote. The files that a commit on it may change have been read.
    private(set) var commit: RemoteCommit
    private let local: JournalSide
    private let changes: LocalChanges
    /// The base's sessions in the files that differ.
    private var before = RemoteSessions()
    /// The sessions that either side touched.
    private var uuids: Set<UUID>

    /// - Parameters:
    ///   - changes: What was touched here.
    ///   - commit: The commit of the remote, with what is noted about it if `changes` is whole.
    init(_ changes: LocalChanges, _ commit: RemoteCommit, _ local: JournalSide, _ remote: RemoteSide) throws {
        (self.changes, self.commit, self.local) = (changes, commit, local)
        uuids = Set(changes.touches.keys)
        try readDifferences(remote.repository)
        try readTouchedFiles()
    }

    private var isFirst: Bool { local.state.base == nil }

    /// Reads the files that differ between the base and the commit.
    private mutating func readDifferences(_ repository: any SyncRepository) throws {
        guard let base = local.state.base, base != commit.id else { return }
        let differences = try repository.differences(from: base, to: commit.id).filter { SessionFile.isPath($0.path) }
        for file in differences { before.noteFile(file.path) }
        try before.add(differences.compactMap { file in file.before.map { (file.path, $0) } }, from: repository)
        try commit.require(differences.map(\.path))
        for path in differences.map(\.path) {
            let listed = (before.files[path] ?? []) + (commit.read.files[path] ?? [])
            let changed = listed.filter { before[$0] != commit.read[$0] }
            uuids.formUnion(changed)
        }
    }

    /// Reads the commit's files of the sessions that were touched here.
    private mutating func readTouchedFiles() throws {
        try commit.require(changes.touches.values.flatMap(\.dates).map(SessionFile.path))
        if changes.isWhole {
            uuids.formUnion(commit.noted.sessions.keys)
            // Those that may be sent, also as deletions. At a first exchange, nothing was deleted.
            let sent = isFirst ? Set(changes.touches.keys) : uuids
            try commit.require(sent.compactMap { commit.path(of: $0) })
        } else if hasLost {
            try commit.requireAll()
        }
    }

    /// Whether a session that was there is in none of the files that were read.
    private var hasLost: Bool {
        changes.touches.contains { uuid, touch in touch.wasThere && before[uuid] == nil && commit.read[uuid] == nil }
    }

    /// What is done with each session.
    func plan() throws -> ExchangePlan {
        let untouched = uuids.filter { changes.touches[$0] == nil }
        let stored = Dictionary(
            try local.journal.sessions(with: Array(untouched)).map { ($0.uuid, $0) },
            uniquingKeysWith: { first, _ in first })
        let absent = untouched.filter { stored[$0] == nil && commit[$0] != nil }
        return ExchangePlan(
            uuids.sorted { $0.uuidString < $1.uuidString }, changes: changes, stored: stored,
            gone: isFirst ? [:] : try local.journal.deletedSessions(with: absent), base: base(of:),
            remote: { commit[$0] }, known: isFirst ? Set(EntryField.allCases.map(\.name)) : local.state.fields)
    }

    /// A session in the base: in a file that differs, or as it is in the commit.
    private func base(of uuid: UUID) -> SyncedSession? {
        if isFirst { return nil }
        if let session = before[uuid] { return session }
        return before.files[commit.path(of: uuid) ?? ""] == nil ? commit[uuid] : nil
    }
}

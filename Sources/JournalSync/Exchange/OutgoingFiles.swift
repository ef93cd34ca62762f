import Foundation
import Journal

/// The files that a commit changes.
struct OutgoingFiles {
    /// The files with their sessions, by path.
    private var files: [String: [UUID: SyncedSession]] = [:]
    private let hasNewFormat: Bool
    private let format: SyncFormat

    /// - Parameters:
    ///   - head: The commit that is changed. The files of all sessions have been read.
    init(_ changes: [ExchangePlan.Session], on head: RemoteCommit) {
        format = head.format.united(with: SyncFormat())
        hasNewFormat = format != head.format
        for change in changes {
            if let path = head.read.paths[change.uuid] {
                open(path, head)
                files[path]?[change.uuid] = nil
            }
            guard let session = change.result else { continue }
            let path = SessionFile.path(of: session.values.date)
            open(path, head)
            files[path]?[change.uuid] = session
        }
    }

    private mutating func open(_ path: String, _ head: RemoteCommit) {
        if files[path] != nil { return }
        var sessions: [UUID: SyncedSession] = [:]
        for uuid in head.read.files[path] ?? [] { sessions[uuid] = head.read[uuid] }
        files[path] = sessions
    }

    /// The changes of the commit, one file at a time.
    func changes() -> AnyIterator<GitRepository.Change> {
        var head: [GitRepository.Change] = []
        if hasNewFormat { head.append(.init(path: SyncFormat.path, bytes: format.bytes)) }
        var paths = files.keys.sorted()[...]
        return AnyIterator {
            if !head.isEmpty { return head.removeFirst() }
            guard let path = paths.popFirst(), let sessions = files[path] else { return nil }
            let bytes = sessions.isEmpty ? nil : SessionFile.bytes(of: Array(sessions.values))
            return GitRepository.Change(path: path, bytes: bytes)
        }
    }
}

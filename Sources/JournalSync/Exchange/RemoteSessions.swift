import Foundation
import Journal

/// The sessions in some of a commit's files.
struct RemoteSessions: Sendable {
    /// The sessions by UUID.
    private(set) var sessions: [UUID: SyncedSession] = [:]
    /// The file of each session.
    private(set) var paths: [UUID: String] = [:]
    /// The sessions of each file that was read.
    private(set) var files: [String: [UUID]] = [:]

    subscript(_ uuid: UUID) -> SyncedSession? { sessions[uuid] }

    mutating func add(_ session: SyncedSession, in path: String) throws(SyncError) {
        guard sessions.updateValue(session, forKey: session.id) == nil else { throw .repeated(path: path) }
        paths[session.id] = path
        files[path, default: []].append(session.id)
    }

    mutating func noteFile(_ path: String) { files[path, default: []] += [] }
}

/// A commit whose session files are read when they are needed.
struct RemoteCommit {
    let id: String
    let format: SyncFormat
    /// The sessions of the files that were read as a whole.
    private(set) var read = RemoteSessions()
    /// Sessions that are known without their files.
    private(set) var noted = RemoteSessions()
    private let repository: any SyncRepository
    /// The session files of the commit, with their blobs.
    private let blobs: [String: String]

    /// The largest session file, in bytes.
    static let maxFileBytes = 1 << 30

    /// - Throws: `.notAJournal` if the commit has no `journal.json`, `.format` if a newer version wrote it.
    init(_ id: String, in repository: any SyncRepository) throws {
        (self.id, self.repository) = (id, repository)
        let files = try repository.files(of: id)
        try RemoteCommit.requirePlain(files.map(\.path))
        guard let own = files.first(where: { $0.path == SyncFormat.path }) else { throw SyncError.notAJournal }
        var bytes: [UInt8] = []
        try repository.read([own.blob], atMost: SyncFormat.maxBytes) { _, piece, _ in bytes += piece }
        format = try SyncFormat(bytes)
        let sessionFiles = files.lazy.filter { SessionFile.isPath($0.path) }.map { ($0.path, $0.blob) }
        blobs = Dictionary(sessionFiles, uniquingKeysWith: { first, _ in first })
    }

    /// Refuses a folder in the place of a file that is written here, a file in the place of a folder, and a path that
    /// occurs twice.
    private static func requirePlain(_ paths: [String]) throws(GitError) {
        var seen: Set<String> = []
        for path in paths {
            guard seen.insert(path).inserted else { throw .badTree(path: path) }
            let names = path.split(separator: "/")
            let folders = (1..<max(names.count, 1)).map { names[..<$0].joined(separator: "/") }
            let isFile = { (path: String) in
                SessionFile.isPath(path) || path == SyncFormat.path || path == SyncFormat.readmePath
            }
            let isFolder = path == "sessions" || names.count == 2 && SessionFile.isPath("\(path)/\(names[1])-01.jsonl")
            if folders.contains(where: isFile) || isFolder { throw .badTree(path: path) }
        }
    }

    /// All session files.
    var paths: [String] { blobs.keys.sorted() }

    /// A session in a file that was read, or that was noted.
    subscript(_ uuid: UUID) -> SyncedSession? { read[uuid] ?? noted[uuid] }

    /// The file of such a session.
    func path(of uuid: UUID) -> String? { read.paths[uuid] ?? noted.paths[uuid] }

    /// Notes sessions whose files need not be read as a whole.
    mutating func note(_ sessions: RemoteSessions) { noted = sessions }

    /// Reads all files that were not read yet.
    mutating func requireAll() throws { try require(paths) }

    /// Reads all files at once, which fails with the place of a UUID that occurs twice.
    func findRepetition() throws {
        var all = self
        try all.requireAll()
    }

    /// Reads all files if they hold few sessions. Returns whether they do.
    mutating func requireAll(atMost limit: Int) throws -> Bool {
        struct TooMany: Error {}
        var count = 0
        do {
            try forEachSession { _, _ in
                count += 1
                if count > limit { throw TooMany() }
            }
        } catch is TooMany {
            return false
        }
        try requireAll()
        return true
    }

    /// Reads those of the files that exist and were not read yet.
    mutating func require(_ wanted: some Sequence<String>) throws {
        let missing = Set(wanted).filter { blobs[$0] != nil && read.files[$0] == nil }.sorted()
        try read.add(missing.map { ($0, blobs[$0] ?? "") }, from: repository)
    }
}

extension RemoteCommit {
    /// Calls `body` with each session of the commit, one at a time, and the path of its file. Nothing is kept, so that
    /// a UUID that occurs twice is not noticed.
    func forEachSession(_ body: (String, SyncedSession) throws -> Void) throws {
        try SessionFile.read(paths.map { ($0, blobs[$0] ?? "") }, from: repository, body)
    }
}

extension SessionFile {
    /// Reads files in order, and calls `body` with the path of the file and each of its sessions.
    fileprivate static func read(
        _ files: [(path: String, blob: String)], from repository: any SyncRepository,
        _ body: (String, SyncedSession) throws -> Void
    ) throws {
        var reader = SessionFileReader(path: "")
        var current = -1
        var failure: (any Error)?
        do {
            try repository.read(files.map(\.blob), atMost: RemoteCommit.maxFileBytes) {
                (index, piece, isLast) throws(GitError) in
                do {
                    let path = files[index].path
                    if index != current { reader = SessionFileReader(path: path) }
                    current = index
                    for session in try reader.read(piece) { try body(path, session) }
                    guard isLast else { return }
                    for session in try reader.finish() { try body(path, session) }
                } catch {
                    failure = error
                    throw .unexpectedAnswer(command: "cat-file")
                }
            }
        } catch {
            throw failure ?? error
        }
    }
}

extension RemoteSessions {
    /// Reads files and adds their sessions.
    mutating func add(_ files: [(path: String, blob: String)], from repository: any SyncRepository) throws {
        if files.isEmpty { return }
        var added = self
        for file in files { added.noteFile(file.path) }
        try SessionFile.read(files, from: repository) { path, session in try added.add(session, in: path) }
        self = added
    }
}

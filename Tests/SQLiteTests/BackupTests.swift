import SQLite
import TestSupport
import Testing

struct BackupTests {
    let folder: TemporaryFolder
    let source: Connection

    init() throws {
        folder = try TemporaryFolder()
        source = try folder.walDatabase(rows: 20_000)
    }

    private func destination() throws -> Connection { try Connection(path: folder.file("copy.db")) }

    @Test func `a backup is a complete, sound copy that replaces the destination's content`() throws {
        let copy = try destination()
        try copy.execute("CREATE TABLE old(a)")
        try Backup(from: source, to: copy).run()
        #expect(try copy.count() == 20_000)
        #expect(try !copy.tableExists("old"))
        #expect(try copy.integrityCheck().isEmpty)
    }

    @Test func `progress counts down to no remaining pages`() throws {
        var remaining: [Int] = []
        try Backup(from: source, to: destination(), pagesPerStep: 10).run {
            remaining.append($0.remainingPages)
            #expect($0.totalPages > 20)
            return true
        }
        #expect(remaining.count > 2 && remaining.last == 0)
        #expect(remaining == remaining.sorted(by: >))
    }

    @Test func `a cancelled backup fails as interrupted and leaves the destination unchanged`() throws {
        let copy = try destination()
        try copy.execute("CREATE TABLE old(a)")
        let error = try databaseError { try Backup(from: source, to: copy, pagesPerStep: 1).run { _ in false } }
        #expect(error.isInterrupted && source.isAutocommit)
        #expect(try copy.tableExists("old") && !copy.tableExists("t"))
    }

    @Test func `an error thrown by the progress closure cancels the backup`() throws {
        let copy = try destination()
        #expect(throws: Refusal.self) {
            try Backup(from: source, to: copy, pagesPerStep: 1).run { _ in throw Refusal() }
        }
        #expect(try !copy.tableExists("t"))
    }

    @Test func `a write during the backup of a WAL database does not wait and is not copied`() throws {
        let writer = try Connection(path: folder.file())
        let copy = try destination()
        var writes = 0
        try Backup(from: source, to: copy, pagesPerStep: 5).run { _ in
            try writer.fill(1)
            writes += 1
            return true
        }
        #expect(writes > 2)
        #expect(try copy.count() == 20_000)
        #expect(try source.count() == .integer(Int64(20_000 + writes)))
    }

    @Test func `a write during the backup of a rollback-journal database restarts the copy`() throws {
        let plain = try Connection(path: folder.file("plain.db"))
        try plain.execute("CREATE TABLE t(a)")
        try plain.fill(20_000)
        let writer = try Connection(path: folder.file("plain.db"))
        let copy = try destination()
        var hasWritten = false
        try Backup(from: plain, to: copy, pagesPerStep: 5).run { _ in
            if !hasWritten { try writer.fill(1) }
            hasWritten = true
            return true
        }
        #expect(try copy.count() == 20_001)
    }

    @Test func `a backup to a locked destination fails as busy`() throws {
        let copy = try destination()
        let other = try destination()
        try other.execute("CREATE TABLE x(a)")
        try other.begin(.exclusive)
        #expect(try databaseError { try Backup(from: source, to: copy).run() }.isBusy)
        #expect(source.isAutocommit)
    }

    @Test func `a connection cannot be backed up to itself`() throws {
        #expect(throws: DatabaseError.self) { try Backup(from: source, to: source).run() }
        #expect(source.isAutocommit)
    }
}

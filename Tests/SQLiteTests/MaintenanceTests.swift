import Foundation
import SQLite
import TestSupport
import Testing

struct MaintenanceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: CheckpointMode.allCases)
    func `a checkpoint copies the whole log`(mode: CheckpointMode) throws {
        let result = try folder.walDatabase().checkpoint(mode)
        #expect(result.logFrames == result.checkpointedFrames)
        #expect(mode == .truncate ? result.logFrames == 0 : result.logFrames > 0)
    }

    @Test func `a truncating checkpoint leaves an empty log`() throws {
        let connection = try folder.walDatabase()
        try connection.checkpoint(.truncate)
        #expect(folder.size(of: "test.db-wal") == 0)
        #expect(try connection.count() == 3)
    }

    @Test func `a full checkpoint is busy while a reader needs the log, but a passive one copies part of it`() throws {
        let connection = try folder.walDatabase()
        let reader = try Connection(path: folder.file())
        try reader.begin(.deferred)
        _ = try reader.count()
        try connection.fill(5)
        #expect(try databaseError { try connection.checkpoint(.truncate) }.isBusy)
        let result = try connection.checkpoint(.passive)
        #expect(result.checkpointedFrames < result.logFrames)
    }

    @Test func `a database without a log reports no log frames`() throws {
        #expect(try Connection.inMemory().checkpoint(.full).logFrames == -1)
    }

    @Test(arguments: [true, false]) func `an integrity check of a sound database finds nothing`(quick: Bool) throws {
        #expect(try folder.walDatabase().integrityCheck(quick: quick).isEmpty)
    }

    @Test(arguments: [true, false]) func `an integrity check finds damage`(quick: Bool) throws {
        try folder.makeDamagedDatabase(pages: 3...)
        #expect(try !Connection(path: folder.file()).integrityCheck(quick: quick).isEmpty)
    }

    @Test func `checking a file that is not a database is an error`() throws {
        try folder.write(Array(repeating: 65, count: 4096), to: "test.db")
        let connection = try Connection(path: folder.file())
        #expect(try databaseError { _ = try connection.integrityCheck() }.isNotADatabase)
    }

    @Test func `a full integrity check finds an index that does not match its table`() throws {
        let connection = try Connection.withTable()
        try connection.fill(3)
        try connection.execute("CREATE INDEX i ON t(a)")
        try connection.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE INDEX i ON t(a) WHERE a > 1' WHERE name = 'i';
            PRAGMA writable_schema = RESET
            """)
        #expect(try !connection.integrityCheck().isEmpty)
    }
}

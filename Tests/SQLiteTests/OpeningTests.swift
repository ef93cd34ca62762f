import Foundation
import SQLite
import TestSupport
import Testing

struct OpeningTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `opening a missing file without the create option fails as cannot open`() throws {
        let error = try databaseError { _ = try Connection(path: folder.file(), options: []) }
        #expect(error.isCannotOpen && folder.names.isEmpty)
    }

    @Test func `the create option creates a missing file`() throws {
        try Connection(path: folder.file(), options: [.create]).execute("CREATE TABLE t(a)")
        #expect(folder.names == ["test.db"])
    }

    @Test func `opening a file in a missing folder fails as cannot open, with the system error`() throws {
        let error = try databaseError { _ = try Connection(path: folder.file("no/such/file")) }
        #expect(error.isCannotOpen && error.systemError == ENOENT)
    }

    @Test func `exclusive create creates a new file that can be written`() throws {
        let connection = try Connection(path: folder.file(), options: [.exclusiveCreate, .noMutex])
        try connection.execute("CREATE TABLE t(a)")
        #expect(try connection.tableExists("t"))
    }

    @Test func `exclusive create fails if the file exists and leaves it unchanged`() throws {
        try folder.write([1, 2, 3], to: "test.db")
        let error = try databaseError { _ = try Connection(path: folder.file(), options: [.exclusiveCreate]) }
        #expect(error.isCannotOpen && error.systemError == EEXIST && folder.size(of: "test.db") == 3)
    }

    @Test func `a read-only connection reads but cannot write`() throws {
        _ = try folder.walDatabase()
        let connection = try Connection(path: folder.file(), options: [.readOnly])
        #expect(try connection.count() == 3)
        #expect(try databaseError { try connection.execute("DELETE FROM t") }.isReadOnly)
        #expect(connection.isReadOnly)
    }

    @Test func `a read-write connection is not read-only`() throws {
        #expect(try !folder.walDatabase().isReadOnly)
    }

    @Test func `a file that is not a database fails at the first statement`() throws {
        try folder.write(Array(repeating: 65, count: 4096), to: "test.db")
        let connection = try Connection(path: folder.file())
        let error = try databaseError { _ = try connection.scalar("SELECT count(*) FROM sqlite_master") }
        #expect(error.isNotADatabase && error.isCorrupt)
    }

    @Test func `a path with a NUL byte is rejected`() throws {
        #expect(try databaseError { _ = try Connection(path: folder.file() + "\0b") }.isCannotOpen)
        #expect(folder.names.isEmpty)
    }

    @Test func `with the uri option, query parameters of the path apply`() throws {
        let error = try databaseError {
            _ = try Connection(path: "file://\(folder.file())?mode=rw", options: [.create, .uri])
        }
        #expect(error.isCannotOpen)
    }

    @Test func `without the uri option, a path that starts with file is an ordinary name`() throws {
        let name = "file:ordinary-\(UUID().uuidString).db?mode=memory"
        defer { try? FileManager.default.removeItem(atPath: "./" + name) }
        try Connection(path: name).execute("CREATE TABLE t(a)")
        #expect(FileManager.default.fileExists(atPath: "./" + name))
    }

    @Test(arguments: ["plain.db", "50% of #1?.db", "späße & = + ; .db"])
    func `an immutable file can be read under any name and gets no side files`(name: String) throws {
        let writer = try folder.walDatabase(name: name)
        try writer.checkpoint(.truncate)
        try writer.close()
        let connection = try Connection(path: folder.file(name), options: [.readOnly, .immutable])
        #expect(try connection.count() == 3)
        #expect(folder.names == [name])
    }

    @Test func `an unknown virtual file system is an error`() throws {
        #expect(throws: DatabaseError.self) { _ = try Connection(path: folder.file(), vfs: "no-such-vfs") }
    }

    @Test func `a virtual file system is selected by name`() throws {
        let locking = try Connection(path: folder.file())
        try locking.execute("CREATE TABLE t(a)")
        try locking.begin(.exclusive)
        let unlocked = try Connection(path: folder.file(), vfs: "unix-none")
        #expect(try unlocked.tableExists("t"), "This one heeds no locks.")
        try locking.rollback()
    }
}

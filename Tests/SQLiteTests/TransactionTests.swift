import SQLite
import TestSupport
import Testing

struct TransactionTests {
    @Test(arguments: [TransactionKind.deferred, .immediate, .exclusive])
    func `a transaction commits and returns the body's result`(kind: TransactionKind) throws {
        let connection = try Connection.withTable()
        let result = try connection.transaction(kind) {
            try connection.fill(2)
            #expect(!connection.isAutocommit)
            return "done"
        }
        #expect(result == "done" && connection.isAutocommit)
        #expect(try connection.count() == 2)
    }

    @Test func `a body that throws rolls back the transaction`() throws {
        let connection = try Connection.withTable()
        #expect(throws: Refusal.self) {
            try connection.transaction {
                try connection.fill(2)
                throw Refusal()
            }
        }
        #expect(connection.isAutocommit)
        #expect(try connection.count() == 0)
    }

    @Test func `a commit that fails rolls back the transaction`() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            """
            PRAGMA foreign_keys = ON; CREATE TABLE p(a PRIMARY KEY);
            CREATE TABLE t(a REFERENCES p(a) DEFERRABLE INITIALLY DEFERRED)
            """)
        let error = try databaseError { try connection.transaction { try connection.fill(1) } }
        #expect(error.isConstraint && error.sql == "COMMIT")
        #expect(connection.isAutocommit)
        #expect(try connection.count() == 0)
    }

    @Test func `an error that itself rolls back the transaction is the one reported`() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(a UNIQUE ON CONFLICT ROLLBACK); INSERT INTO t VALUES (1)")
        let error = try databaseError {
            try connection.transaction { try connection.execute("INSERT INTO t VALUES (2); INSERT INTO t VALUES (1)") }
        }
        #expect(error.isConstraint && connection.isAutocommit)
        #expect(try connection.count() == 1)
    }

    @Test func `a nested transaction is rejected and the outer one stays open`() throws {
        let connection = try Connection.withTable()
        try connection.transaction {
            try connection.fill(1)
            let error = try databaseError { try connection.transaction {} }
            #expect(error.message == "cannot start a transaction within a transaction")
        }
        #expect(try connection.count() == 1)
    }

    @Test func `an immediate transaction blocks other writers but not readers`() throws {
        let folder = try TemporaryFolder()
        let writer = try folder.walDatabase()
        let other = try Connection(path: folder.file())
        try writer.transaction(.immediate) {
            try writer.fill(1)
            #expect(try databaseError { try other.fill(1) }.isBusy)
            #expect(try other.count() == 3)
        }
        #expect(try other.count() == 4)
    }

    @Test func `a deferred transaction whose snapshot is out of date is busy when it writes`() throws {
        let folder = try TemporaryFolder()
        let first = try folder.walDatabase()
        let second = try Connection(path: folder.file())
        let error = try databaseError {
            try first.transaction(.deferred) {
                _ = try first.count()
                try second.fill(1)
                try first.fill(1)
            }
        }
        #expect(error.isBusy && error.extendedCode == 517)
    }

    @Test func `begin, commit and rollback can be called separately`() throws {
        let connection = try Connection.withTable()
        try connection.begin()
        try connection.fill(1)
        try connection.commit()
        try connection.begin(.deferred)
        try connection.fill(1)
        try connection.rollback()
        #expect(try connection.count() == 1)
    }

    @Test func `rolling back without a transaction is an error`() throws {
        #expect(throws: DatabaseError.self) { try Connection.inMemory().rollback() }
    }

    @Test func `a busy commit leaves the transaction open and can be retried`() throws {
        let folder = try TemporaryFolder()
        let writer = try Connection(path: folder.file())
        try writer.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
        let reader = try Connection(path: folder.file())
        let statement = try reader.prepare("SELECT a FROM t")
        #expect(try statement.step())
        try writer.begin(.immediate)
        try writer.fill(1)
        #expect(try databaseError { try writer.commit() }.isBusy)
        #expect(!writer.isAutocommit)
        statement.reset()
        try writer.commit()
        #expect(try reader.count() == 2)
    }

    @Test func `a savepoint that throws undoes only its own changes`() throws {
        let connection = try Connection.withTable()
        try connection.transaction {
            try connection.fill(1)
            #expect(throws: Refusal.self) {
                try connection.savepoint {
                    try connection.fill(5)
                    throw Refusal()
                }
            }
            try connection.savepoint("odd \" name") { try connection.savepoint { try connection.fill(1) } }
        }
        #expect(try connection.count() == 2)
    }

    @Test func `a savepoint outside a transaction acts as a transaction`() throws {
        let connection = try Connection.withTable()
        try connection.savepoint { try connection.fill(1) }
        #expect(throws: Refusal.self) {
            try connection.savepoint {
                try connection.fill(5)
                throw Refusal()
            }
        }
        #expect(connection.isAutocommit)
        #expect(try connection.count() == 1)
    }
}

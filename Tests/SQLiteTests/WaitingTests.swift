import Foundation
import SQLite
import TestSupport
import Testing

/// Waiting for locks, and ending what takes too long.
struct WaitingTests {
    @Test func `a locked database is busy at once without a timeout`() throws {
        let folder = try TemporaryFolder()
        let writer = try folder.walDatabase()
        let other = try Connection(path: folder.file())
        try writer.begin(.immediate)
        #expect(try databaseError { try other.begin(.immediate) }.isBusy)
    }

    @Test func `with a timeout a statement waits for the lock`() throws {
        let folder = try TemporaryFolder()
        let writer = try folder.walDatabase()
        let other = try Connection(path: folder.file())
        other.busyTimeout = 60_000
        let hasStarted = DispatchSemaphore(value: 0)
        other.trace = { if $0.moment == .started { hasStarted.signal() } }
        try writer.begin(.immediate)
        let waiting = Background { try other.fill(1) }
        hasStarted.wait()
        Thread.sleep(forTimeInterval: 0.02)
        try writer.commit()
        #expect(waiting.error() == nil)
        #expect(try writer.count() == 4)
    }

    @Test func `interrupt from another thread ends a running statement`() throws {
        let connection = try Connection.inMemory()
        let isRunning = DispatchSemaphore(value: 0)
        connection.progressHandler(every: 1000) {
            isRunning.signal()
            return true
        }
        let endless = Background {
            try connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        }
        isRunning.wait()
        connection.interrupt()
        #expect((endless.error() as? DatabaseError)?.isInterrupted == true)
    }

    @Test func `a progress handler that answers false ends the statement as interrupted`() throws {
        let connection = try Connection.withTable()
        connection.progressHandler(every: 10) { false }
        #expect(try databaseError { try connection.fill(10_000) }.isInterrupted)
    }

    @Test func `a removed progress handler is asked no more`() throws {
        let connection = try Connection.withTable()
        connection.progressHandler(every: 10) { false }
        connection.progressHandler(every: 10, body: nil)
        try connection.fill(1000)
        #expect(try connection.count() == 1000)
    }
}

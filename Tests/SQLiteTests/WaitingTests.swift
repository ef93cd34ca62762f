import Foundation
import SQLite
import TestSupport
import Testing

/// Waiting for locks and interrupting long statements.
struct WaitingTests {
    @Test func `without a timeout, a locked database is busy at once`() throws {
        let folder = try TemporaryFolder()
        let writer = try folder.walDatabase()
        let other = try Connection(path: folder.file())
        try writer.begin(.immediate)
        #expect(try databaseError { try other.begin(.immediate) }.isBusy)
    }

    @Test func `with a timeout, a statement waits for the lock`() throws {
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

    @Test func `a running statement can be interrupted from another thread`() throws {
        let connection = try Connection.inMemory()
        let isRunning = DispatchSemaphore(value: 0)
        connection.trace = { if $0.moment == .started { isRunning.signal() } }
        let endless = Background {
            try connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        }
        isRunning.wait()
        connection.interrupt()
        #expect((endless.error() as? DatabaseError)?.isInterrupted == true)
    }
}

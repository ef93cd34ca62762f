import Foundation
import SQLite

extension Connection {
    /// Changes the file's journal mode. Waits up to the busy timeout while others use the file: SQLite waits for some of
    /// the locks that this takes, and not for others.
    /// - Throws: a busy `DatabaseError` when the timeout expires.
    func setJournalMode(_ mode: String) throws {
        let timeout = busyTimeout
        busyTimeout = 0
        defer { busyTimeout = timeout }
        var remaining = max(timeout, 1)
        while true {
            do {
                return try execute("PRAGMA journal_mode = \(mode)")
            } catch let error as DatabaseError where error.isBusy && remaining > 0 {
                usleep(10_000)
                remaining -= 10
            }
        }
    }
}

import Foundation
import SQLite

extension Connection {
    /// Changes the file's journal mode. Waits up to the busy timeout while others use the file, because SQLite itself
    /// does not wait here.
    /// - Throws: a busy `DatabaseError` when the timeout expires.
    func setJournalMode(_ mode: String) throws {
        var remaining = max(busyTimeout, 1)
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

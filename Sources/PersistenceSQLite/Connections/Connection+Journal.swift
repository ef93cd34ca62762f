import Foundation
import SQLite

extension Connection {
    /// Changes the kind of the file's journal, waiting as long as the busy timeout says for others to let go of the file:
    /// SQLite itself does not wait here.
    /// - Throws: a busy `DatabaseError` when they did not.
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

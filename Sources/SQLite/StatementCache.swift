import CSQLite

/// Keeps idle compiled statements by their SQL, at most one for each text and `capacity` in all.
///
/// Every handle in it is reset and has no bindings. When it is full the one that was idle longest is finalised. A
/// statement in use is not in it, so that two users never share one.
final class StatementCache {
    private struct Entry {
        let handle: OpaquePointer
        let returned: UInt64
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var returns: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many idle statements it holds.
    var count: Int { entries.count }

    /// Whether an idle statement for this SQL is there.
    func holds(_ sql: String) -> Bool {
        entries[sql] != nil
    }

    /// Hands out the idle statement for this SQL, if any.
    func take(_ sql: String) -> OpaquePointer? {
        entries.removeValue(forKey: sql)?.handle
    }

    /// Takes a statement back: resets it, drops its bindings, and finalises what there is no room for.
    func giveBack(_ handle: OpaquePointer, for sql: String) {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        guard capacity > 0, entries[sql] == nil else {
            sqlite3_finalize(handle)
            return
        }
        if entries.count >= capacity { evictOldest() }
        returns += 1
        entries[sql] = Entry(handle: handle, returned: returns)
    }

    /// Finalises every idle statement.
    func removeAll() {
        for entry in entries.values { sqlite3_finalize(entry.handle) }
        entries.removeAll()
    }

    private func evictOldest() {
        guard let oldest = entries.min(by: { $0.value.returned < $1.value.returned }) else { return }
        sqlite3_finalize(oldest.value.handle)
        entries.removeValue(forKey: oldest.key)
    }
}

import CSQLite

/// Keeps idle compiled statements by their SQL, at most one for each SQL string, and `capacity` in total.
///
/// Every cached handle is reset and has no bindings. When the cache is full, the statement that was idle longest is
/// finalized. A statement in use is not in the cache, so it is never shared.
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

    /// The number of idle statements.
    var count: Int { entries.count }

    /// Whether the cache has an idle statement for this SQL.
    func holds(_ sql: String) -> Bool {
        entries[sql] != nil
    }

    /// Removes and returns the idle statement for this SQL, if any.
    func take(_ sql: String) -> OpaquePointer? {
        entries.removeValue(forKey: sql)?.handle
    }

    /// Returns a statement to the cache: resets it, clears its bindings, and finalizes what does not fit.
    func release(_ handle: OpaquePointer, for sql: String) {
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

    /// Finalizes every idle statement.
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

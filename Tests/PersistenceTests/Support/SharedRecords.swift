import Persistence

/// The records that several logging stores share, and the log of their calls.
final class SharedRecords: Sendable {
    struct Record: Sendable {
        var entity: String
        var version: UInt64 = 1
        var values: [String: String] = [:]
        var links: [String: [Int]] = [:]
    }

    struct State: Sendable {
        var records: [Int: Record] = [:]
        var lastKey = 0
        var log: [String] = []
        /// The number of contexts that use each record.
        var users: [Int: Int] = [:]
        /// Whether every save of an existing record reports a conflict.
        var reportsConflictsAlways = false
        /// Whether the log contains which objects contexts begin to use.
        var logsUse = false
        /// Whether every read fails.
        var isUnreadable = false
    }

    private let state = LockedValue(State())

    func callAsFunction<T: Sendable>(_ body: (inout sending State) -> sending T) -> T {
        state.withLock { body(&$0) }
    }

    /// Returns the log and clears it.
    func takeLog() -> [String] {
        self { state in
            let log = state.log
            state.log = []
            return log
        }
    }

    var users: Int { self { state in state.users.values.reduce(0, +) } }
}

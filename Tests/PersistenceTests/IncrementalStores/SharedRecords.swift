import Persistence

/// What several logging stores over the same records share: the records, and what the stores were asked.
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
        /// How many contexts use each record.
        var users: [Int: Int] = [:]
        /// Whether every save of something that is not new meets a conflict.
        var reportsConflictsAlways = false
        /// Whether no record can be read.
        var isUnreadable = false
    }

    private let state = Guarded(State())

    func callAsFunction<T: Sendable>(_ body: (inout sending State) -> sending T) -> T {
        state.withLock { body(&$0) }
    }

    /// What was asked since the last call.
    func takeLog() -> [String] {
        self { state in
            let log = state.log
            state.log = []
            return log
        }
    }

    var users: Int { self { state in state.users.values.reduce(0, +) } }
}

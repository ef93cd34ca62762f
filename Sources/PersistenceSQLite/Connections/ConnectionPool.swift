import Persistence
import SQLite

/// The connections of one store: any number in use, each by one caller, and a few idle ones.
///
/// A caller never waits for a connection, so code that runs between the rows of a fetch can read too.
final class ConnectionPool: Sendable {
    private struct State {
        var idle: [Connection] = []
        var isClosed = false
        /// The number of connections in use.
        var taken = 0
        var counters = Counters()
    }

    private static let idleLimit = 4

    private let recipe: ConnectionRecipe
    private let errors: StoreErrors
    private let state = LockedValue(State())

    init(_ recipe: ConnectionRecipe, errors: StoreErrors) {
        self.recipe = recipe
        self.errors = errors
    }

    deinit {
        close()
    }

    /// A connection for exclusive use until it is given back.
    func take() throws -> Connection {
        let idle = try state.withLock { state in
            if state.isClosed { throw errors.closed }
            state.taken += 1
            return state.idle.popLast()
        }
        do {
            return try idle ?? recipe.open()
        } catch {
            state.withLock { $0.taken -= 1 }
            throw error
        }
    }

    /// The number of connections that were taken and not given back.
    var connectionsInUse: Int { state.withLock { $0.taken } }

    /// Returns a connection to the pool; its statements must have run to their end.
    func release(_ connection: Connection) {
        if !connection.isAutocommit { try? connection.rollback() }
        let isKept = state.withLock { state in
            state.taken -= 1
            state.counters.add(connection.counters)
            connection.counters = Counters()
            guard !state.isClosed, state.idle.count < ConnectionPool.idleLimit else { return false }
            state.idle.append(connection)
            return true
        }
        if !isKept { try? connection.close() }
    }

    func with<T>(_ body: (Connection) throws -> T) throws -> T {
        let connection = try take()
        defer { release(connection) }
        return try body(connection)
    }

    /// Closes the idle connections, and the others when they are given back. `take()` throws from now on.
    func close() {
        state.withLock { $0.isClosed = true }
        closeIdle()
    }

    /// Closes the idle connections.
    func closeIdle() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for connection in idle { try? connection.close() }
    }

    /// The work of the connections that were given back since `resetCounters()`.
    var counters: Counters { state.withLock { $0.counters } }

    func resetCounters() {
        state.withLock { $0.counters = Counters() }
    }
}

extension Counters {
    fileprivate mutating func add(_ other: Counters) {
        prepared += other.prepared
        executed += other.executed
        rows += other.rows
    }
}

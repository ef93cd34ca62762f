import Persistence
import PersistenceTestSupport
import Testing

/// A coordinator with one store that counts its reads and writes, and with a clock that tests advance.
///
/// The rows can change without the row cache noticing, unless the store is to behave like an in-memory store.
final class ProbeStack: @unchecked Sendable {
    let coordinator: PersistentStoreCoordinator
    let store: PersistentStore
    let probe: WatchedStore
    let clock: TestClock
    private let rows: SharedRows

    convenience init(
        _ kind: StoreKind = .memory, model: ManagedObjectModel = CompanyModel.model(), mayChangeBehindCache: Bool = true
    ) throws {
        try self.init(SharedRows(kind, model: model, mayChangeBehindCache: mayChangeBehindCache))
    }

    /// Another coordinator with the same rows, as in another process.
    convenience init(beside other: ProbeStack) throws { try self.init(other.rows) }

    private init(_ rows: SharedRows) throws {
        let clock = TestClock()
        let side = try rows.side(clock: { clock.now })
        (self.rows, self.clock) = (rows, clock)
        (coordinator, store, probe) = (side.coordinator, side.store, side.probe)
    }

    /// The number of reads from the store while `body` runs.
    func reads(_ body: () throws -> Void) rethrows -> Int {
        let before = probe.reads
        try body()
        return probe.reads - before
    }

    /// The result of `body`, and the number of reads from the store that it takes.
    func cost<Value: Equatable>(_ body: () -> Value) -> Costed<Value> {
        let before = probe.reads
        let value = body()
        return Costed(value, reads: probe.reads - before)
    }

    /// The number of write transactions that `body` begins.
    func writes(_ body: () throws -> Void) rethrows -> Int {
        let before = probe.writes
        try body()
        return probe.writes - before
    }
}

/// A value and the number of reads from the store that it took.
struct Costed<Value: Equatable>: Equatable {
    let value: Value
    let reads: Int

    init(_ value: Value, reads: Int) {
        self.value = value
        self.reads = reads
    }
}

extension ProbeStack {
    /// The ID of an entry that does not exist.
    func unknownID() throws -> ManagedObjectID {
        let entity = try #require(coordinator.managedObjectModel.entitiesByName["Entry"])
        return try #require(coordinator.objectID(of: entity, key: 4_711, in: store))
    }
}

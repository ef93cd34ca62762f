import Persistence
import Testing

/// A coordinator over one store that counts what it is asked for, with a clock that stands still until it is moved.
///
/// The rows may change behind the row cache unless the store is to be like one in memory.
final class ProbeStack: @unchecked Sendable {
    let coordinator: PersistentStoreCoordinator
    let store: PersistentStore
    let probe: WatchedStore
    let clock: TestClock
    private let rows: SharedRows

    convenience init(
        _ kind: StoreKind = .memory, model: ManagedObjectModel = Company.model(), isIncremental: Bool = true
    ) throws {
        try self.init(SharedRows(kind, model: model, isIncremental: isIncremental))
    }

    /// Another coordinator over the same rows, as another process has one.
    convenience init(beside other: ProbeStack) throws { try self.init(other.rows) }

    private init(_ rows: SharedRows) throws {
        let clock = TestClock()
        let side = try rows.side(clock: { clock.now })
        (self.rows, self.clock) = (rows, clock)
        (coordinator, store, probe) = (side.coordinator, side.store, side.probe)
    }

    /// How often the store is read while `body` runs.
    func reads(_ body: () throws -> Void) rethrows -> Int {
        let before = probe.reads
        try body()
        return probe.reads - before
    }

    /// What `body` finds, and how often it reads the store for that.
    func cost<Value: Equatable>(_ body: () -> Value) -> Costed<Value> {
        let before = probe.reads
        let value = body()
        return Costed(value, reads: probe.reads - before)
    }

    /// How many writes are begun while `body` runs.
    func writes(_ body: () throws -> Void) rethrows -> Int {
        let before = probe.writes
        try body()
        return probe.writes - before
    }
}

/// A value, and how many reads of the store it took.
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

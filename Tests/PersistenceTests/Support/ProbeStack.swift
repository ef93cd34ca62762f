import Foundation
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

/// A coordinator over one store that counts what it is asked for.
final class ProbeStack: Sendable {
    let kind: StoreKind
    let coordinator: PersistentStoreCoordinator
    let store: PersistentStore
    let clock: TestClock
    private let folder: TemporaryFolder?

    init(_ kind: StoreKind = .memory, model: ManagedObjectModel = Company.model(), isIncremental: Bool = true) throws {
        self.kind = kind
        folder = kind == .sqlite ? try TemporaryFolder() : nil
        (coordinator, clock) = ProbeStack.coordinator(model)
        let type = kind == .sqlite ? sqliteStoreType : inMemoryStoreType
        if kind == .sqlite { SQLiteStore.register() }
        store = try coordinator.addPersistentStore(
            ofType: ProbeOpening.type, at: folder?.url.appendingPathComponent("Store.sqlite"),
            options: [ProbeOpening.kindKey: type, ProbeOpening.incrementalKey: isIncremental])
    }

    /// Another coordinator over the same store, as another process has one.
    init(beside other: ProbeStack) throws {
        kind = other.kind
        folder = other.folder
        (coordinator, clock) = ProbeStack.coordinator(other.coordinator.managedObjectModel)
        let options: [String: any Sendable] =
            kind == .sqlite ? [ProbeOpening.kindKey: sqliteStoreType] : [ProbeOpening.sharedKey: other.probe]
        store = try coordinator.addPersistentStore(ofType: ProbeOpening.type, at: other.store.url, options: options)
    }

    private static func coordinator(_ model: ManagedObjectModel) -> (PersistentStoreCoordinator, TestClock) {
        StoreTypes.register(ProbeOpening(), for: ProbeOpening.type)
        let clock = TestClock()
        return (PersistentStoreCoordinator(managedObjectModel: model, clock: { clock.now }), clock)
    }

    var probe: ProbeStore { store.backend as! ProbeStore }

    /// How often the store is read while `body` runs.
    func reads(_ body: () throws -> Void) rethrows -> Int {
        let before = probe.counts.reads
        try body()
        return probe.counts.reads - before
    }

    /// What `body` finds, and how often it reads the store for that.
    func cost<Value: Equatable>(_ body: () -> Value) -> Costed<Value> {
        let before = probe.counts.reads
        let value = body()
        return Costed(value, reads: probe.counts.reads - before)
    }

    /// How many writes are begun while `body` runs.
    func writes(_ body: () throws -> Void) rethrows -> Int {
        let before = probe.counts.writes
        try body()
        return probe.counts.writes - before
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

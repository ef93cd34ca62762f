import Foundation
import Persistence
import PersistenceSQLite

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

extension PersistentStoreCoordinator {
    /// A new private context directly on the coordinator.
    func makeContext(_ type: ManagedObjectContext.ConcurrencyType = .privateQueue) -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: type)
        context.persistentStoreCoordinator = self
        return context
    }

    /// Runs `body` with a new private context, on its queue.
    func inContext<T>(_ body: (ManagedObjectContext) throws -> T) rethrows -> T {
        let context = makeContext()
        return try context.performAndWait { try body(context) }
    }

    /// Saves entries with these locations and returns their IDs.
    func save(_ locations: String...) throws -> [ManagedObjectID] {
        try inContext { context in
            let entries = locations.map { location in
                let entry = Entry(context: context)
                entry.location = location
                return entry
            }
            try context.save()
            return entries.map(\.objectID)
        }
    }

    /// Changes a saved entry in a context of its own.
    func change(_ id: ManagedObjectID, _ body: (Entry) -> Void) throws {
        try inContext { context in
            guard let entry = try context.existingObject(with: id) as? Entry else { return }
            body(entry)
            try context.save()
        }
    }

    /// Deletes a saved record in a context of its own.
    func erase(_ id: ManagedObjectID) throws {
        try inContext { context in
            context.delete(try context.existingObject(with: id))
            try context.save()
        }
    }

    /// What the stores hold of one property, sorted; neither contexts nor the row cache have a part in it.
    func stored(_ property: String = "location", of entityName: String = "Entry") throws -> [String] {
        try inContext { context in
            let request = FetchRequest<[String: Any]>(entityName: entityName)
            request.propertiesToFetch = [property]
            return try context.fetch(request).map { $0[property] as? String ?? "nil" }.sorted()
        }
    }
}

extension ManagedObjectContext {
    /// The entries that match, by location.
    func entries(_ predicate: FetchPredicate? = nil) throws -> [Entry] {
        let request = FetchRequest<Entry>(entityName: "Entry")
        request.predicate = predicate
        request.sortDescriptors = [FetchSortDescriptor(key: "location")]
        return try fetch(request)
    }

    /// The entry with this ID: the registered one, or a fault.
    func entry(_ id: ManagedObjectID) -> Entry { object(with: id) as! Entry }

    /// A new entry.
    @discardableResult
    func insertEntry(_ location: String?) -> Entry {
        let entry = Entry(context: self)
        entry.location = location
        return entry
    }

    /// A new department with employees of these first names.
    @discardableResult
    func insertDepartment(_ name: String, employees firstNames: String...) -> Department {
        let department = Department(context: self)
        department.name = name
        for firstName in firstNames {
            let employee = Employee(context: self)
            employee.firstName = firstName
            employee.department = department
        }
        return department
    }
}

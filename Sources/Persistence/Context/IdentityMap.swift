/// The objects of one context by ID: at most one for each. It holds none of them alive and never loads anything.
///
/// Objects leave it when they die. Use on the context's queue.
struct IdentityMap {
    /// The objects of one table.
    final class Objects {
        var byKey = KeyTable<Unmanaged<ManagedObject>>()
    }

    private var tables: [(table: ObjectIdentifier, objects: Objects)] = []
    private var temporary: [ObjectIdentifier: Unmanaged<ManagedObject>] = [:]

    /// How many objects are registered.
    var count: Int { tables.reduce(temporary.count) { $0 + $1.objects.byKey.count } }

    /// The objects whose rows are in `table`.
    mutating func objects(in table: RowTable) -> Objects {
        let identifier = ObjectIdentifier(table)
        for entry in tables where entry.table == identifier { return entry.objects }
        let made = Objects()
        tables.append((identifier, made))
        return made
    }

    func object(for id: ManagedObjectID) -> ManagedObject? {
        switch id.reference {
        case .temporary(let key): return temporary[ObjectIdentifier(key)]?.takeUnretainedValue()
        case .permanent(let key):
            guard let table = id.home.table else { return nil }
            let identifier = ObjectIdentifier(table)
            for entry in tables where entry.table == identifier {
                return entry.objects.byKey[key]?.takeUnretainedValue()
            }
            return nil
        }
    }

    /// - Precondition: no other object has the ID.
    mutating func register(_ object: ManagedObject) {
        assert(self.object(for: object.storedID) == nil, "Two objects of one context have the ID \(object.storedID).")
        object.status.flags.insert(.registered)
        switch object.storedID.reference {
        case .temporary(let key): temporary[ObjectIdentifier(key)] = Unmanaged.passUnretained(object)
        case .permanent(let key):
            guard let table = object.storedID.home.table else { return }
            objects(in: table).byKey[key] = Unmanaged.passUnretained(object)
        }
    }

    mutating func unregister(_ object: ManagedObject) {
        guard object.status.has(.registered) else { return }
        object.status.flags.remove(.registered)
        switch object.storedID.reference {
        case .temporary(let key): temporary[ObjectIdentifier(key)] = nil
        case .permanent(let key):
            guard let table = object.storedID.home.table else { return }
            objects(in: table).byKey[key] = nil
        }
    }

    /// Moves an object to another ID.
    mutating func rename(_ object: ManagedObject, to id: ManagedObjectID) {
        unregister(object)
        object.storedID = id
        register(object)
    }

    /// Objects known by a temporary ID that has become permanent since.
    var renamable: [ManagedObject] {
        temporary.values.map { $0.takeUnretainedValue() }.filter { $0.storedID.temporaryKey?.permanentID != nil }
    }

    var hasTemporary: Bool { !temporary.isEmpty }

    /// All objects, in no order.
    var all: [ManagedObject] {
        var result: [ManagedObject] = []
        result.reserveCapacity(count)
        for entry in tables {
            entry.objects.byKey.forEach { _, object in result.append(object.takeUnretainedValue()) }
        }
        for object in temporary.values { result.append(object.takeUnretainedValue()) }
        return result
    }

    mutating func removeAll() {
        for object in all { object.status.flags.remove(.registered) }
        tables.removeAll()
        temporary.removeAll()
    }
}

import CSwiftRuntime
import Synchronization

/// The objects of one context by ID: at most one for each. It holds none of them alive and never loads anything.
///
/// All objects of a context share it, and know the context by it: a weak reference in each object would cost more than
/// the rest of making it, and an object that dies leaves the map without waking the context. Use on the context's queue;
/// only objects die on any thread (`objectWillDie`).
final class IdentityMap {
    /// The objects of one table.
    final class Objects {
        fileprivate let tableNumber: UInt32
        @exclusivity(unchecked) var byKey = KeyTable<UnheldObject>()

        fileprivate init(tableNumber: UInt32) {
            self.tableNumber = tableNumber
        }
    }

    /// The context; nil from the beginning of its end on. May be asked on any thread.
    var context: ManagedObjectContext? {
        guard let address = owner.load(ordering: .relaxed), let held = cswift_hold(address) else { return nil }
        return Unmanaged<ManagedObjectContext>.fromOpaque(held).takeRetainedValue()
    }
    /// Where the context is, until it ends.
    private let owner = Atomic<UnsafeMutableRawPointer?>(nil)
    /// Keeps the context's memory, for those who ask for it while it ends on another thread.
    private unowned var memory: ManagedObjectContext?
    /// Who may use the context.
    private let work: ContextQueue
    private let departures = Guarded(Departures())
    private let hasDepartures = Atomic(false)
    /// The home of the last ID that was found to be one of the context's own coordinator.
    @exclusivity(unchecked) var ownHome: ObjectIDHome?
    /// Whether a row that is current in the cache is what the context shows: it has no parent, and rows never expire.
    @exclusivity(unchecked) var trustsRows = true
    /// The maps of the contexts that this one reads through, the nearest first.
    @exclusivity(unchecked) private(set) var ancestors: [IdentityMap] = []
    /// Whether whoever reads through the context sees the rows of the cache: it never had an object, and rows neither expire
    /// nor are those of a pinned store. May be asked on any thread.
    private let isTransparent = Atomic(true)
    /// Whether somebody observes properties of objects of the context.
    @exclusivity(unchecked) var isObserved = false
    @exclusivity(unchecked) private var tables: ContiguousArray<Objects> = []
    @exclusivity(unchecked) private var temporary = KeyTable<UnheldObject>()
    /// New objects without an ID, which those pending hold. Each knows its place here (`unnamedPlace`).
    @exclusivity(unchecked) private var unnamed: ContiguousArray<Unmanaged<ManagedObject>> = []

    init(_ work: ContextQueue) {
        self.work = work
    }

    /// Calls `body` with the context, unless it is gone. A context is known weakly elsewhere, so that holding it is dear: it
    /// is not held meanwhile.
    /// - Precondition: `body` runs nothing of the user's, who might let go of the context.
    @inline(__always)
    func withContext(_ body: (ManagedObjectContext) -> Void) {
        guard let address = owner.load(ordering: .relaxed) else { return }
        Unmanaged<ManagedObjectContext>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
    }

    /// How many objects are registered.
    var count: Int {
        clearAway()
        return tables.reduce(temporary.count + unnamed.count) { $0 + $1.byKey.count }
    }

    /// The objects whose rows are in the table of these IDs.
    func objects(of home: ObjectIDHome) -> Objects {
        if let known = known(home.tableNumber) { return known }
        let made = Objects(tableNumber: home.tableNumber)
        beOpaque()
        tables.append(made)
        return made
    }

    func object(for id: ManagedObjectID) -> ManagedObject? {
        switch id.reference {
        case .temporary(let key): temporary[key.address]?.living
        case .permanent(let key): known(id.home.tableNumber)?.byKey[key]?.living
        }
    }

    /// - Precondition: no other object has the ID.
    func register(_ object: ManagedObject) {
        assert(self.object(for: object.storedID) == nil, "Two objects of one context have the ID \(object.storedID).")
        clearAway()
        object.status.flags.insert(.registered)
        switch object.storedID.reference {
        case .temporary(let key):
            beOpaque()
            temporary[key.address] = UnheldObject(object)
        case .permanent(let key): objects(of: object.storedID.home).byKey[key] = UnheldObject(object)
        }
    }

    func unregister(_ object: ManagedObject) {
        guard object.status.has(.registered) else { return }
        object.status.flags.remove(.registered)
        if object.status.has(.unnamed) {
            object.leaveDraft()
            takeOut(object)
            return object.beNamed(ManagedObjectID(temporaryFor: object.entity))
        }
        forget(UnheldObject(object), object.storedID)
    }

    /// An object leaves its place, unless another one has taken it.
    @inline(__always)
    private func forget(_ object: UnheldObject, _ id: ManagedObjectID) {
        switch id.reference {
        case .temporary(let key): temporary.remove(key.address) { $0.isSame(as: object) }
        case .permanent(let key): known(id.home.tableNumber)?.byKey.remove(key) { $0.isSame(as: object) }
        }
    }

    /// Moves an object to another ID.
    func rename(_ object: ManagedObject, to id: ManagedObjectID) {
        if object.status.has(.unnamed) {
            object.leaveDraft()
            takeOut(object)
            object.beNamed(id)
        } else {
            unregister(object)
            object.storedID = id
        }
        register(object)
    }

    /// Makes room for so many more objects of a table.
    func reserve(additional: Int, of home: ObjectIDHome) {
        objects(of: home).byKey.reserve(additional: additional)
    }

    /// Objects known by a temporary ID that has become permanent since.
    var renamable: [ManagedObject] {
        temporaryObjects.filter { $0.storedID.temporaryKey?.permanentID != nil }
    }

    var hasTemporary: Bool { !temporary.isEmpty }

    private var temporaryObjects: [ManagedObject] {
        var result: [ManagedObject] = []
        temporary.forEach { _, object in if let object = object.living { result.append(object) } }
        return result
    }

    /// All objects, in no order.
    var all: [ManagedObject] {
        var result: [ManagedObject] = []
        result.reserveCapacity(count)
        for table in tables {
            table.byKey.forEach { _, object in if let object = object.living { result.append(object) } }
        }
        for object in unnamed { result.append(object.takeUnretainedValue()) }
        return result + temporaryObjects
    }

    func removeAll() {
        for object in all {
            object.leaveDraft()
            if object.status.has(.unnamed) { object.beNamed(ManagedObjectID(temporaryFor: object.entity)) }
            object.status.flags.remove(.registered)
        }
        removeEntries()
    }

    private func removeEntries() {
        unnamed.removeAll()
        tables.removeAll()
        temporary.removeAll()
    }

    /// A context knows few tables: a walk is quicker than a hash.
    @inline(__always)
    private func known(_ tableNumber: UInt32) -> Objects? {
        for table in tables where table.tableNumber == tableNumber { return table }
        return nil
    }
}

/// Objects that die, and the context's end.
extension IdentityMap {
    /// What died elsewhere and is still in the map.
    private struct Departures {
        var objects: [DepartedObject] = []
        /// Whether the context is gone, and the map empty.
        var isOver = false
    }

    /// The map of a context that begins.
    func begin(_ context: ManagedObjectContext) {
        memory = context
        owner.store(Unmanaged.passUnretained(context).toOpaque(), ordering: .relaxed)
    }

    /// The last reference to a registered object is gone, on any thread. One that uses the context takes the object out of
    /// the map at once; so does any other while nobody uses the context.
    @inline(__always)
    func objectWillDie(_ object: ManagedObject) {
        if work.ownsLock, !object.home.isTracked {
            forget(UnheldObject(object), object.namedID)
        } else {
            depart(object)
        }
    }

    @inline(never)
    private func depart(_ object: ManagedObject) {
        assert(!object.status.has(.unnamed), "A new object is held by those pending.")
        var isUntold = object.home.isTracked
        if isUntold, work.isHeld {
            tellStores([object.namedID])
            isUntold = false
        }
        if !isUntold, work.ifFree({ forget(UnheldObject(object), object.namedID) }) { return }
        let departed = DepartedObject(object, isUntold: isUntold)
        let isOver = departures.withLock { departures in
            if !departures.isOver { departures.objects.append(departed) }
            return departures.isOver
        }
        if isOver, isUntold { tellStores([departed.id]) }
        if !isOver { hasDepartures.store(true, ordering: .releasing) }
    }

    /// Takes out what died elsewhere since the last call. Whoever begins to use the context, or adds objects, calls this.
    @inline(__always)
    func clearAway() {
        if hasDepartures.load(ordering: .relaxed) { takeOutDeparted() }
    }

    @inline(never)
    private func takeOutDeparted() {
        hasDepartures.store(false, ordering: .relaxed)
        let departed = departures.withLock { departures in
            let objects = departures.objects
            departures.objects = []
            return objects
        }
        for object in departed { forget(object.object, object.id) }
        tellStores(departed.filter(\.isUntold).map(\.id))
    }

    private func tellStores(_ ids: [ManagedObjectID]) {
        for (_, group) in Dictionary(grouping: ids, by: { $0.home.storeIdentifier }) {
            (group[0].home.store as? IncrementalStore)?.objectsWereUnregistered(group)
        }
    }

    /// The context is about to be gone: from now on nobody finds it, or an object by it. Calls `body` with the objects that
    /// live, and lets go of them.
    func end(_ body: ([ManagedObject]) -> Void) {
        owner.store(nil, ordering: .relaxed)
        let living = work.withoutDeaths { all }
        body(living)
        for object in living { object.status.flags.remove(.registered) }
        let departed = departures.withLock { departures in
            let objects = departures.objects
            departures = Departures(isOver: true)
            return objects
        }
        work.withoutDeaths { removeEntries() }
        tellStores(departed.filter(\.isUntold).map(\.id))
    }
}

/// Reading through ancestors.
extension IdentityMap {
    /// The context reads through its parent from now on.
    func read(through parent: IdentityMap?) {
        ancestors = parent.map { [$0] + $0.ancestors } ?? []
    }

    /// Whether a row that is current in the cache is what the context shows of a fault.
    var showsCachedRows: Bool { trustsRows || (!ancestors.isEmpty && isReadThrough) }

    /// Whether an object may be registered whose row is in the table of these IDs.
    func mayHaveObjects(of home: ObjectIDHome) -> Bool {
        hasTemporary || known(home.tableNumber)?.byKey.isEmpty == false
    }

    /// Whether every ancestor shows the rows of the cache.
    private var isReadThrough: Bool {
        ancestors.allSatisfy { $0.isTransparent.load(ordering: .acquiring) }
    }

    /// Whoever reads through the context asks it from now on.
    func beOpaque() {
        if isTransparent.load(ordering: .relaxed) { isTransparent.store(false, ordering: .releasing) }
    }
}

/// New objects, which have no ID until somebody asks for it.
extension IdentityMap {
    func registerUnnamed(_ object: ManagedObject) {
        if unnamed.isEmpty { beOpaque() }
        object.status.flags.insert([.registered, .unnamed])
        object.row = Int32(truncatingIfNeeded: unnamed.count)
        unnamed.append(Unmanaged.passUnretained(object))
    }

    /// Gives a new object its temporary ID.
    func name(_ object: ManagedObject) {
        let id = ManagedObjectID(temporaryFor: object.entity)
        if object.status.has(.registered) { return rename(object, to: id) }
        object.leaveDraft()
        object.beNamed(id)
    }

    /// Gives new objects the permanent IDs of the rows that a save has written for them. The last ones first: they leave the
    /// list of those without an ID at its end.
    func settle(_ rows: CollectedRows) {
        let (block, homes) = (rows.block, rows.block.table.homes)
        let known = objects(of: homes[0])
        var row = block.count
        rows.objects.forEachHeldBackwards { object in
            row -= 1
            let id = ManagedObjectID(home: homes[block.ordinal(row)], key: block.key(row))
            object.status.flags.remove(.hasEarlyID)
            guard object.status.has(.unnamed) else { return settle(object, id) }
            assert(self.object(for: id) == nil, "Two objects of one context have the ID \(id).")
            takeOut(object)
            object.beNamed(id)
            known.byKey[block.key(row)] = UnheldObject(object)
        }
    }

    /// Gives a new object that others know its permanent ID. One that has it already keeps it.
    private func settle(_ object: ManagedObject, _ id: ManagedObjectID) {
        guard let temporary = object.storedID.temporaryKey else { return }
        if temporary.permanentID == nil { temporary.resolve(to: id) }
        rename(object, to: object.storedID.resolved)
    }

    private func takeOut(_ object: ManagedObject) {
        let place = Int(object.unnamedPlace)
        if !object.status.has(.drafted) { object.row = 0 }
        assert(unnamed[place].takeUnretainedValue() === object, "A new object knows its place.")
        let last = unnamed.removeLast()
        guard place < unnamed.count else { return }
        unnamed[place] = last
        last.takeUnretainedValue().unnamedPlace = Int32(truncatingIfNeeded: place)
    }
}

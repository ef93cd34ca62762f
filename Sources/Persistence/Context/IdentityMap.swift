import Synchronization

/// The registered objects of one context by ID, at most one for each. Retains none of them and never loads anything.
///
/// All objects of a context share the map and find the context through it. A weak reference in each object would cost
/// more than the rest of creating it, and this way a deallocated object leaves the map without involving the context.
/// Use on the context's queue, except `objectWillDeallocate`, which any thread may call.
final class IdentityMap {
    typealias Objects = KeyTable<UnretainedReference<ManagedObject>>

    /// The context; nil once its deallocation has begun. Can be read on any thread.
    var context: ManagedObjectContext? {
        owner.load(ordering: .relaxed).flatMap { UnretainedReference(address: $0).retained }
    }
    /// The context's address, until it is deallocated.
    private let owner = Atomic<UnsafeMutableRawPointer?>(nil)
    /// Keeps the context's memory, for threads that ask for the context while another one deallocates it.
    private unowned var memory: ManagedObjectContext?
    /// The queue that controls access to the context.
    private let work: ContextQueue
    private let deallocations = LockedValue(Deallocations())
    private let hasDeallocations = Atomic(false)
    /// The `StoreEntity` of the last ID that was found to belong to the context's own coordinator.
    var ownStoreEntity: StoreEntity?
    /// Whether a current row of the cache is what the context shows: it has no parent, and rows never expire.
    var trustsRows = true
    /// The maps of the contexts that this one reads through, nearest first.
    private(set) var ancestors: [IdentityMap] = []
    /// Whether children of this context see the rows of the cache: it never had an object, its rows do not expire, and
    /// it reads no pinned store. Can be read on any thread.
    private let isTransparent = Atomic(true)
    /// Whether properties of any object of the context are observed.
    var isObserved = false
    /// The objects by table. Searched one by one, because a context uses few tables and this is faster than hashing.
    private var tables: ContiguousArray<(number: UInt32, objects: Objects)> = []
    private let temporary = Objects()

    init(_ work: ContextQueue) {
        self.work = work
    }

    /// The number of objects that are registered under an ID.
    var count: Int {
        removeDeallocated()
        return tables.reduce(temporary.count) { $0 + $1.objects.count }
    }

    /// The objects of a table, for as long as the map lives; nil if the context never had any.
    @inline(__always)
    private func known(_ number: UInt32) -> Objects? {
        for index in tables.indices where tables[index].number == number { return tables[index].objects }
        return nil
    }

    /// The objects of a table, for as long as the map lives.
    func objects(in table: UInt32) -> Objects {
        if let known = known(table) { return known }
        stopReadingThrough()
        let objects = Objects()
        tables.append((table, objects))
        return objects
    }

    /// Enters an object in place of any other one with its key.
    private func enter(_ object: ManagedObject, _ key: Int64, in table: UInt32) {
        objects(in: table)[key] = UnretainedReference(object)
    }

    /// Whether an object is registered whose row is in a table.
    func hasObjects(in table: UInt32) -> Bool { known(table).map { !$0.isEmpty } ?? false }

    func object(for id: ManagedObjectID) -> ManagedObject? {
        if let object = entry(for: id) { return object }
        guard id.isTemporaryID, ManagedObject.areKeysObtained.load(ordering: .relaxed) else { return nil }
        context?.registerObtainedIDs()
        return entry(for: id)
    }

    @inline(__always)
    private func entry(for id: ManagedObjectID) -> ManagedObject? {
        switch id.reference {
        case .temporary(let key): temporary[key.address]?.retained
        case .permanent(let key): known(id.storeEntity.tableNumber)?[key]?.retained
        case .unassigned: nil
        }
    }

    /// Whether the calling thread may use the context.
    var mayBeUsed: Bool { work.isHeld }

    /// Registers an object under its ID, if it has one.
    /// - Precondition: no other object has the ID.
    func register(_ object: ManagedObject) {
        assert(
            entry(for: object.registeredID) == nil,
            "Two objects of one context have the ID \(object.registeredID).")
        removeDeallocated()
        object.status.flags.insert(.registered)
        switch object.registeredID.reference {
        case .unassigned: stopReadingThrough()
        case .temporary(let key):
            stopReadingThrough()
            temporary[key.address] = UnretainedReference(object)
        case .permanent(let key): enter(object, key, in: object.registeredID.storeEntity.tableNumber)
        }
    }

    func unregister(_ object: ManagedObject) {
        guard object.status.has(.registered) else { return }
        object.status.flags.remove(.registered)
        object.leaveNewRow()
        forget(object)
    }

    /// Removes an object's entry, unless another object has taken it.
    /// - Parameter tableNumber: The table of a permanent ID.
    @inline(__always)
    private func forget(
        _ object: UnretainedReference<ManagedObject>, _ reference: ManagedObjectID.Reference, tableNumber: UInt32
    ) {
        switch reference {
        case .temporary(let key): temporary.remove(key.address) { $0.isSame(as: object) }
        case .permanent(let key): known(tableNumber)?.remove(key) { $0.isSame(as: object) }
        case .unassigned: break
        }
    }

    @inline(__always)
    private func forget(_ object: ManagedObject) {
        forget(
            UnretainedReference(object), object.registeredID.reference,
            tableNumber: object.registeredID.storeEntity.tableNumber)
    }

    /// Moves an object to another ID.
    func rename(_ object: ManagedObject, to id: ManagedObjectID) {
        unregister(object)
        object.changeID(to: id)
        register(object)
    }

    /// Objects registered under a temporary ID that has since become permanent.
    var renamable: [ManagedObject] {
        temporaryObjects.filter { $0.registeredID.temporaryKey?.permanentID != nil }
    }

    var hasTemporary: Bool { !temporary.isEmpty }

    private var temporaryObjects: [ManagedObject] {
        var result: [ManagedObject] = []
        temporary.forEach { _, object in if let object = object.retained { result.append(object) } }
        return result
    }

    /// All objects that are registered under an ID, in no particular order.
    var all: [ManagedObject] {
        var result: [ManagedObject] = []
        result.reserveCapacity(count)
        for table in tables {
            table.objects.forEach { _, object in if let object = object.retained { result.append(object) } }
        }
        return result + temporaryObjects
    }

    func removeAll() {
        for object in all { object.status.flags.remove(.registered) }
        removeEntries()
    }

    private func removeEntries() {
        for table in tables { table.objects.removeAll() }
        temporary.removeAll()
    }
}

/// Deallocation of objects and of the context.
extension IdentityMap {
    /// Objects that were deallocated while another thread used the context, and are still in the map.
    private struct Deallocations {
        var objects: [DeallocatedObject] = []
        /// Whether the context was deallocated and the map is empty.
        var isOver = false
    }

    /// Connects the map with its new context.
    func begin(_ context: ManagedObjectContext) {
        memory = context
        owner.store(UnretainedReference(context).address, ordering: .relaxed)
    }

    /// Called on any thread when the last reference to a registered object is released. If this thread uses the
    /// context, or no other one does, the object leaves the map at once. Otherwise it is listed (`DeallocatedObject`).
    @inline(__always)
    func objectWillDeallocate(_ object: ManagedObject) {
        if work.ownsLock, !object.registeredID.storeEntity.tracksObjects {
            forget(object)
        } else {
            listOrForget(object)
        }
    }

    @inline(never)
    private func listOrForget(_ object: ManagedObject) {
        var needsNotification = object.storeEntity.tracksObjects
        if needsNotification, work.isHeld {
            notifyStores([object.registeredID])
            needsNotification = false
        }
        if !needsNotification, work.ifFree({ forget(object) }) { return }
        let deallocated = DeallocatedObject(object, needsNotification: needsNotification)
        let isOver = deallocations.withLock { deallocations in
            if !deallocations.isOver { deallocations.objects.append(deallocated) }
            return deallocations.isOver
        }
        if isOver, needsNotification { notifyStores([deallocated.id]) }
        if !isOver { hasDeallocations.store(true, ordering: .releasing) }
    }

    /// Removes the objects that other threads deallocated since the last call. Called when use of the context begins
    /// and before objects are added.
    @inline(__always)
    func removeDeallocated() {
        if hasDeallocations.load(ordering: .relaxed) { removeListed() }
    }

    @inline(never)
    private func removeListed() {
        hasDeallocations.store(false, ordering: .relaxed)
        let deallocated = deallocations.withLock { deallocations in
            let objects = deallocations.objects
            deallocations.objects = []
            return objects
        }
        for object in deallocated {
            forget(object.object, object.id.reference, tableNumber: object.id.storeEntity.tableNumber)
        }
        notifyStores(deallocated.filter(\.needsNotification).map(\.id))
    }

    private func notifyStores(_ ids: [ManagedObjectID]) {
        for (_, group) in Dictionary(grouping: ids, by: { $0.storeEntity.storeIdentifier }) {
            group[0].storeEntity.store?.backend.objectsWereUnregistered(group)
        }
    }

    /// Called when the context is about to be deallocated. From now on, neither the context nor an object can be found
    /// through the map. Calls `body` with the objects that are alive, and unregisters them.
    /// - Parameter others: The objects that have no ID yet.
    func end(_ others: [ManagedObject], _ body: ([ManagedObject]) -> Void) {
        owner.store(nil, ordering: .relaxed)
        let alive = work.withoutDeallocations { all } + others
        body(alive)
        for object in alive { object.status.flags.remove(.registered) }
        let deallocated = deallocations.withLock { deallocations in
            let objects = deallocations.objects
            deallocations = Deallocations(isOver: true)
            return objects
        }
        work.withoutDeallocations { removeEntries() }
        notifyStores(deallocated.filter(\.needsNotification).map(\.id))
    }
}

/// Reading through ancestors.
extension IdentityMap {
    /// Makes the context read through `parent` from now on.
    func read(through parent: IdentityMap?) {
        ancestors = parent.map { [$0] + $0.ancestors } ?? []
    }

    /// Whether a current row of the cache is what the context shows for a fault.
    var showsCachedRows: Bool { trustsRows || (!ancestors.isEmpty && isReadThrough) }

    /// Whether an object may be registered whose row is in the table of `storeEntity`.
    func mayHaveObjects(of storeEntity: StoreEntity) -> Bool {
        hasTemporary || hasObjects(in: storeEntity.tableNumber)
    }

    /// Whether every ancestor shows the rows of the cache.
    private var isReadThrough: Bool {
        ancestors.allSatisfy { $0.isTransparent.load(ordering: .acquiring) }
    }

    /// Makes children ask this context from now on, instead of the cache.
    func stopReadingThrough() {
        if isTransparent.load(ordering: .relaxed) { isTransparent.store(false, ordering: .releasing) }
    }
}

extension IdentityMap {
    /// Gives new objects the permanent IDs of the rows that a save wrote for them. An object that obtained one before
    /// the save keeps it.
    func assignPermanentIDs(_ rows: WrittenRows) {
        let (block, storeEntities) = (rows.block, rows.block.table.storeEntities)
        var row = 0
        rows.objects.forEach { object in
            defer { row += 1 }
            object.status.flags.remove(.hasEarlyID)
            let id = ManagedObjectID(storeEntity: storeEntities[block.entityIndex(row)], key: block.key(row))
            switch object.registeredID.reference {
            case .permanent: return
            case .temporary(let key):
                if key.permanentID != nil { return rename(object, to: object.registeredID.resolved) }
                key.resolve(to: id)
                temporary.remove(key.address) { _ in true }
            case .unassigned: break
            }
            assert(self.object(for: id) == nil, "Two objects of one context have the ID \(id).")
            object.changeID(to: id)?.resolve(to: id)
            enter(object, block.key(row), in: id.storeEntity.tableNumber)
        }
    }
}

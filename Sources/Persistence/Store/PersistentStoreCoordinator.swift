import Foundation

/// A model and the stores with its rows, which contexts read and write. A `PersistentContainer` makes one. Make your own
/// where stores come and go.
///
/// ```swift
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: Surf.model())
/// let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url)
///
/// let context = ManagedObjectContext(.mainQueue)
/// context.persistentStoreCoordinator = coordinator
/// let spot = Spot(context: context)
/// spot.name = "Rincon"
/// try context.save()
///
/// // A second context of the coordinator shares its cache: it reads the spot without asking the file.
/// let second = ManagedObjectContext(.privateQueue)
/// second.persistentStoreCoordinator = coordinator
/// let name = second.performAndWait { (second.object(with: spot.objectID) as? Spot)?.name }
///
/// // Copies the content to another file, whose format is the same, and continues with that.
/// let copy = url.deletingLastPathComponent().appending(path: "copy.sqlite")
/// try coordinator.migratePersistentStore(store, to: copy, type: .sqlite)
/// ```
///
/// Use on any thread. Several contexts may share a coordinator; their saves are written one after the other.
public final class PersistentStoreCoordinator: @unchecked Sendable {
    /// The model. It is immutable.
    public let managedObjectModel: ManagedObjectModel
    /// A name for debugging.
    public var name: String? {
        get { lock.withLock { givenName } }
        set { lock.withLock { givenName = newValue } }
    }
    private var givenName: String?
    /// The clock for the fetch times of rows, in seconds from any fixed point. Replaceable for tests.
    package let clock: @Sendable () -> Double

    private let lock = NSLock()
    private var stores: [PersistentStore] = []
    /// The maps of its contexts, through which a context is found while it is alive. A weak reference to a context would
    /// make every retain of it slow.
    private var identityMaps: [IdentityMap] = []
    private let work = DispatchQueue(label: "coordinator")

    /// Creates a coordinator without stores.
    public convenience init(managedObjectModel: ManagedObjectModel) {
        self.init(managedObjectModel: managedObjectModel, clock: PersistentStoreCoordinator.monotonicSeconds)
    }

    /// Creates a coordinator whose `clock` gives the fetch times of rows, in seconds from any fixed point.
    package init(managedObjectModel: ManagedObjectModel, clock: @escaping @Sendable () -> Double) {
        managedObjectModel.freeze()
        ModelsInUse.note(managedObjectModel)
        self.managedObjectModel = managedObjectModel
        self.clock = clock
    }

    deinit {
        for store in stores { store.backend.close() }
    }

    @Sendable private static func monotonicSeconds() -> Double {
        let components = ContinuousClock.now.duration(to: origin).components
        return -(Double(components.seconds) + Double(components.attoseconds) * 1e-18)
    }

    private static let origin = ContinuousClock.now

    /// The stores, in the order in which they were added.
    public var persistentStores: [PersistentStore] { lock.withLock { stores } }

    func add(_ store: PersistentStore) {
        store.attach(to: self)
        lock.withLock { stores.append(store) }
        RemoteChanges.register(store)
        store.didAdd(to: self)
        postStoresDidChange([PersistentStoreCoordinator.addedPersistentStoresKey: [store]])
    }

    private func postStoresDidChange(_ userInfo: [String: [PersistentStore]]) {
        NotificationCenter.default.post(
            name: PersistentStoreCoordinator.storesDidChange, object: self, userInfo: userInfo)
    }

    /// Registers a context of this coordinator, so that it is notified when a store is removed.
    func adopt(_ context: ManagedObjectContext) {
        lock.withLock {
            identityMaps.removeAll { $0.context == nil }
            identityMaps.append(context.identityMap)
        }
    }

    /// Removes a store. Its objects become invalid in every context, and its file is closed.
    ///
    /// The method does not wait for contexts, so it may be called on any context's queue. A context that is busy on
    /// another thread, or belongs to the main queue while this is another queue, is notified after its current work.
    /// The file is closed once all contexts have been notified.
    /// - Throws: `PersistenceError` with code `persistentStoreOperation` when the store does not belong to this coordinator.
    ///   Nothing has changed then.
    public func remove(_ store: PersistentStore) throws {
        guard takeOut(store) else {
            throw PersistenceError(.invalidStore, "The store does not belong to this coordinator.")
        }
        NotificationCenter.default.post(
            name: PersistentStoreCoordinator.willRemoveStore, object: self, userInfo: ["store": store])
        store.willRemove(from: self)
        let users = lock.withLock { identityMaps.compactMap(\.context) }
        invalidateObjects(of: store, in: users)
        store.persistentStoreCoordinator = nil
        for context in users { context.work.runWhenFree { context.identityMap.ownStoreEntity = nil } }
        postStoresDidChange([PersistentStoreCoordinator.removedPersistentStoresKey: [store]])
    }

    private func takeOut(_ store: PersistentStore) -> Bool {
        lock.withLock {
            guard let index = stores.firstIndex(where: { $0 === store }) else { return false }
            stores.remove(at: index)
            return true
        }
    }

    /// The store's file is closed once every context has been notified.
    private func invalidateObjects(of store: PersistentStore, in users: [ManagedObjectContext]) {
        let closing = StoreClosing(store)
        for context in users {
            context.work.runWhenFree {
                context.invalidateObjects(of: store)
                withExtendedLifetime(closing) {}
            }
        }
    }

    /// The store that was added with this URL; nil when there is none.
    public func persistentStore(for url: URL) -> PersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
    }

    /// The location of a store; nil for a store that was added without one.
    public func url(for store: PersistentStore) -> URL! { store.url }

    /// Runs `block` asynchronously, after earlier blocks. A coordinator may be used on any thread; this method groups
    /// several calls.
    public func perform(_ block: @escaping @Sendable () -> Void) {
        work.async(execute: block)
    }

    /// Runs `block` after earlier blocks and returns its result.
    /// - Throws: the error of `block`.
    public nonisolated(nonsending) func perform<T: Sendable, E: Error>(
        _ block: @escaping @Sendable () throws(E) -> T
    ) async throws(E) -> T {
        let result = await withCheckedContinuation { continuation in
            work.async { continuation.resume(returning: Result(catching: block)) }
        }
        return try result.get()
    }

    /// Runs `block` after earlier blocks, waits for it, and returns its result.
    /// - Throws: the error of `block`.
    /// - Precondition: not called from a block that this coordinator runs.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        dispatchPrecondition(condition: .notOnQueue(work))
        return try work.sync(execute: block)
    }

    /// Posted before a store is removed; `userInfo["store"]` is the store.
    public static let willRemoveStore = Notification.Name("NSPersistentStoreCoordinatorWillRemoveStoreNotification")

    /// Posted after a store was added or removed.
    public static let storesDidChange = Notification.Name("NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// The key for the array of added stores in the user info of `storesDidChange`.
    public static let addedPersistentStoresKey = "added"
    /// The key for the array of removed stores in the user info of `storesDidChange`.
    public static let removedPersistentStoresKey = "removed"

    /// The position of a store. Writes happen in this order, which prevents deadlocks between saves.
    func order(of store: PersistentStore) -> Int {
        persistentStores.firstIndex { $0 === store } ?? .max
    }

    /// The stores that can contain objects of the entity.
    func stores(for entity: EntityDescription) -> [PersistentStore] {
        persistentStores.filter { $0.supports(entity) }
    }
}

/// Closes a store's file in `deinit`, when the last context that has to be notified releases it.
private final class StoreClosing: Sendable {
    private let store: PersistentStore

    init(_ store: PersistentStore) {
        self.store = store
    }

    deinit {
        store.backend.close()
    }
}

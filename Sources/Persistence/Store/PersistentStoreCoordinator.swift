import Foundation

/// What contexts stand on: a model and the stores that hold its rows.
///
/// Any thread. Several contexts may share a coordinator; their saves are written one after the other.
public final class PersistentStoreCoordinator: @unchecked Sendable {
    /// The model; immutable from now on.
    public let managedObjectModel: ManagedObjectModel
    /// A name for debugging.
    public var name: String? {
        get { lock.withLock { givenName } }
        set { lock.withLock { givenName = newValue } }
    }
    private var givenName: String?
    /// The seconds that rows are dated with, from any fixed point. Replaceable for tests.
    package let clock: @Sendable () -> Double

    private let lock = NSLock()
    private var stores: [PersistentStore] = []
    private var contexts: [WeakContext] = []
    private let work = DispatchQueue(label: "coordinator")

    /// A coordinator without stores.
    public convenience init(managedObjectModel: ManagedObjectModel) {
        self.init(managedObjectModel: managedObjectModel, clock: PersistentStoreCoordinator.monotonicSeconds)
    }

    /// A coordinator whose rows are dated by `clock`, in seconds from any fixed point.
    public init(managedObjectModel: ManagedObjectModel, clock: @escaping @Sendable () -> Double) {
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

    /// The stores, in the order they were added.
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

    /// Notes a context that stands on this coordinator, so that it hears when a store leaves.
    func adopt(_ context: ManagedObjectContext) {
        lock.withLock {
            contexts.removeAll { $0.context == nil }
            contexts.append(WeakContext(context: context))
        }
    }

    /// Removes a store. Its objects become invalid in every context, and its file is closed.
    ///
    /// Waits for no context, so that it may be called wherever a context is used: one that is busy on another thread, or
    /// belongs to the main queue while this is not it, hears behind what it is doing. The file is closed when all have heard.
    /// - Throws: when the store is not one of this coordinator's.
    public func remove(_ store: PersistentStore) throws {
        guard takeOut(store) else {
            throw PersistenceError(.invalidStore, "The store is not one of this coordinator's.")
        }
        NotificationCenter.default.post(
            name: PersistentStoreCoordinator.willRemoveStore, object: self, userInfo: ["store": store])
        store.willRemove(from: self)
        let users = lock.withLock { contexts.compactMap(\.context) }
        invalidateObjects(of: store, in: users)
        store.persistentStoreCoordinator = nil
        for context in users { context.work.runWhenFree { context.identityMap.ownHome = nil } }
        postStoresDidChange([PersistentStoreCoordinator.removedPersistentStoresKey: [store]])
    }

    private func takeOut(_ store: PersistentStore) -> Bool {
        lock.withLock {
            guard let index = stores.firstIndex(where: { $0 === store }) else { return false }
            stores.remove(at: index)
            return true
        }
    }

    /// The store's file is closed when every context has heard.
    private func invalidateObjects(of store: PersistentStore, in users: [ManagedObjectContext]) {
        let closing = StoreClosing(store)
        for context in users {
            context.work.runWhenFree {
                context.invalidateObjects(of: store)
                withExtendedLifetime(closing) {}
            }
        }
    }

    /// The store that was added with this URL.
    public func persistentStore(for url: URL) -> PersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
    }

    /// Where a store is.
    public func url(for store: PersistentStore) -> URL? { store.url }

    /// Runs `block` later, behind others that were given before. The coordinator itself may be used on any thread; this is
    /// for what several calls do to it together.
    public func perform(_ block: @escaping @Sendable () -> Void) {
        work.async(execute: block)
    }

    /// Runs `block` behind others that were given before, and waits for it.
    /// - Precondition: not called by a block that this coordinator runs.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        dispatchPrecondition(condition: .notOnQueue(work))
        return try work.sync(execute: block)
    }

    /// Posted before a store leaves; `userInfo["store"]` is the store.
    public static let willRemoveStore = Notification.Name("NSPersistentStoreCoordinatorWillRemoveStoreNotification")

    /// Posted after a store was added or removed.
    public static let storesDidChange = Notification.Name("NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// The key of the array of stores that were added, in the user info of `storesDidChange`.
    public static let addedPersistentStoresKey = "added"
    /// The key of the array of stores that were removed, in the user info of `storesDidChange`.
    public static let removedPersistentStoresKey = "removed"

    /// The position of a store; writes go in this order, so that two saves never wait for each other.
    func order(of store: PersistentStore) -> Int {
        persistentStores.firstIndex { $0 === store } ?? .max
    }

    /// The stores that hold objects of the entity.
    func stores(for entity: EntityDescription) -> [PersistentStore] {
        persistentStores.filter { $0.supports(entity) }
    }
}

/// A context that is not kept alive.
private struct WeakContext {
    weak var context: ManagedObjectContext?
}

/// Closes a store's file when the last context that has to hear of it lets go of this.
private final class StoreClosing: Sendable {
    private let store: PersistentStore

    init(_ store: PersistentStore) {
        self.store = store
    }

    deinit {
        store.backend.close()
    }
}

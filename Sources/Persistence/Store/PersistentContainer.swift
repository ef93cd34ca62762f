import Foundation

/// A model, a coordinator with its stores, and the contexts on it: the usual stack in one object. Any thread.
open class PersistentContainer: @unchecked Sendable {
    /// The name of the container, and of its store's file.
    public let name: String
    public let managedObjectModel: ManagedObjectModel
    public let persistentStoreCoordinator: PersistentStoreCoordinator
    /// The context of the main queue, directly on the coordinator.
    public let viewContext: ManagedObjectContext
    /// The stores that `loadPersistentStores` loads.
    public var persistentStoreDescriptions: [PersistentStoreDescription] {
        get { descriptions.withLock { $0 } }
        set { descriptions.withLock { $0 = newValue } }
    }
    private let descriptions: Guarded<[PersistentStoreDescription]>

    public init(name: String, managedObjectModel model: ManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = PersistentStoreCoordinator(managedObjectModel: model)
        viewContext = ManagedObjectContext(concurrencyType: .mainQueue)
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
        descriptions = Guarded([
            PersistentStoreDescription(url: Self.defaultDirectoryURL().appendingPathComponent(name + ".sqlite"))
        ])
    }

    /// Where stores are unless a description says otherwise: a folder of the program's name in the user's data folder,
    /// which is the account's where the environment does not name the user's.
    open class func defaultDirectoryURL() -> URL {
        let process = ProcessInfo.processInfo
        let data =
            UserFolder.data.path(environment: process.environment) ?? UserFolder.data.path(ofHome: NSHomeDirectory())
        return URL(fileURLWithPath: data, isDirectory: true)
            .appendingPathComponent(process.processName, isDirectory: true)
    }

    /// Loads every store that is described; `block` is called for each. The default folder is made where it is missing and
    /// a store is to lie in it.
    open func loadPersistentStores(
        completionHandler block: @escaping @Sendable (PersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            makeDefaultDirectory(for: description)
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// What keeps the folder from being made is what keeps the store from being made in it, and told then.
    private func makeDefaultDirectory(for description: PersistentStoreDescription) {
        let folder = Self.defaultDirectoryURL()
        guard !description.isReadOnly, description.url?.deletingLastPathComponent().path == folder.path else { return }
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// A new context with a private queue, directly on the coordinator.
    open func newBackgroundContext() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs `block` on the queue of a new private context.
    open func performBackgroundTask(_ block: @escaping @Sendable (ManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs `block` on the queue of a new private context and returns its result.
    open func performBackgroundTask<T: Sendable>(
        _ block: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        let context = newBackgroundContext()
        return try await context.perform { try block(context) }
    }
}

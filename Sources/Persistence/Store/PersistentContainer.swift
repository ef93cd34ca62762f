import Foundation

/// A model, a coordinator with its stores, and contexts: the usual stack in one object. Use on any thread.
open class PersistentContainer: @unchecked Sendable {
    /// The name of the container and of its store's file.
    public let name: String
    /// The model of the coordinator.
    public let managedObjectModel: ManagedObjectModel
    /// The coordinator of the container's stores.
    public let persistentStoreCoordinator: PersistentStoreCoordinator
    /// The context of the main queue, directly on the coordinator.
    public let viewContext: ManagedObjectContext
    /// The stores that `loadPersistentStores` loads.
    public var persistentStoreDescriptions: [PersistentStoreDescription] {
        get { descriptions.withLock { $0 } }
        set { descriptions.withLock { $0 = newValue } }
    }
    private let descriptions: Guarded<[PersistentStoreDescription]>

    /// Creates a container without loading a store. `persistentStoreDescriptions` has one description, of an SQLite
    /// store in `defaultDirectoryURL()`.
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

    /// Creates a container for the model with this name, without loading a store: a registered model, such as one that
    /// was generated, otherwise an `.xcdatamodeld` or `.xcdatamodel` among the resources of the main bundle.
    /// - Precondition: there is exactly one such model. A compiled one (`.momd`) cannot be read.
    public convenience init(name: String) {
        self.init(name: name, managedObjectModel: ManagedObjectModel.model(named: name))
    }

    /// The default folder of stores: a folder with the program's name in the user's data folder. If the environment
    /// does not specify a user, the account's home folder is used.
    open class func defaultDirectoryURL() -> URL {
        let process = ProcessInfo.processInfo
        let data =
            UserFolder.data.path(environment: process.environment) ?? UserFolder.data.path(ofHome: NSHomeDirectory())
        return URL(fileURLWithPath: data, isDirectory: true)
            .appendingPathComponent(process.processName, isDirectory: true)
    }

    /// Loads every described store and calls `block` for each. Creates the default folder if a writable store will be
    /// in it.
    open func loadPersistentStores(
        completionHandler block: @escaping @Sendable (PersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            makeDefaultDirectory(for: description)
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// If the folder cannot be created, opening the store in it fails too and reports the error.
    private func makeDefaultDirectory(for description: PersistentStoreDescription) {
        let folder = Self.defaultDirectoryURL()
        guard !description.isReadOnly, description.url?.deletingLastPathComponent().path == folder.path else { return }
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Creates a private-queue context, directly on the coordinator.
    open func newBackgroundContext() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs `block` later, on the queue of a new private-queue context.
    open func performBackgroundTask(_ block: @escaping @Sendable (ManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs `block` on the queue of a new private-queue context and returns its result.
    /// - Throws: the error of `block`. Changes that it did not save are discarded.
    open func performBackgroundTask<T: Sendable>(
        _ block: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        let context = newBackgroundContext()
        return try await context.perform { try block(context) }
    }
}

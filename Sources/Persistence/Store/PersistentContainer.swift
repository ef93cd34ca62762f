import Foundation

/// A model, a coordinator with its stores, and contexts: the usual stack in one object. Most programs need no other
/// setup. Use on any thread.
///
/// ```swift
/// let container = PersistentContainer(name: "Surf", managedObjectModel: model)
/// container.persistentStoreDescriptions = [PersistentStoreDescription(url: url)]
/// container.loadPersistentStores { description, error in
///     if let error { fatalError("\(description.url?.path ?? "") cannot be opened: \(error)") }
/// }
/// // What is on the screen reads from the view context, which learns what other contexts save.
/// container.viewContext.automaticallyMergesChangesFromParent = true
///
/// // Imports and other long work have a context and a queue of their own.
/// try await container.performBackgroundTask { context in
///     let spot = Spot(context: context)
///     spot.name = "Malibu"
///     try context.save()
/// }
/// let spots = try container.viewContext.fetch(Spot.fetchRequest())
/// ```
open class PersistentContainer: @unchecked Sendable {
    /// The name of the container and of its store's file.
    public let name: String
    /// The model of the coordinator.
    public let managedObjectModel: ManagedObjectModel
    /// The coordinator of the container's stores.
    public let persistentStoreCoordinator: PersistentStoreCoordinator
    /// The context of the main queue, directly on the coordinator. Its name is “viewContext”.
    public let viewContext: ManagedObjectContext
    /// The stores that `loadPersistentStores` loads.
    ///
    /// By default there is one description, of an SQLite store in `defaultDirectoryURL()`.
    public var persistentStoreDescriptions: [PersistentStoreDescription] {
        get { descriptions.withLock { $0 } ?? useDefaultDescriptions() }
        set { descriptions.withLock { $0 = newValue } }
    }
    /// Nil until they are first read or set, so that a container that never uses the default folder does not create it.
    private let descriptions = LockedValue<[PersistentStoreDescription]?>(nil)

    private func useDefaultDescriptions() -> [PersistentStoreDescription] {
        let url = Self.defaultDirectoryURL().appendingPathComponent(name + ".sqlite")
        return descriptions.withLock { descriptions in
            let used = descriptions ?? [PersistentStoreDescription(url: url)]
            descriptions = used
            return used
        }
    }

    /// Creates a container without loading a store.
    public init(name: String, managedObjectModel model: ManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = PersistentStoreCoordinator(managedObjectModel: model)
        viewContext = ManagedObjectContext(concurrencyType: .mainQueue)
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
        viewContext.name = "viewContext"
    }

    /// Creates a container for the model with this name, without loading a store: a registered model, such as one that
    /// was generated, otherwise an `.xcdatamodeld` or `.xcdatamodel` among the resources of the main bundle.
    /// - Precondition: there is exactly one such model. A compiled one (`.momd`) cannot be read.
    public convenience init(name: String) {
        self.init(name: name, managedObjectModel: ManagedObjectModel.model(named: name))
    }

    /// The default folder of stores: a folder with the program's name in the user's data folder. It is created, so that
    /// a program can copy a store to it. If the environment does not specify a user, the account's home folder is used.
    open class func defaultDirectoryURL() -> URL {
        createFolder(defaultFolder)
        return defaultFolder
    }

    private static var defaultFolder: URL {
        let process = ProcessInfo.processInfo
        let data =
            UserFolder.data.path(environment: process.environment) ?? UserFolder.data.path(ofHome: NSHomeDirectory())
        return URL(fileURLWithPath: data, isDirectory: true)
            .appendingPathComponent(process.processName, isDirectory: true)
    }

    /// If the folder cannot be created, opening the store in it fails too and reports the error.
    private static func createFolder(_ folder: URL) {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Loads every described store and calls `block` for each. Creates the default folder if a writable store will be
    /// in it.
    open func loadPersistentStores(
        completionHandler block: @escaping (PersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            makeDefaultDirectory(for: description)
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    private func makeDefaultDirectory(for description: PersistentStoreDescription) {
        let folder = Self.self == PersistentContainer.self ? Self.defaultFolder : Self.defaultDirectoryURL()
        guard !description.isReadOnly, description.url?.deletingLastPathComponent().path == folder.path else { return }
        Self.createFolder(folder)
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
    public nonisolated(nonsending) func performBackgroundTask<T: Sendable, E: Error>(
        _ block: @escaping @Sendable (ManagedObjectContext) throws(E) -> T
    ) async throws(E) -> T {
        let context = newBackgroundContext()
        return try await context.perform { () throws(E) in try block(context) }
    }
}

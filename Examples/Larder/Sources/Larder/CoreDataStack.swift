import Foundation
import Persistence
import PersistenceModelFile
import PersistenceSQLite

/// Owns the container, and hands out the contexts that the rest of the application works with.
final class CoreDataStack {
    static let modelName = "Larder"

    static let model: ManagedObjectModel = {
        guard let url = Bundle.module.url(forResource: modelName, withExtension: "xcdatamodeld"),
            let model = ManagedObjectModel(contentsOf: url)
        else {
            fatalError("The model \(modelName) is missing from the bundle.")
        }
        return model
    }()

    let container: PersistentContainer
    private let migrator: StoreMigrator

    var viewContext: ManagedObjectContext { container.viewContext }

    init(storeURL: URL?, migrator: StoreMigrator = StoreMigrator()) {
        self.migrator = migrator
        container = PersistentContainer(name: CoreDataStack.modelName, managedObjectModel: CoreDataStack.model)
        let description = PersistentStoreDescription()
        if let storeURL = storeURL {
            description.url = storeURL
            description.type = SQLiteStoreType
        } else {
            description.type = InMemoryStoreType
        }
        description.shouldMigrateStoreAutomatically = false
        description.shouldInferMappingModelAutomatically = false
        description.setOption(true as NSNumber, forKey: PersistentHistoryTrackingKey)
        description.setOption(true as NSNumber, forKey: PersistentStoreRemoteChangeNotificationPostOptionKey)
        container.persistentStoreDescriptions = [description]
    }

    /// Brings an old store up to date, then opens it.
    func load() throws {
        if let url = container.persistentStoreDescriptions.first?.url,
            FileManager.default.fileExists(atPath: url.path)
        {
            try migrator.migrateStoreIfNeeded(at: url)
        }
        var loadError: Error?
        container.loadPersistentStores { _, error in
            loadError = error
        }
        if let error = loadError { throw error }
        viewContext.automaticallyMergesChangesFromParent = true
        viewContext.mergePolicy = MergeByPropertyObjectTrumpMergePolicy
        viewContext.name = "view"
        viewContext.undoManager = UndoManager()
    }

    func newBackgroundContext(author: String) -> ManagedObjectContext {
        let context = container.newBackgroundContext()
        context.mergePolicy = MergeByPropertyStoreTrumpMergePolicy
        context.transactionAuthor = author
        return context
    }

    /// A scratchpad for a form: nothing reaches the list before it is saved.
    func newEditingContext() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.parent = viewContext
        return context
    }

    func saveContext() {
        guard viewContext.hasChanges else { return }
        do {
            try viewContext.save()
        } catch {
            let nserror = error as NSError
            fatalError("Unresolved error \(nserror), \(nserror.userInfo)")
        }
    }
}

import Foundation

/// What a migration manager has while it runs.
final class MigrationRun {
    let source: MigratedStore
    let destination: MigratedStore
    var associations = MigrationAssociations()

    init(source: MigratedStore, destination: MigratedStore) {
        self.source = source
        self.destination = destination
    }
}

/// Which objects were made from which, by the name of the mapping.
struct MigrationAssociations {
    /// The destination objects of source objects.
    private(set) var made: [String: ObjectPairs] = [:]
    /// The source objects of destination objects.
    private(set) var sources: [String: ObjectPairs] = [:]

    mutating func add(_ source: ManagedObject, _ destination: ManagedObject, _ mapping: String) {
        made[mapping, default: ObjectPairs()].add(destination, for: source)
        sources[mapping, default: ObjectPairs()].add(source, for: destination)
    }
}

/// The objects that belong to each of some objects, in the order in which they were added.
struct ObjectPairs {
    private var all: [ManagedObject] = []
    private var byObject: [ManagedObject: [ManagedObject]] = [:]

    mutating func add(_ other: ManagedObject, for object: ManagedObject) {
        all.append(other)
        byObject[object, default: []].append(other)
    }

    /// Those that belong to the objects; to any, if nil.
    func others(of objects: [ManagedObject]?) -> [ManagedObject] {
        objects.map { $0.flatMap { byObject[$0] ?? [] } } ?? all
    }
}

/// One of the two stores of a migration, with a context of its own.
struct MigratedStore {
    /// A copy of the application's model, whose objects are of no class of the application.
    let model: ManagedObjectModel
    let context: ManagedObjectContext
    private let coordinator: PersistentStoreCoordinator
    private let store: PersistentStore

    /// - Parameter failure: the error's code if the store cannot be opened.
    init(
        _ model: ManagedObjectModel, _ type: String, _ url: URL, options: [AnyHashable: Any]?,
        failure: CocoaError.Code
    ) throws {
        self.model = model.copy()
        for entity in self.model.entities {
            entity.managedObjectClassName = nil
            entity.managedObjectClass = ManagedObject.self
        }
        coordinator = PersistentStoreCoordinator(managedObjectModel: self.model)
        do {
            store = try coordinator.addPersistentStore(
                ofType: type, configurationName: nil, at: url, options: options)
        } catch {
            throw PersistenceError(
                failure, "The store “\(url.lastPathComponent)” cannot be opened.", underlying: error)
        }
        context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.undoManager = nil
    }

    /// - Throws: `migrationManagerDestinationStore` if there is a file already.
    init(new model: ManagedObjectModel, _ type: String, _ url: URL, options: [AnyHashable: Any]?) throws {
        let failure = CocoaError.Code.migrationManagerDestinationStore
        if FileManager.default.fileExists(atPath: url.path) {
            throw PersistenceError(failure, "The file “\(url.lastPathComponent)” already exists.")
        }
        try self.init(model, type, url, options: options, failure: failure)
    }

    /// Lets the next save write the application's metadata of the other store.
    func keepMetadata(of other: MigratedStore) throws {
        coordinator.setMetadata(try store.applicationMetadata(from: other.store), for: store)
    }

    func close() { try? coordinator.remove(store) }

    func destroy() {
        guard let url = store.url else { return }
        try? coordinator.destroyPersistentStore(at: url, ofType: store.type)
    }
}

import Foundation
import Persistence
import PersistenceTestSupport

/// A coordinator with one logging store.
struct LoggingStack {
    let coordinator: PersistentStoreCoordinator
    let store: PersistentStore
    let records: SharedRecords

    init(_ records: SharedRecords = SharedRecords(), options: [String: any Sendable] = [:]) throws {
        PersistentStoreCoordinator.registerStoreClass(LoggingStore.self, forStoreType: LoggingStore.type)
        self.records = records
        coordinator = PersistentStoreCoordinator(managedObjectModel: LoggingStack.model())
        var options = options
        options[LoggingStore.recordsKey] = records
        store = try coordinator.addPersistentStore(
            ofType: LoggingStore.type, at: URL(string: "logging:store"), options: options)
    }

    /// Shelves and their books. All attributes are strings.
    static func model() -> ManagedObjectModel {
        let shelf = EntityDescription(name: "Shelf"), book = EntityDescription(name: "Book")
        shelf.properties = [AttributeDescription(name: "name", type: .string)]
        book.properties = [
            AttributeDescription(name: "title", type: .string), AttributeDescription(name: "author", type: .string),
        ]
        shelf.relate(.many("books"), to: book, .one("shelf"))
        return ManagedObjectModel(entities: [shelf, book])
    }

    func context() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    func withContext<T>(_ body: (ManagedObjectContext) throws -> T) rethrows -> T {
        let context = context()
        return try context.performAndWait { try body(context) }
    }

    /// Saves a shelf with books of these titles, and clears the log.
    @discardableResult
    func saved(_ titles: String...) throws -> [ManagedObjectID] {
        let ids = try withContext { context in
            let shelf = EntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
            shelf.setValue("A", forKey: "name")
            let books = titles.map { title in
                let book = EntityDescription.insertNewObject(forEntityName: "Book", into: context)
                book.setValue(title, forKey: "title")
                book.setValue(shelf, forKey: "shelf")
                return book
            }
            try context.save()
            return books.map(\.objectID)
        }
        _ = records.takeLog()
        return ids
    }

    /// A request for books, sorted by title.
    static func books(_ predicate: FetchPredicate? = nil) -> FetchRequest<ManagedObject> {
        let request = FetchRequest<ManagedObject>(entityName: "Book")
        request.predicate = predicate
        request.sortDescriptors = [FetchSortDescriptor(key: "title")]
        return request
    }
}

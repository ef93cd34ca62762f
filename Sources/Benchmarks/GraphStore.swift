import Foundation
import Persistence
import PersistenceSQLite
import SQLite

/// Authors and their books in a store: ten books for each author.
struct GraphStore {
    let folder: URL
    let url: URL
    let authors: Int
    var books: Int { authors * GraphValues.booksOfAuthor }

    /// - Parameter isEmpty: Whether the store is made without rows.
    init(authors: Int, isEmpty: Bool = false) throws {
        self.authors = authors
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        url = folder.appendingPathComponent("Graph.sqlite")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        SQLiteStore.register()
        let context = try context()
        if isEmpty { return }
        try context.performAndWait { try GraphStore.insert(authors, into: context) }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// A context of a coordinator of its own.
    func context() throws -> ManagedObjectContext {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: GraphStore.model())
        try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url, options: nil)
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// A connection for the hand-written side, with the same durability.
    func connection() throws -> Connection {
        let connection = try Connection(path: url.path)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        return connection
    }

    static func insert(_ authors: Int, into context: ManagedObjectContext) throws {
        let writers = (0..<authors).map { number in
            let author = Author(context: context)
            author.set(number)
            return author
        }
        for number in 0..<authors * GraphValues.booksOfAuthor {
            let book = Book(context: context)
            book.set(number)
            book.author = writers[GraphValues.author(number, of: authors)]
        }
        try context.save()
    }

    private static func model() -> ManagedObjectModel {
        let author = EntityDescription(name: "Author", class: Author.self)
        let book = EntityDescription(name: "Book", class: Book.self)
        author.properties = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "country", type: .string),
            AttributeDescription(name: "born", type: .integer32, defaultValue: 1_900),
        ]
        book.properties = [
            AttributeDescription(name: "title", type: .string), AttributeDescription(name: "isbn", type: .string),
            AttributeDescription(name: "year", type: .integer32, defaultValue: 2_000),
            AttributeDescription(name: "price", type: .double, defaultValue: 0.0),
        ]
        let books = RelationshipDescription(
            name: "books", destination: book, toMany: true, deleteRule: .cascadeDeleteRule)
        let writer = RelationshipDescription(name: "author", destination: author)
        books.setInverse(writer)
        author.properties += [books]
        book.properties += [writer]
        return ManagedObjectModel(entities: [author, book])
    }
}

final class Author: ManagedObject {
    private static let nameKey = Attribute<String?>("name")
    private static let countryKey = Attribute<String?>("country")
    private static let bornKey = Attribute<Int32?>("born")

    var name: String? {
        get { self[Self.nameKey] }
        set { self[Self.nameKey] = newValue }
    }

    func set(_ number: Int) {
        name = GraphValues.name(number)
        self[Self.countryKey] = GraphValues.country(number)
        self[Self.bornKey] = GraphValues.born(number)
    }

    var books: Set<Book> { value(forKey: "books") as? Set<Book> ?? [] }
}

final class Book: ManagedObject {
    private static let titleKey = Attribute<String?>("title")
    private static let isbnKey = Attribute<String?>("isbn")
    private static let yearKey = Attribute<Int32?>("year")
    private static let priceKey = Attribute<Double?>("price")
    private static let authorKey = ToOne<Author>("author")

    var title: String? {
        get { self[Self.titleKey] }
        set { self[Self.titleKey] = newValue }
    }
    var author: Author? {
        get { self[Self.authorKey] }
        set { self[Self.authorKey] = newValue }
    }

    func set(_ number: Int) {
        title = GraphValues.title(number)
        self[Self.isbnKey] = GraphValues.isbn(number)
        self[Self.yearKey] = GraphValues.year(number)
        self[Self.priceKey] = GraphValues.price(number)
    }

    /// A checksum of the four attributes.
    var size: Int {
        (title?.utf8.count ?? 0) &+ (self[Self.isbnKey]?.utf8.count ?? 0) &+ Int(self[Self.yearKey] ?? 0)
            &+ Int((self[Self.priceKey] ?? 0) * 100)
    }
}

import Foundation
import Persistence
import PersistenceSQLite
import SQLite

/// Authors and their books in a store: ten books for each author.
struct GraphStore {
    let folder: URL
    let url: URL
    let authors: Int
    var books: Int { authors * GraphStore.booksOfAuthor }

    static let booksOfAuthor = 10
    static let firstYear = 1_900
    static let years = 120

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
        for number in 0..<authors * booksOfAuthor {
            let book = Book(context: context)
            book.set(number)
            book.author = writers[author(number, of: authors)]
        }
        try context.save()
    }

    /// The author of a book. Books that are beside each other in the table have different ones.
    static func author(_ book: Int, of authors: Int) -> Int { book &* 7_919 % authors }

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

    // MARK: Values

    static func name(_ number: Int) -> String { "Author \(number &* 7_919 % 1_000_003)" }
    static func country(_ number: Int) -> String { "Country \(number % 20)" }
    static func born(_ number: Int) -> Int32 { Int32(1_850 + number % 150) }
    static func title(_ number: Int) -> String {
        "The \(words[number % words.count]) of \(number &* 104_729 % 1_000_003)"
    }
    static func isbn(_ number: Int) -> String { "978-\(1_000_000 + number)" }
    static func year(_ number: Int) -> Int32 { Int32(firstYear + number % years) }
    static func price(_ number: Int) -> Double { Double(number % 5_000) / 100 }

    private static let words = ["Wave", "Shore", "Long Summer", "Tide", "Reef", "Wind", "Harbour", "Storm", "Sandbar"]
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
        name = GraphStore.name(number)
        self[Self.countryKey] = GraphStore.country(number)
        self[Self.bornKey] = GraphStore.born(number)
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
        title = GraphStore.title(number)
        self[Self.isbnKey] = GraphStore.isbn(number)
        self[Self.yearKey] = GraphStore.year(number)
        self[Self.priceKey] = GraphStore.price(number)
    }

    /// A number computed from the four attributes.
    var size: Int {
        (title?.utf8.count ?? 0) &+ (self[Self.isbnKey]?.utf8.count ?? 0) &+ Int(self[Self.yearKey] ?? 0)
            &+ Int((self[Self.priceKey] ?? 0) * 100)
    }
}

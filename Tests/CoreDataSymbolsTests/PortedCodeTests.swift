// Without Foundation's import, which `import Persistence` brings.
import Persistence
import Testing

/// Code as applications for Core Data have it.
@Suite struct PortedCodeTests {
    /// A context with an author of two books.
    @MainActor private func library() throws -> ManagedObjectContext {
        let container = PersistentContainer(name: "Ported", managedObjectModel: PortedBook.model())
        let description = PersistentStoreDescription()
        description.type = inMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let context = container.viewContext
        let author = PortedAuthor(context: context)
        author.name = "Ada"
        for (title, pages) in [("b", 20), ("A", 30)] {
            let book = PortedBook(context: context)
            book.title = title
            book.pages = Int16(pages)
            book.author = author
        }
        try context.save()
        return context
    }

    @MainActor private func books(_ context: ManagedObjectContext) throws -> [PortedBook] {
        let request = PortedBook.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(key: "pages")]
        return try context.fetch(request)
    }

    // MARK: Managed

    @MainActor @Test func `a managed property reads and writes an attribute`() throws {
        let context = try library()
        let book = try books(context)[0]
        #expect(book.title == "b" && book.pages == 20 && book.published == nil)
        book.published = Date(timeIntervalSinceReferenceDate: 5)
        #expect(book.hasChanges)
        #expect(book.value(forKey: "published") as? Date == Date(timeIntervalSinceReferenceDate: 5))
    }

    @MainActor @Test func `a managed relationship keeps its inverse`() throws {
        let context = try library()
        let book = try books(context)[0]
        let author = try #require(book.author)
        #expect(author.books.count == 2 && author.bookSet?.count == 2)
        author.books = [book]
        #expect(try books(context)[1].author == nil)
        author.bookSet = NSSet(array: try books(context))
        #expect(try books(context)[1].author === author)
    }

    @MainActor @Test func `a managed ordered relationship keeps its order`() throws {
        let context = try library()
        let all = try books(context)
        let author = try #require(all[0].author)
        author.favorites = [all[1], all[0]]
        #expect(author.favorites == [all[1], all[0]])
        #expect(author.favoriteSet?.firstObject as? PortedBook === all[1])
        author.favoriteSet = NSOrderedSet(array: [all[0]])
        #expect(author.favorites == [all[0]])
    }

    @Test func `a managed property of an unknown name ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let context = try PortedCodeTests().library()
            _ = MisspelledBook(entity: PortedBook.entity(), insertInto: context).tilte
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("tilte"))
    }

    // MARK: Requests and sorts

    @MainActor @Test func `a request for dictionaries of Foundation returns them`() throws {
        let request = FetchRequest<NSDictionary>(entityName: "Book")
        request.propertiesToFetch = ["title"]
        request.sortDescriptors = [FetchSortDescriptor(key: "pages")]
        let found = try library().fetch(request)
        #expect(request.resultType == .dictionaryResultType)
        #expect(found.map { $0["title"] as? String } == ["b", "A"])
    }

    @MainActor @Test func `a sort descriptor with a comparator sorts objects in memory`() throws {
        let all = try books(library())
        let descriptor = FetchSortDescriptor(key: "title", ascending: true) { left, right in
            ((left as? String)?.lowercased() ?? "").compare((right as? String)?.lowercased() ?? "")
        }
        #expect(all.sortedArray(using: [descriptor]).map(\.title) == ["A", "b"])
        #expect(all.sortedArray(using: [descriptor.reversed]).map(\.title) == ["b", "A"])
    }

    @MainActor @Test func `objects that a comparator finds equal are sorted by the next descriptor`() throws {
        let all = try books(library())
        let equal = FetchSortDescriptor(key: nil, ascending: true) { _, _ in .orderedSame }
        let next = FetchSortDescriptor(key: "pages", ascending: false)
        #expect(all.sortedArray(using: [equal, next]).map(\.title) == ["A", "b"])
    }

    @MainActor @Test func `nil comes first where a comparator sorts ascending`() throws {
        let all = try books(library())
        all[1].title = nil
        let descriptor = FetchSortDescriptor(key: "title", ascending: true) { _, _ in .orderedSame }
        #expect(all.sortedArray(using: [descriptor]).map(\.pages) == [30, 20])
    }

    @MainActor @Test func `a fetch with a comparator is refused`() throws {
        let request = PortedBook.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(key: "title", ascending: true) { _, _ in .orderedSame }]
        #expect(throws: PredicateBindingError.self) { _ = try library().fetch(request) }
    }

    @Test func `a descriptor with a comparator is equal to its copy only`() {
        let first = FetchSortDescriptor(key: "a", ascending: true) { _, _ in .orderedSame }
        let second = FetchSortDescriptor(key: "a", ascending: true) { _, _ in .orderedSame }
        let copy = first
        #expect(first == copy && first != second && first != FetchSortDescriptor(key: "a"))
    }

    // MARK: Observing

    @MainActor @Test func `what a request finds is a sequence that follows changes`() async throws {
        let context = try library()
        let all = try books(context)
        let request = PortedBook.fetchRequest()
        request.sortDescriptors = [FetchSortDescriptor(key: "pages")]
        var changes = try context.values(for: request).makeAsyncIterator()
        #expect(try await changes.next()?.objectIDs == all.map(\.objectID))
        context.delete(all[0])
        context.processPendingChanges()
        #expect(try await changes.next()?.objectIDs == [all[1].objectID])
    }

    // MARK: Descriptions

    @MainActor @Test func `a context describes its name and queue`() throws {
        let context = try library()
        #expect("\(context)" == "<ManagedObjectContext “viewContext” of the main queue>")
        let child = ManagedObjectContext(concurrencyType: .privateQueue)
        child.name = "import"
        child.parent = context
        #expect("\(child)" == "<ManagedObjectContext “import” of a private queue, with a parent>")
    }
}

private final class PortedAuthor: ManagedObject {
    @Managed("name") var name: String?
    @Managed("books") var books: Set<PortedBook>
    @Managed("books") var bookSet: NSSet?
    @Managed("favorites") var favorites: [PortedBook]
    @Managed("favorites") var favoriteSet: NSOrderedSet?
}

private final class PortedBook: ManagedObject {
    @Managed("title") var title: String?
    @Managed("pages") var pages: Int16
    @Managed("published") var published: Date?
    @Managed("author") var author: PortedAuthor?

    static func model() -> ManagedObjectModel {
        let author = EntityDescription(
            name: "Author", class: PortedAuthor.self, properties: [AttributeDescription(name: "name", type: .string)])
        let book = EntityDescription(
            name: "Book", class: PortedBook.self,
            properties: [
                AttributeDescription(name: "title", type: .string),
                AttributeDescription(name: "pages", type: .integer16),
                AttributeDescription(name: "published", type: .date),
            ])
        let books = RelationshipDescription(name: "books", destination: book, toMany: true)
        let writer = RelationshipDescription(name: "author", destination: author)
        books.setInverse(writer)
        let favorites = RelationshipDescription(name: "favorites", destination: book, toMany: true, ordered: true)
        let admirer = RelationshipDescription(name: "admirer", destination: author)
        favorites.setInverse(admirer)
        author.properties += [books, favorites]
        book.properties += [writer, admirer]
        return ManagedObjectModel(entities: [author, book])
    }
}

private final class MisspelledBook: ManagedObject {
    @Managed("tilte") var tilte: String?
}

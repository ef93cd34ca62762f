import Foundation
import Persistence
import Testing

/// Predicates and sort descriptors that are written with the handles of a class.
@Suite struct TypedPredicateTests {
    @Test(arguments: [
        (Book.pages >= 300, "pages >= 300"), (Book.pages < 3, "pages < 3"), (Book.rating > 3, "rating > 3"),
        (Book.rating <= 3, "rating <= 3"), (Book.rating == nil, "rating == nil"), (Book.rating != 4, "rating != 4"),
        (Book.title == "S", #"title == "S""#), (Book.title > "M", #"title > "M""#),
        (Book.isLent == true, "isLent == TRUE"), (Book.price >= 9.5, #"price >= CAST("9.5", "NSDecimalNumber")"#),
        (Book.pages.isIn(1...3), "pages BETWEEN {1, 3}"), (Book.pages.isIn([1, 2]), "pages IN {1, 2}"),
        (Book.title.begins(with: "S"), #"title BEGINSWITH "S""#),
        (Book.title.ends(with: "s", [.caseInsensitive]), #"title ENDSWITH[c] "s""#),
        (Book.title.contains("s", [.caseInsensitive, .diacriticInsensitive]), #"title CONTAINS[cd] "s""#),
        (Book.title.isLike("S*"), #"title LIKE "S*""#), (Book.title.matches("S.*"), #"title MATCHES "S.*""#),
        (Book.author == nil, "author == nil"), (Book.author[Party.name] == "A", #"author.name == "A""#),
        (Book.author[Author.parent] != nil, "author.parent != nil"),
        (Author.books.count > 2, "books.@count > 2"), (Book.chapters.count == 0, "chapters.@count == 0"),
        (Book.pages > 1 && Book.pages < 5, "pages > 1 AND pages < 5"),
        (Book.pages > 1 || !(Book.isLent == true), "pages > 1 OR NOT isLent == TRUE"),
    ])
    func `a condition on a handle is a predicate`(predicate: FetchPredicate, format: String) throws {
        #expect(predicate == FetchPredicate(format: format))
    }

    @Test func `a typed predicate and a typed sort descriptor fetch what they say`() throws {
        let container = PersistentContainer(name: "Everything")
        try container.persistentStoreCoordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let author = Author(context: context)
            author.name = "Ada"
            for (title, pages) in [("Sea", 200), ("Surf", 400), ("Wave", 300), ("Swell", 350)] {
                let book = Book(context: context)
                (book.title, book.pages) = (title, Int16(pages))
                if title != "Wave" { author.addToBooks(book) }
            }
            try context.save()
            let request: FetchRequest<Book> = Book.fetchRequest()
            request.predicate = Book.pages >= 300 && Book.title.begins(with: "S")
            request.sortDescriptors = [FetchSortDescriptor(Book.pages, ascending: false)]
            #expect(try context.fetch(request).map(\.title) == ["Surf", "Swell"])
            request.predicate = Book.author[Party.name] == "Ada" && Book.author == author
            #expect(try context.fetch(request).map(\.title) == ["Surf", "Swell", "Sea"])
            let authors: FetchRequest<Author> = Author.fetchRequest()
            authors.predicate = try Author.books.contains(#require(context.fetch(request).first))
            #expect(try context.fetch(authors) == [author])
        }
    }
}

extension Author {
    static let parent = ToOne<Party>("parent")
}

import Foundation
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

/// The source that was generated from `Models/Everything.xcdatamodeld` is part of these tests, in `Generated`.
@Suite struct GeneratedCodeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A container with a store in a file, for the model that the generated source registers.
    private func container() throws -> PersistentContainer {
        let container = PersistentContainer(name: "Everything")
        let url = folder.url.appendingPathComponent("Everything.sqlite")
        try container.persistentStoreCoordinator.addPersistentStore(ofType: sqliteStoreType, at: url)
        return container
    }

    private func inContext<Result>(_ body: (ManagedObjectContext) throws -> Result) throws -> Result {
        let context = try container().newBackgroundContext()
        return try context.performAndWait { try body(context) }
    }

    @Test func `every kind of attribute has Xcode's type and keeps its value in a store`() throws {
        let (day, id) = (Date(timeIntervalSinceReferenceDate: 12.5), UUID())
        try inContext { context in
            let book = Book(context: context)
            book.added = day
            book.changed = 34.25
            book.copies = 3
            book.cover = Data([1, 2, 3])
            book.`default` = "a keyword"
            book.extra = "transient" as NSString
            book.id = id
            book.isLent = true
            book.isSigned = true
            book.link = URL(string: "https://example.org/1")
            book.pages = 300
            book.price = NSDecimalNumber(string: "12.34")
            book.rating = 4
            book.tags = ["red", "blue"]
            book.thing = ["key": 1] as NSDictionary
            book.title = "Title"
            book.weight = 0.25
            book.width = 1.5
            book.words = 1 << 40
            book.worth = 2.75
            try context.save()
        }
        try inContext { context in
            let book = try #require(try context.fetch(Book.fetchRequest()).first)
            #expect(book.added == day)
            #expect(book.changed == 34.25)
            #expect(book.copies == 3)
            #expect(book.cover == Data([1, 2, 3]))
            #expect(book.`default` == "a keyword")
            #expect(book.extra == nil)
            #expect(book.id == id)
            #expect(book.isLent)
            #expect(book.isSigned == true)
            #expect(book.link == URL(string: "https://example.org/1"))
            #expect(book.pages == 300)
            #expect(book.price == NSDecimalNumber(string: "12.34"))
            #expect(book.rating?.intValue == 4)
            #expect(book.tags == ["red", "blue"])
            #expect(book.thing == ["key": 1] as NSDictionary)
            #expect(book.title == "Title")
            #expect(book.weight == 0.25)
            #expect(book.width == 1.5)
            #expect(book.words == 1 << 40)
            #expect(book.worth == 2.75)
        }
    }

    @Test func `a new object has the model's defaults, and nil or 0 without one`() throws {
        try inContext { context in
            let book = Book(context: context)
            #expect(book.changed == 725_846_400)
            #expect(book.copies == 1)
            #expect(book.title == #"Say "\(hello)""#)
            #expect(book.price == NSDecimalNumber(string: "9.99"))
            #expect(book.link == URL(string: "https://example.org/books"))
            #expect(book.width == 0.5)
            #expect(book.worth == 1.25)
            #expect(book.words == 0)
            #expect(book.rating == nil && book.isSigned == nil && book.added == nil && book.tags == nil)
        }
    }

    @Test func `a number attribute without a scalar type takes any number, and nil`() throws {
        try inContext { context in
            let book = Book(context: context)
            book.rating = 3.9
            #expect(book.rating == 3)
            book.rating = nil
            #expect(book.rating == nil)
            book.price = 7
            #expect(book.price == NSDecimalNumber(value: 7))
            book.price = nil
            #expect(book.price == nil)
        }
    }

    @Test func `a to-many relationship is a set, whose accessors update the inverse`() throws {
        try inContext { context in
            let author = Author(context: context)
            let books = (0..<4).map { _ in Book(context: context) }
            author.addToBooks(books[0])
            author.addToBooks(NSSet(array: [books[1], books[2]]))
            #expect(author.books as? Set<Book> == [books[0], books[1], books[2]])
            #expect(author.books?.count == 3)
            #expect(author.books?.contains(books[1]) == true && author.books?.contains(books[3]) == false)
            #expect(Set(author.books?.allObjects as? [Book] ?? []) == [books[0], books[1], books[2]])
            #expect(books[1].author === author)
            author.removeFromBooks(books[0])
            author.removeFromBooks(NSSet(object: books[1]))
            #expect(books[0].author == nil && books[1].author == nil)
            author.books = NSSet(array: [books[3]])
            #expect(books[3].author === author && books[2].author == nil)
            author.books = nil
            #expect(author.books?.count == 0)
        }
    }

    @Test func `a save computes the derived attributes of a generated class`() throws {
        let before = Date()
        let id = try inContext { context in
            let (book, chapter) = (Book(context: context), Chapter(context: context))
            (book.title, chapter.heading, chapter.book) = ("Title", "Épilogue", book)
            try context.save()
            #expect(chapter.folded == "epilogue")
            return chapter.objectID.uriRepresentation()
        }
        try inContext { context in
            let request = Chapter.fetchRequest()
            request.predicate = Chapter.folded == "epilogue" && Chapter.bookTitle == "Title"
            let chapter = try #require(try context.fetch(request).first)
            #expect(chapter.objectID.uriRepresentation() == id)
            #expect(try #require(chapter.saved) >= before)
            chapter.book?.title = "Another"
            try context.save()
            #expect(chapter.bookTitle == "Another")
        }
    }

    @Test func `an ordered relationship is an ordered set, whose accessors keep its order`() throws {
        try inContext { context in
            let book = Book(context: context)
            let chapters = (0..<6).map { number in
                let chapter = Chapter(context: context)
                chapter.heading = "\(number)"
                return chapter
            }
            func order() -> String { (book.chapters?.array as? [Chapter] ?? []).map { $0.heading ?? "" }.joined() }
            book.addToChapters(chapters[0])
            book.insertIntoChapters(chapters[1], at: 0)
            #expect(order() == "10")
            book.addToChapters(NSOrderedSet(array: [chapters[2], chapters[3]]))
            #expect(order() == "1023")
            book.insertIntoChapters([chapters[4], chapters[5]], at: NSIndexSet(indexSet: [0, 3]))
            #expect(order() == "410523")
            #expect(chapters[5].number == 4 && chapters[5].book === book)
            book.removeFromChapters(at: 1)
            #expect(order() == "40523" && chapters[1].book == nil)
            book.removeFromChapters(at: NSIndexSet(indexSet: [0, 2]))
            #expect(order() == "023")
            book.replaceChapters(at: 2, with: chapters[1])
            #expect(order() == "021")
            book.replaceChapters(at: NSIndexSet(indexSet: [0, 1]), with: [chapters[4], chapters[5]])
            #expect(order() == "451")
            book.removeFromChapters(chapters[5])
            book.removeFromChapters(NSOrderedSet(array: [chapters[1]]))
            #expect(order() == "4")
            book.chapters = NSOrderedSet(array: [chapters[3], chapters[2]])
            #expect(order() == "32")
            #expect(book.chapters?.object(at: 1) as? Chapter === chapters[2])
        }
    }

    @Test func `relationships without an inverse and classes written by hand work too`() throws {
        try inContext { context in
            let book = Book(context: context)
            let source = Attribute(context: context)
            source.place = "Attic"
            book.addToSources(source)
            try context.save()
        }
        try inContext { context in
            let book = try #require(try context.fetch(Book.fetchRequest()).first)
            #expect((book.sources?.anyObject() as? Attribute)?.place == "Attic")
        }
    }

    @Test func `a class inherits from the class of the parent entity`() throws {
        try inContext { context in
            let novel = Novel(context: context)
            novel.title = "A novel"
            novel.genre = "crime"
            let author = Author(context: context)
            author.name = "An author"
            author.addToFriends(author)
            novel.author = author
            try context.save()
        }
        try inContext { context in
            let request: FetchRequest<Novel> = Novel.fetchRequest()
            let novel = try #require(try context.fetch(request).first)
            #expect(novel.title == "A novel" && novel.genre == "crime")
            let parties: FetchRequest<Party> = Party.fetchRequest()
            #expect(try context.fetch(parties).map(\.name) == ["An author"])
        }
    }

    @Test func `an object is identified by its attribute id, or else by itself`() throws {
        try inContext { context in
            let (book, chapter) = (Book(context: context), Chapter(context: context))
            let id = UUID()
            book.id = id
            #expect(identity(of: book) == AnyHashable(Optional(id)))
            #expect(identity(of: chapter) == AnyHashable(ObjectIdentifier(chapter)))
        }
    }

    private func identity(of object: some Identifiable) -> AnyHashable { AnyHashable(object.id) }
}

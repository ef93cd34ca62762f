import Foundation
import Persistence
import Testing

/// Predicates of Foundation as conditions of a fetch.
@Suite struct FoundationPredicateTests {
    /// Predicates that can be converted: comparisons, their negations, paths over a relationship.
    static let predicates: [Predicate<Book>] = [
        #Predicate { $0.pages >= 300 },
        #Predicate { !($0.pages < 300) },
        #Predicate { $0.pages > 100 && $0.pages < 300 || $0.isLent },
        #Predicate { !$0.isLent },
        #Predicate { $0.title == "Surf" },
        #Predicate { !($0.title == "Surf") },
        #Predicate { $0.title != "Surf" },
        #Predicate { $0.title == nil },
        #Predicate { !($0.title == nil) },
        #Predicate { $0.title != nil },
        #Predicate { $0.title?.starts(with: "S") == true },
        #Predicate { !($0.title?.starts(with: "S") == true) },
        #Predicate { $0.title?.contains("ur") ?? false },
        #Predicate { !($0.title?.contains("ur") ?? false) },
        #Predicate { [1, 300].contains($0.pages) },
        #Predicate { $0.author?.name == "Ada" },
        #Predicate { !($0.author?.name == "Ada") },
        #Predicate { $0.author?.name != "Ada" },
    ]

    /// Calls `body` with books whose titles and authors may be nil.
    private func inContext(_ body: (ManagedObjectContext, [Book]) throws -> Void) throws {
        let container = PersistentContainer(name: "Everything")
        try container.persistentStoreCoordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let ada = Author(context: context)
            ada.name = "Ada"
            let nameless = Author(context: context)
            var books: [Book] = []
            for (title, pages) in [("Sea", 100), ("Surf", 300), (nil, 299), ("Wave", 1), ("turf", 400)] {
                for author in [ada, nameless, nil] {
                    let book = Book(context: context)
                    (book.title, book.pages, book.author) = (title, Int16(pages), author)
                    book.isLent = pages == 1
                    books.append(book)
                }
            }
            context.processPendingChanges()
            try body(context, books)
        }
    }

    @Test(arguments: predicates.indices)
    func `a fetch finds the objects for which Foundation evaluates the predicate as true`(index: Int) throws {
        let predicate = Self.predicates[index]
        try inContext { context, books in
            let request: FetchRequest<Book> = Book.fetchRequest()
            request.predicate = try FetchPredicate(predicate)
            let expected = try books.filter { try predicate.evaluate($0) }
            #expect(try Set(context.fetch(request)) == Set(expected), "\(request.predicate?.predicateFormat ?? "")")
            #expect(!expected.isEmpty && expected.count < books.count)
        }
    }

    @Test func `values from outside the predicate are part of the condition`() throws {
        let (least, pages) = (Int16(299), [Int16(300), 400])
        let condition = try FetchPredicate(#Predicate<Book> { $0.pages > least && pages.contains($0.pages) })
        #expect(condition == FetchPredicate("pages > 299 AND pages IN {300, 400}"))
    }

    @Test func `a class that inherits its properties knows their key paths`() throws {
        let condition = try FetchPredicate(#Predicate<Novel> { $0.genre == "crime" && $0.pages > 3 })
        #expect(condition == FetchPredicate(#"genre == "crime" AND pages > 3"#))
    }

    @Test func `an expression that cannot be converted is an error`() {
        #expect(throws: PredicateConversionError.self) { try FetchPredicate(#Predicate<Book> { $0.pages + 1 > 3 }) }
        #expect(throws: PredicateConversionError.self) {
            try FetchPredicate(#Predicate<Book> { ($0.title ?? "none") == "none" })
        }
    }

    @Test func `a property that no model knows is an error`() {
        #expect(throws: PredicateConversionError.self) {
            try FetchPredicate(#Predicate<Chapter> { $0.number == 1 })
        }
    }
}

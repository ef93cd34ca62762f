import Foundation
import Persistence

/// The books of a file.
struct Library {
    private let container: PersistentContainer

    /// Opens the library at `url`, or creates it.
    init(at url: URL) throws {
        container = PersistentContainer(name: "Library", managedObjectModel: LibraryModel.make())
        try container.persistentStoreCoordinator.addPersistentStore(ofType: sqliteStoreType, at: url)
    }

    /// Adds an author with two books.
    func fill() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let author = Author(context: context)
            author.name = "An Author"
            for (title, year) in [("A Book", 1990), ("Another Book", 2001)] {
                let book = Book(context: context)
                book.title = title
                book.year = Int16(year)
                book.author = author
            }
            try context.save()
        }
    }

    /// Changes a title in a child context, which is saved or released without saving.
    func edit(title: String, to newTitle: String, saving: Bool) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let scratchpad = ManagedObjectContext(concurrencyType: .privateQueue)
            scratchpad.parent = context
            try scratchpad.performAndWait {
                let request = FetchRequest<Book>(entityName: "Book")
                request.predicate = FetchPredicate(format: "title == %@", title)
                try scratchpad.fetch(request).first?.title = newTitle
                if saving { try scratchpad.save() }
            }
            if context.hasChanges { try context.save() }
        }
    }

    /// A line for each book, oldest first.
    func lines() throws -> [String] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let request = FetchRequest<Book>(entityName: "Book")
            request.sortDescriptors = [FetchSortDescriptor(key: "year")]
            return try context.fetch(request).map { "\($0.year) \($0.title), by \($0.author?.name ?? "nobody")" }
        }
    }
}

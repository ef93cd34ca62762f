import Persistence

/// Authors and their books: what the program keeps.
enum LibraryModel {
    static func make() -> ManagedObjectModel {
        let author = EntityDescription(name: "Author", class: Author.self)
        let book = EntityDescription(name: "Book", class: Book.self)
        let books = RelationshipDescription(
            name: "books", destination: book, toMany: true, deleteRule: .cascadeDeleteRule)
        let writer = RelationshipDescription(name: "author", destination: author)
        books.setInverse(writer)
        author.properties = [AttributeDescription(name: "name", type: .string, isOptional: false), books]
        book.properties = [
            AttributeDescription(name: "title", type: .string, isOptional: false),
            AttributeDescription(name: "year", type: .integer16, defaultValue: 0), writer,
        ]
        return ManagedObjectModel(entities: [author, book])
    }
}

final class Author: ManagedObject {
    static let nameKey = Attribute<String>("name")
    static let booksKey = ToMany<Book>("books")

    var name: String {
        get { self[Self.nameKey] }
        set { self[Self.nameKey] = newValue }
    }
    var books: Set<Book> {
        get { self[Self.booksKey] }
        set { self[Self.booksKey] = newValue }
    }
}

final class Book: ManagedObject {
    static let titleKey = Attribute<String>("title")
    static let yearKey = Attribute<Int16>("year")
    static let authorKey = ToOne<Author>("author")

    var title: String {
        get { self[Self.titleKey] }
        set { self[Self.titleKey] = newValue }
    }
    var year: Int16 {
        get { self[Self.yearKey] }
        set { self[Self.yearKey] = newValue }
    }
    var author: Author? {
        get { self[Self.authorKey] }
        set { self[Self.authorKey] = newValue }
    }
}

import GRDB

/// An author, decoded by hand as GRDB's documentation advises where speed matters.
struct Author: FetchableRecord, PersistableRecord {
    static let books = hasMany(Book.self)

    let id: Int64
    let name: String
    let country: String
    let born: Int32

    init(number: Int) {
        id = Int64(number + 1)
        name = GraphValues.name(number)
        country = GraphValues.country(number)
        born = GraphValues.born(number)
    }

    init(row: Row) {
        (id, name, country, born) = (row[0], row[1], row[2], row[3])
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["country"] = country
        container["born"] = born
    }
}

struct Book: FetchableRecord, PersistableRecord {
    static let author = belongsTo(Author.self)

    let id: Int64
    var title: String
    let isbn: String
    let year: Int32
    let price: Double
    let authorID: Int64

    init(number: Int, of authors: Int) {
        id = Int64(number + 1)
        title = GraphValues.title(number)
        isbn = GraphValues.isbn(number)
        year = GraphValues.year(number)
        price = GraphValues.price(number)
        authorID = Int64(GraphValues.author(number, of: authors) + 1)
    }

    init(row: Row) {
        (id, title, isbn, year, price, authorID) = (row[0], row[1], row[2], row[3], row[4], row[5])
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["title"] = title
        container["isbn"] = isbn
        container["year"] = year
        container["price"] = price
        container["authorId"] = authorID
    }

    /// A number computed from the four attributes.
    var size: Int { title.utf8.count &+ isbn.utf8.count &+ Int(year) &+ Int(price * 100) }
}

/// An author with the books that were prefetched.
struct AuthorInfo: FetchableRecord {
    let author: Author
    let books: [Book]

    init(row: Row) throws {
        author = Author(row: row)
        books = try Book.fetchAll(row.prefetchedRows["books"] ?? [])
    }
}

extension Book {
    fileprivate static func fetchAll(_ rows: [Row]) throws -> [Book] { rows.map(Book.init(row:)) }
}

import Foundation
import Persistence
import PersistenceTestSupport

/// Five books, a to e, with authors and moods, in a store.
///
/// |   | title | pages | flags | price | published | inPrint | author | moods |
/// |---|---|---|---|---|---|---|---|---|
/// | a | Dune | 412 | 5 | 10.50 | 1965 | yes | Frank | calm, grim |
/// | b | düne | 10 | 2 | 3 | 2001 | no | Una | grim |
/// | c | Emma | 3 | 4 | 7.25 | | yes | | |
/// | d | Dune Messiah | 256 | 7 | 12 | 1969 | no | Frank | calm, joy |
/// | e | | 100 | 0 | | 2020 | yes | Una | joy |
struct FormatLibrary {
    let context: ManagedObjectContext
    private(set) var objects: [String: ManagedObject] = [:]

    static func model() -> ManagedObjectModel {
        func entity(_ name: String, _ attributes: [(String, AttributeType)]) -> EntityDescription {
            EntityDescription(
                name: name, properties: attributes.map { AttributeDescription(name: $0, type: $1, isOptional: true) })
        }
        let author = entity(
            "Author", [("letter", .string), ("name", .string), ("age", .integer16), ("alive", .boolean)])
        let mood = entity("Mood", [("letter", .string), ("name", .string), ("level", .integer32)])
        let book = entity(
            "Book",
            [
                ("letter", .string), ("title", .string), ("pages", .integer32), ("flags", .integer64),
                ("price", .decimal), ("weight", .double), ("published", .date), ("inPrint", .boolean), ("code", .uuid),
                ("link", .uri), ("cover", .binaryData), ("size", .integer16), ("any", .string),
            ])
        book.relate(.one("author"), to: author, .many("books"))
        book.relate(.many("moods"), to: mood, .many("books"))
        author.relate(.one("favorite"), to: book, .many("admirers"))
        return ManagedObjectModel(entities: [author, book, mood])
    }

    /// Inserts and saves everything.
    init(in context: ManagedObjectContext) throws {
        self.context = context
        for (letter, name, level) in [("x", "calm", 1), ("y", "grim", 4), ("z", "joy", 7)] {
            insert("Mood", letter, ["name": name, "level": level])
        }
        insert("Author", "f", ["name": "Frank", "age": 65, "alive": false])
        insert("Author", "u", ["name": "Una", "age": 3, "alive": true])
        insert("Author", "n", ["name": "Nobody"])
        insertBooks()
        objects["f"]?.setValue(objects["a"], forKey: "favorite")
        try context.save()
    }

    private mutating func insertBooks() {
        let years = [1965: -1_136_073_600.0, 2001: 0, 1969: -1_009_843_200, 2020: 599_529_600]
        let rows: [(String, String?, Int, Int, String?, Int?, String?, String)] = [
            ("a", "Dune", 412, 5, "10.50", 1965, "f", "xy"), ("b", "düne", 10, 2, "3", 2001, "u", "y"),
            ("c", "Emma", 3, 4, "7.25", nil, nil, ""), ("d", "Dune Messiah", 256, 7, "12", 1969, "f", "xz"),
            ("e", nil, 100, 0, nil, 2020, "u", "z"),
        ]
        for (letter, title, pages, flags, price, year, author, moods) in rows {
            insert(
                "Book", letter,
                [
                    "title": title, "pages": pages, "flags": flags, "weight": Double(pages) / 4,
                    "price": price.flatMap { Decimal(string: $0) }, "size": pages % 100, "any": title?.lowercased(),
                    "published": year.flatMap { years[$0] }.map { Date(timeIntervalSinceReferenceDate: $0) },
                    "inPrint": "ace".contains(letter), "author": author.flatMap { objects[$0] },
                    "moods": Set(moods.map { objects[String($0)]! }), "code": FormatLibrary.code(letter),
                    "link": URL(string: "https://books/\(letter)"), "cover": Data(letter.utf8),
                ])
        }
    }

    private mutating func insert(_ entity: String, _ letter: String, _ values: [String: Any?]) {
        let object = context.insert(entity)
        object.setValue(letter, forKey: "letter")
        for (key, value) in values { object.setValue(value, forKey: key) }
        objects[letter] = object
    }

    static func code(_ letter: String) -> UUID {
        UUID(uuidString: "00000000-0000-0000-0000-00000000000\(letter)")!
    }

    subscript(letters: String) -> [ManagedObject] { letters.map { objects[String($0)]! } }

    /// The letters of the objects that the store finds, in order.
    func found(_ predicate: FetchPredicate, in entity: String) throws -> String {
        let request = FetchRequest<ManagedObject>(entityName: entity)
        request.predicate = predicate
        return letters(try context.fetch(request))
    }

    /// The letters of the objects in memory that match, in order.
    func matching(_ predicate: FetchPredicate, in entity: String) throws -> String {
        letters(
            try objects.values.filter { $0.entity.name == entity }.filter { try predicate.evaluate(validating: $0) })
    }

    private func letters(_ objects: [ManagedObject]) -> String {
        objects.compactMap { $0.value(forKey: "letter") as? String }.sorted().joined()
    }
}

extension ManagedObjectContext {
    fileprivate func insert(_ entity: String) -> ManagedObject {
        EntityDescription.insertNewObject(forEntityName: entity, into: self)
    }
}

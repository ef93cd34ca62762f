import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The work of fetches and deletions over relationships: plans and statements, never times.
@Suite struct GraphTests {
    private let folder: TemporaryFolder
    private let sql = LockedValue<[String]>([])

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func model() -> ManagedObjectModel {
        let (author, book, loan) = (
            EntityDescription(name: "Author"), EntityDescription(name: "Book"), EntityDescription(name: "Loan")
        )
        author.properties = [AttributeDescription(name: "name", type: .string)]
        book.properties = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "year", type: .integer32),
        ]
        loan.properties = [AttributeDescription(name: "name", type: .string)]
        author.relate(.many("books", deleteRule: .cascadeDeleteRule), to: book, .one("author"))
        book.relate(.many("loans", deleteRule: .cascadeDeleteRule), to: loan, .one("book"))
        book.relate(.many("readers"), to: author, .many("read"))
        return ManagedObjectModel(entities: [author, book, loan])
    }

    private func open() throws -> Stack {
        let trace = SQLiteTrace { [sql] event in sql.withLock { $0.append(event.sql) } }
        return try Stack(folder.file(), model: Self.model(), options: [SQLiteStore.traceOption: trace])
    }

    private func fill(_ stack: Stack, authors: Int, books: Int) throws {
        try stack.withContext { context throws in
            for number in 0..<authors {
                let author = context.insert("Author", named: "author \(number)")
                for place in 0..<books {
                    let book = context.insert("Book", named: "book \(place) of \(number)")
                    book.setValue(author, forKey: "author")
                    context.insert("Loan", named: "loan").setValue(book, forKey: "book")
                }
            }
            try context.save()
        }
    }

    /// The statements that `body` runs.
    private func statements(_ body: () throws -> Void) rethrows -> [String] {
        sql.withLock { $0 = [] }
        try body()
        return sql.withLock { $0 }
    }

    @Test func `a fetch over a relationship in the order of a text scans the table, and no index of a foreign key`()
        throws
    {
        let stack = try open()
        try fill(stack, authors: 3, books: 2)
        for (format, key) in [("author.name == 'author 1'", "name"), ("year == nil", "author.name")] {
            let found = try statements {
                try stack.withContext { context throws in
                    let request = FetchRequest<ManagedObject>(entityName: "Book")
                    request.predicate = FetchPredicate(format: format)
                    request.sortDescriptors = [FetchSortDescriptor(key: key)]
                    #expect(try context.fetch(request).isEmpty == false)
                }
            }
            let select = try #require(found.first { $0.contains("ZBOOK t0") })
            #expect(select.contains(", +t0.Z_PK"))
            let plan = try folder.plainConnection().rows("EXPLAIN QUERY PLAN " + select).compactMap { $0.last?.text }
            #expect(plan.filter { $0.contains("SCAN") } == ["SCAN t0"])
            #expect(plan.filter { $0.contains("TEMP B-TREE") }.count == 1)
        }
    }

    @Test func `a fetch of one table may still read an index that has its order`() throws {
        let stack = try open()
        let found = try statements {
            try stack.withContext { context throws in
                let request = FetchRequest<ManagedObject>(entityName: "Book")
                request.sortDescriptors = [FetchSortDescriptor(key: "year")]
                _ = try context.fetch(request)
            }
        }
        #expect(found.contains { $0.hasSuffix("ORDER BY t0.ZYEAR ASC, t0.Z_PK") })
    }

    @Test func `a cascade reads related objects with as many statements for many objects as for two`() throws {
        let stack = try open()
        try fill(stack, authors: 42, books: 5)
        func delete(_ count: Int) throws -> [String] {
            try stack.withContext { context throws in
                let request = FetchRequest<ManagedObject>(entityName: "Author")
                request.fetchLimit = count
                let authors = try context.fetch(request)
                let found = statements {
                    for author in authors { context.delete(author) }
                    context.processPendingChanges()
                }
                #expect(context.deletedObjects.count == count * 11)
                context.checkInvariants()
                try context.save()
                return found.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") }
            }
        }
        let (two, forty) = (try delete(2), try delete(40))
        #expect(forty.count == two.count, "\(forty)")
        #expect(two.count <= 8, "\(two)")
        let plain = try folder.plainConnection()
        #expect(try plain.integer("SELECT (SELECT count(*) FROM ZAUTHOR) + (SELECT count(*) FROM ZBOOK)") == 0)
        #expect(try plain.integer("SELECT count(*) FROM ZLOAN") == 0)
    }

    @Test func `a cascade in a child reads together too`() throws {
        let stack = try open()
        try fill(stack, authors: 20, books: 3)
        try stack.withContext { context throws in
            let child = context.makeChild()
            let found = try statements {
                try child.performAndWait {
                    for author in try child.fetch(FetchRequest<ManagedObject>(entityName: "Author")) {
                        child.delete(author)
                    }
                    try child.save()
                }
            }
            #expect(found.count { $0.hasPrefix("SELECT") } <= 20, "\(found)")
            try context.save()
        }
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM ZLOAN") == 0)
    }

    // MARK: Defaults

    /// Counts the values that it converts.
    private final class CountingTransformer: AttributeValueTransformer, @unchecked Sendable {
        let count = LockedValue(0)

        override func transformedValue(_ value: Any?) -> Any? {
            count.withLock { $0 += 1 }
            return (value as? String).map { Data($0.utf8) }
        }
    }

    @Test func `a default value is converted once, not for each object`() throws {
        let transformer = CountingTransformer()
        AttributeValueTransformer.setValueTransformer(transformer, forName: "Counting")
        defer { AttributeValueTransformer.setValueTransformer(nil, forName: "Counting") }
        let shape = AttributeDescription(name: "shape", type: .transformable, defaultValue: "round")
        shape.valueTransformerName = "Counting"
        let board = EntityDescription(
            name: "Board", properties: [shape, AttributeDescription(name: "name", type: .string)])
        let stack = try Stack(folder.file(), model: ManagedObjectModel(entities: [board]))
        try stack.withContext { context throws in
            for number in 0..<100 { _ = context.insert("Board", named: "\(number)") }
            try context.save()
        }
        #expect(transformer.count.withLock { $0 } <= 1)
        #expect(
            try folder.plainConnection().scalar("SELECT count(*) FROM ZBOARD WHERE ZSHAPE = CAST('round' AS BLOB)")
                == 100)
    }

    // MARK: Texts

    /// The bytes are tried first, and what folds to other bytes is not missed, and nothing else found.
    @Test func `CONTAINS with c agrees with folding, whatever is beside the text`() throws {
        let texts = [
            "Aloha", "aLOHA beach", "xaloh", "alohAalohA", "ALOH", "", "é", "E\u{301}cole", "école", "ecole",
            "İstanbul",
            "straße", "STRASSE", "ſurf", "K\u{212A}", "k", "[", "{", "@", "`", "alo\u{301}ha", "aloha\u{301}",
            String(repeating: "a", count: 70) + "É", String(repeating: "b", count: 8) + "aloha",
        ]
        let patterns = ["aloha", "A", "é", "e", "É", "ss", "s", "k", "[", "{", "`", "@", "aloh", "oha\u{301}", ""]
        let stack = try open()
        try stack.withContext { context throws in
            for text in texts { _ = context.insert("Author", named: text) }
            try context.save()
            for pattern in patterns {
                let request = FetchRequest<ManagedObject>(entityName: "Author")
                request.predicate = FetchPredicate(format: "name CONTAINS[c] %@", argumentArray: [pattern])
                let found = try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
                let options: FetchPredicate.Options = [.caseInsensitive]
                let wanted = Array(TextFolding.fold(pattern, options).utf8)
                let expected = texts.filter { text in
                    let folded = Array(TextFolding.fold(text, options).utf8)
                    return wanted.isEmpty || folded.indices.contains { folded[$0...].starts(with: wanted) }
                }
                #expect(found.sorted() == expected.sorted(), "\(pattern)")
            }
        }
    }
}

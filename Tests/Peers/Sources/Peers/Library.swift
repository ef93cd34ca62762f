import Foundation
import GRDB

/// A database of authors and books with the durability and the index of the benchmark's store.
struct Library {
    let folder: URL
    let queue: DatabaseQueue
    let authors: Int
    var books: Int { authors * GraphValues.booksOfAuthor }

    init(authors: Int) throws {
        self.authors = authors
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        }
        queue = try DatabaseQueue(
            path: folder.appendingPathComponent("Graph.sqlite").path, configuration: configuration)
        try queue.write { db in
            try db.create(table: "author") { table in
                table.primaryKey("id", .integer)
                table.column("name", .text)
                table.column("country", .text)
                table.column("born", .integer)
            }
            try db.create(table: "book") { table in
                table.primaryKey("id", .integer)
                table.column("title", .text)
                table.column("isbn", .text)
                table.column("year", .integer)
                table.column("price", .double)
                table.belongsTo("author", onDelete: .cascade)
            }
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func insert() throws {
        try queue.write { db in
            for number in 0..<authors { try Author(number: number).insert(db) }
            for number in 0..<books { try Book(number: number, of: authors).insert(db) }
        }
    }

    func removeAll() throws {
        try queue.write { db in try db.execute(sql: "DELETE FROM book; DELETE FROM author") }
        try checkpoint()
    }

    func checkpoint() throws { _ = try queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) } }
}

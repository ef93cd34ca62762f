// Prints a JSON object of the medians in milliseconds: Peers [--authors N] [--rounds N]
import Foundation
import GRDB

func option(_ name: String, _ standard: Int) -> Int {
    guard let index = CommandLine.arguments.firstIndex(of: name), index + 1 < CommandLine.arguments.count else {
        return standard
    }
    return Int(CommandLine.arguments[index + 1]) ?? standard
}

let library = try Library(authors: option("--authors", 10_000))
defer { library.remove() }
var medians = Medians(rounds: option("--rounds", 5))
var wave = 0

try medians.measure("insert and save", prepare: library.removeAll) {
    try library.insert()
    return 1
}
try medians.measure("fetch through a relationship, sorted") {
    try library.queue.read { db in
        try Book.joining(required: Book.author.filter(Column("country") == "Country 7")).order(Column("title"))
            .fetchAll(db).reduce(1) { $0 &* 31 &+ $1.title.utf8.count } | 1
    } & Int.max
}
try medians.measure("CONTAINS[c]") {
    try library.queue.read { db in
        try Book.filter(Column("title").like("%SUMMER of 9%")).fetchAll(db).reduce(0) { $0 + $1.title.utf8.count }
    }
}
try medians.measure("BEGINSWITH, sorted") {
    try library.queue.read { db in
        try Book.filter(Column("title") >= "The Reef of 1" && Column("title") < "The Reef of 2")
            .order(Column("title")).fetchAll(db).reduce(0) { $0 + $1.title.utf8.count }
    }
}
try medians.measure("iterate in batches, sorted") {
    try library.queue.read { db in
        var sum = 0
        let books = try Book.order(Column("title")).fetchCursor(db)
        while let book = try books.next() { sum &+= book.size }
        return sum
    }
}
try medians.measure("2,000 by ID") {
    try (0..<2_000).reduce(0) { sum, number in
        let key = Int64(number &* 7_919 % library.books + 1)
        return try sum &+ library.queue.read { db in try Book.fetchOne(db, key: key)?.size ?? 0 }
    }
}
try medians.measure("prefetch the books of all authors") {
    try library.queue.read { db in
        try AuthorInfo.fetchAll(db, Author.including(all: Author.books))
            .reduce(0) { $0 + $1.author.name.utf8.count + $1.books.count }
    }
}
try medians.measure("fetch and read four attributes") {
    try library.queue.read { db in try Book.fetchAll(db).reduce(0) { $0 &+ $1.size } }
}
try medians.measure("change and save", prepare: library.checkpoint) {
    wave += 1
    return try library.queue.write { db in
        var books = try Book.limit(library.authors).fetchAll(db)
        for index in books.indices {
            books[index].title = "Wave \(wave)"
            try books[index].update(db, columns: ["title"])
        }
        return books.count
    }
}
try medians.measure("count") {
    try library.queue.read { db in try Book.filter(Column("year") > 1_950).fetchCount(db) }
}
try medians.measure(
    "delete by cascade",
    prepare: {
        try library.removeAll()
        try library.insert()
    }
) {
    try library.queue.write { db in
        let authors = try Author.limit(max(10, library.authors / 20)).fetchAll(db)
        for author in authors { try author.delete(db) }
        return authors.count
    }
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
print(String(decoding: try encoder.encode(medians.milliseconds), as: UTF8.self))

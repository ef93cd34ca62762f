import SQLite

/// Loops over the C interface for the authors and books, as an expert would write them, with the same durability.
struct GraphByHand {
    let connection: Connection

    /// A book as the loops read it.
    private struct Row {
        let key: Int64
        let version: Int64
        let title: String
        let isbn: String
        let year: Int64
        let price: Double
        let author: Int64

        init(_ statement: Statement) {
            key = statement.int64(0)
            version = statement.int64(1)
            title = statement.string(2)
            isbn = statement.string(3)
            year = statement.int64(4)
            price = statement.double(5)
            author = statement.int64(6)
        }

        var size: Int { title.utf8.count &+ isbn.utf8.count &+ Int(year) &+ Int(price * 100) }
    }

    private static let columns = "t0.Z_PK, t0.Z_OPT, t0.ZTITLE, t0.ZISBN, t0.ZYEAR, t0.ZPRICE, t0.ZAUTHOR FROM ZBOOK t0"

    private func rows(_ tail: String, _ values: [Value] = []) throws -> [Row] {
        let statement = try connection.cached("SELECT \(GraphByHand.columns)\(tail)")
        defer { statement.reset() }
        if !values.isEmpty { try statement.bind(values) }
        var rows: [Row] = []
        while try statement.step() { rows.append(Row(statement)) }
        return rows
    }

    func insert(_ authors: Int) throws {
        let author = try connection.prepare(
            "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZBORN, ZCOUNTRY, ZNAME) VALUES (?, 1, 1, ?, ?, ?)")
        let book = try connection.prepare(
            "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZYEAR, ZAUTHOR, ZPRICE, ZISBN, ZTITLE) VALUES (?, 2, 1, ?, ?, ?, ?, ?)"
        )
        try connection.transaction(.immediate) {
            for number in 0..<authors {
                try author.bind(int64: Int64(number + 1), at: 1)
                try author.bind(int64: Int64(GraphValues.born(number)), at: 2)
                try author.bind(text: GraphValues.country(number), at: 3)
                try author.bind(text: GraphValues.name(number), at: 4)
                _ = try author.step()
            }
            for number in 0..<authors * GraphValues.booksOfAuthor {
                try book.bind(int64: Int64(number + 1), at: 1)
                try book.bind(int64: Int64(GraphValues.year(number)), at: 2)
                try book.bind(int64: Int64(GraphValues.author(number, of: authors) + 1), at: 3)
                try book.bind(double: GraphValues.price(number), at: 4)
                try book.bind(text: GraphValues.isbn(number), at: 5)
                try book.bind(text: GraphValues.title(number), at: 6)
                _ = try book.step()
            }
            try connection.execute(
                """
                UPDATE Z_PRIMARYKEY SET Z_MAX = \(authors) WHERE Z_ENT = 1;
                UPDATE Z_PRIMARYKEY SET Z_MAX = \(authors * GraphValues.booksOfAuthor) WHERE Z_ENT = 2
                """)
        }
    }

    func removeAll() throws {
        try connection.execute("DELETE FROM ZBOOK; DELETE FROM ZAUTHOR; UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
        _ = try connection.checkpoint(.truncate)
    }

    func titlesByCountry(_ country: String) throws -> Int {
        try rows(
            " JOIN ZAUTHOR t1 ON t1.Z_PK = t0.ZAUTHOR WHERE t1.ZCOUNTRY = ? ORDER BY t0.ZTITLE, +t0.Z_PK",
            [.text(country)]
        ).reduce(0) { $0 &* 31 &+ $1.title.utf8.count }
    }

    func containing(_ text: String) throws -> Int {
        try rows(" WHERE t0.ZTITLE LIKE ? ORDER BY t0.Z_PK", [.text("%\(text)%")]).reduce(0) {
            $0 &+ $1.title.utf8.count
        }
    }

    func beginning(_ text: String, before next: String) throws -> Int {
        try rows(" WHERE t0.ZTITLE >= ? AND t0.ZTITLE < ? ORDER BY t0.ZTITLE, t0.Z_PK", [.text(text), .text(next)])
            .reduce(0) { $0 &* 31 &+ $1.title.utf8.count }
    }

    func all() throws -> Int { try rows("").reduce(0) { $0 &+ $1.size } }

    func allSorted() throws -> Int { try rows(" ORDER BY t0.ZTITLE, t0.Z_PK").reduce(0) { $0 &+ $1.size } }

    /// As `allSorted`, but keys first, and rows by keys, a batch at a time: memory holds one batch.
    func allSorted(inBatchesOf size: Int) throws -> Int {
        let select = try connection.cached("SELECT t0.Z_PK FROM ZBOOK t0 ORDER BY t0.ZTITLE, t0.Z_PK")
        var keys: [Int64] = []
        while try select.step() { keys.append(select.int64(0)) }
        select.reset()
        return try stride(from: 0, to: keys.count, by: size).reduce(0) { sum, start in
            let batch = keys[start..<min(start + size, keys.count)]
            let list = batch.map { _ in "?" }.joined(separator: ",")
            let read = try rows(" WHERE t0.Z_PK IN (\(list))", batch.map(Value.integer))
            let byKey = Dictionary(uniqueKeysWithValues: read.map { ($0.key, $0) })
            return batch.reduce(sum) { $0 &+ (byKey[$1]?.size ?? 0) }
        }
    }

    func books(_ keys: [Int64]) throws -> Int {
        try keys.reduce(0) { sum, key in
            try sum &+ rows(" WHERE t0.Z_PK = ?", [.integer(key)]).reduce(0) { $0 &+ $1.size }
        }
    }

    /// The authors with their books, by two statements.
    func authorsWithBooks() throws -> Int {
        let authors = try connection.cached("SELECT Z_PK, Z_OPT, ZBORN, ZCOUNTRY, ZNAME FROM ZAUTHOR")
        defer { authors.reset() }
        var names: [(key: Int64, name: String, country: String)] = []
        while try authors.step() { names.append((authors.int64(0), authors.string(4), authors.string(3))) }
        let books = Dictionary(grouping: try rows(" WHERE t0.ZAUTHOR IN (SELECT Z_PK FROM ZAUTHOR)"), by: \.author)
        return names.reduce(0) { $0 &+ $1.name.utf8.count &+ (books[$1.key]?.count ?? 0) }
    }

    /// Deletes the authors up to a key and their books, whose versions are read and compared.
    func deleteAuthors(upTo key: Int64) throws -> Int {
        var deleted = 0
        try connection.transaction(.immediate) {
            for (table, column) in [("ZBOOK", "ZAUTHOR"), ("ZAUTHOR", "Z_PK")] {
                let select = try connection.cached("SELECT Z_PK, Z_OPT FROM \(table) WHERE \(column) <= ?")
                try select.bind(int64: key, at: 1)
                var rows: [(Int64, Int64)] = []
                while try select.step() { rows.append((select.int64(0), select.int64(1))) }
                let delete = try connection.cached("DELETE FROM \(table) WHERE Z_PK = ? AND Z_OPT = ?")
                for (key, version) in rows {
                    try delete.bind(int64: key, at: 1)
                    try delete.bind(int64: version, at: 2)
                    _ = try delete.step()
                    deleted += connection.changes
                }
            }
        }
        return deleted
    }

    func change(_ count: Int, title: String) throws -> Int {
        let rows = try rows(" ORDER BY t0.Z_PK LIMIT \(count)")
        let update = try connection.cached("UPDATE ZBOOK SET ZTITLE = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?")
        try connection.transaction(.immediate) {
            for row in rows {
                try update.bind(text: title, at: 1)
                try update.bind(int64: row.version + 1, at: 2)
                try update.bind(int64: row.key, at: 3)
                try update.bind(int64: row.version, at: 4)
                _ = try update.step()
            }
        }
        return rows.count
    }

    func count(after year: Int) throws -> Int {
        Int(try connection.scalar("SELECT count(*) FROM ZBOOK WHERE ZYEAR > \(year)").integer ?? 0)
    }
}

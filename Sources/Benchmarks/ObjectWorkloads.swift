import Foundation
import Persistence
import SQLite

/// What the hand-written loop fills.
struct Row {
    var key: Int64
    var version: Int64
    var rating: Int64?
    var date: Double?
    var height: String?
    var location: String?
    var period: String?
    var wind: String?
}

/// Fetching, inserting and changing objects against hand-written loops.
struct ObjectWorkloads {
    let store: JournalStore
    let rounds: Int

    static let select = "SELECT Z_PK, Z_OPT, ZRATING, ZDATE, ZHEIGHT, ZLOCATION, ZPERIOD, ZWIND FROM ZJOURNALENTRY"

    func all() throws -> [Measurement] {
        [try fetch(), try fetchAndRead(), try refetch(), try insert(), try change(), try child()]
    }

    private func structs(_ connection: Connection) throws -> [Row] {
        var rows: [Row] = []
        let statement = try connection.cached(Self.select)
        func text(_ column: Int32) -> String? { statement.isNull(column) ? nil : statement.string(column) }
        while try statement.step() {
            rows.append(
                Row(
                    key: statement.int64(0), version: statement.int64(1),
                    rating: statement.isNull(2) ? nil : statement.int64(2),
                    date: statement.isNull(3) ? nil : statement.double(3), height: text(4), location: text(5),
                    period: text(6), wind: text(7)))
        }
        return rows
    }

    private func fetch() throws -> Measurement {
        var result = Measurement("fetch \(store.count) entries, cold context", target: 1.3)
        let connection = try store.connection()
        try result.run(rounds: rounds) {
            try Stack(store.url).perform { try $0.fetch(FetchRequest<Entry>(entityName: "JournalEntry")).count }
        } baseline: {
            try structs(connection).count
        }
        return result
    }

    private func fetchAndRead() throws -> Measurement {
        var result = Measurement("fetch them and read six attributes", target: 1.5)
        let connection = try store.connection()
        try result.run(rounds: rounds) {
            try Stack(store.url).perform { context in
                var sum = 0
                for entry in try context.fetch(FetchRequest<Entry>(entityName: "JournalEntry")) {
                    sum &+= Int(entry.date?.timeIntervalSinceReferenceDate ?? 0) &+ Int(entry.rating ?? 0)
                    sum &+= (entry.height?.utf8.count ?? 0) &+ (entry.location?.utf8.count ?? 0)
                    sum &+= (entry.period?.utf8.count ?? 0) &+ (entry.wind?.utf8.count ?? 0)
                }
                return sum
            }
        } baseline: {
            var sum = 0
            for row in try structs(connection) {
                sum &+= Int(row.date ?? 0) &+ Int(row.rating ?? 0)
                sum &+= (row.height?.utf8.count ?? 0) &+ (row.location?.utf8.count ?? 0)
                sum &+= (row.period?.utf8.count ?? 0) &+ (row.wind?.utf8.count ?? 0)
            }
            return sum
        }
        return result
    }

    private func refetch() throws -> Measurement {
        var result = Measurement("fetch again what is registered", target: 0.6)
        let connection = try store.connection()
        try Stack(store.url).perform { context in
            let request = FetchRequest<Entry>(entityName: "JournalEntry")
            let held = try context.fetch(request)
            try result.run(rounds: rounds) {
                try context.fetch(request).count
            } baseline: {
                try structs(connection).count
            }
            withExtendedLifetime(held) {}
        }
        return result
    }

    private func insert() throws -> Measurement {
        var result = Measurement("insert 50000 objects and save", target: 1.3)
        let count = 50_000
        let connection = try store.connection()
        func removeNew() throws {
            try connection.execute("DELETE FROM ZJOURNALENTRY WHERE Z_PK > \(store.count)")
            try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(store.count)")
            _ = try connection.checkpoint(.truncate)
        }
        try result.run(rounds: rounds) {
            try removeNew()
            let stack = try Stack(store.url)
            return try stack.perform { context in
                for index in 0..<count { Values(index).set(on: Entry(context: context)) }
                try context.save()
                return count
            }
        } baseline: {
            try removeNew()
            let insert = try connection.prepare(
                "INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZRATING, ZDATE, ZHEIGHT, ZLOCATION, ZPERIOD, ZWIND)"
                    + " VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?)")
            try connection.transaction(.immediate) {
                for index in 0..<count {
                    let values = Values(index)
                    try insert.bind(int64: Int64(store.count + index + 1), at: 1)
                    if let rating = values.rating {
                        try insert.bind(int64: Int64(rating), at: 2)
                    } else {
                        try insert.bindNull(at: 2)
                    }
                    try insert.bind(double: values.date, at: 3)
                    for (place, text) in [
                        (4, values.height), (5, values.location), (6, values.period), (7, values.wind),
                    ] {
                        if let text {
                            try insert.bind(text: text, at: Int32(place))
                        } else {
                            try insert.bindNull(at: Int32(place))
                        }
                    }
                    _ = try insert.step()
                    insert.reset()
                }
                try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(store.count + count)")
            }
            return count
        }
        try removeNew()
        return result
    }

    private func change() throws -> Measurement {
        var result = Measurement("change 10000 objects and save", target: 1.2)
        let connection = try store.connection()
        try Stack(store.url).perform { context in
            let request = FetchRequest<Entry>(entityName: "JournalEntry")
            request.fetchLimit = 10_000
            var turn = 0
            try result.run(rounds: rounds) {
                turn += 1
                let entries = try context.fetch(request)
                for entry in entries { entry.wind = "glassy \(turn)" }
                try context.save()
                return entries.count
            } baseline: {
                try changeByHand(connection, turn)
            }
        }
        return result
    }

    private func changeByHand(_ connection: Connection, _ turn: Int) throws -> Int {
        let select = try connection.cached(Self.select + " LIMIT 10000")
        var rows: [(Int64, Int64)] = []
        while try select.step() { rows.append((select.int64(0), select.int64(1))) }
        let update = try connection.cached("UPDATE ZJOURNALENTRY SET ZWIND = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?")
        try connection.transaction(.immediate) {
            for (key, version) in rows {
                try update.bind(text: "onshore \(turn)", at: 1)
                try update.bind(int64: version, at: 2)
                try update.bind(int64: key, at: 3)
                try update.bind(int64: version, at: 4)
                _ = try update.step()
                update.reset()
            }
        }
        return rows.count
    }

    private func child() throws -> Measurement {
        var result = Measurement("child: edit 10000, save child, save parent", target: 1.5)
        try Stack(store.url).perform { context in
            let request = FetchRequest<Entry>(entityName: "JournalEntry")
            request.fetchLimit = 10_000
            var turn = 0
            try result.run(rounds: rounds) {
                turn += 1
                let child = ManagedObjectContext(concurrencyType: .privateQueue)
                child.parent = context
                child.undoManager = nil
                return try child.performAndWait {
                    let entries = try child.fetch(request)
                    for entry in entries { entry.wind = "glassy \(turn)" }
                    try child.save()
                    try context.performAndWait { try context.save() }
                    return entries.count
                }
            } baseline: {
                turn += 1
                let entries = try context.fetch(request)
                for entry in entries { entry.wind = "glassy \(turn)" }
                try context.save()
                return entries.count
            }
        }
        return result
    }
}

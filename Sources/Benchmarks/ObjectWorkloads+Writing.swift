import Journal
import Persistence
import SQLite

/// Inserting and changing objects, compared with prepared statements in one transaction.
extension ObjectWorkloads {
    func insert(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url, version: store.version)
        defer { try? removeNew() }
        try removeNew()
        try insertObjects(stack)
        let sum = try store.newRowsChecksum(hand.connection)
        try removeNew()
        try hand.insert(insertCount, after: store.count)
        let sumByHand = try store.newRowsChecksum(hand.connection)
        precondition(sum == sumByHand, "The two sides wrote other rows.")
        return try measured("\(name): \(insertCount)", target: 1.5, prepare: { try removeNew() }) {
            try insertObjects(stack)
            return insertCount
        } baseline: {
            try hand.insert(insertCount, after: store.count)
            return insertCount
        }
    }

    func insertObjects(_ stack: Stack) throws {
        try stack.perform { context in
            for index in 0..<insertCount { EntrySample(index).set(on: JournalEntry(context: context)) }
            try context.save()
        }
    }

    /// Removes the rows after those that the store was made with.
    func removeNew(_ hand: HandWritten? = nil) throws {
        let connection = (hand ?? self.hand).connection
        try connection.execute("DELETE FROM ZJOURNALENTRY WHERE Z_PK > \(store.count)")
        try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(store.count) WHERE Z_ENT = 1")
        _ = try connection.checkpoint(.truncate)
    }

    /// Measures only the change: objects, and keys and versions, have been fetched before.
    func change(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let texts = AlternatingText()
        var context = stack.context()
        var entries: [JournalEntry] = []
        var rows: [(key: Int64, version: Int64)] = []
        defer { context.performAndWait { entries = [] } }
        return try measured("\(name): \(changeCount)", target: 1.4) {
            try checkpoint()
            context.performAndWait { entries = [] }
            context = stack.context()
            entries = try context.performAndWait { try context.fetch(firstEntries) }
            rows = try hand.versions(changeCount)
        } ours: {
            try context.performAndWait { try change(entries, to: texts.next(), context) }
        } baseline: {
            try hand.change(rows, wind: texts.next())
        }
    }

    func fetchAndChange(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let texts = AlternatingText()
        return try measured("\(name): \(changeCount)", target: nil, prepare: checkpoint) {
            try stack.perform { try edit($0, to: texts.next()) }
        } baseline: {
            try hand.change(hand.versions(changeCount), wind: texts.next())
        }
    }

    func checkpoint() throws {
        _ = try hand.connection.checkpoint(.truncate)
    }

    func edit(_ context: ManagedObjectContext, to wind: String) throws -> Int {
        try change(context.fetch(firstEntries), to: wind, context)
    }

    private func change(_ entries: [JournalEntry], to wind: String, _ context: ManagedObjectContext) throws -> Int {
        for entry in entries { entry.wind = wind }
        try context.save()
        return entries.count
    }

    private var firstEntries: FetchRequest<JournalEntry> {
        let request = JournalEntry.request
        request.fetchLimit = changeCount
        return request
    }

    func child(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let texts = AlternatingText()
        return try measured("\(name): \(changeCount)", target: 1.4, prepare: checkpoint) {
            let parent = stack.context()
            let child = ManagedObjectContext(concurrencyType: .privateQueue)
            child.parent = parent
            child.undoManager = nil
            return try child.performAndWait {
                let count = try edit(child, to: texts.next())
                try parent.performAndWait { try parent.save() }
                return count
            }
        } baseline: {
            try stack.perform { try edit($0, to: texts.next()) }
        }
    }
}

/// A different text each time, so that every assignment is a change.
final class AlternatingText {
    private var turn = 0

    func next() -> String {
        turn += 1
        return "glassy \(turn)"
    }
}

import Journal
import Persistence
import SQLite

/// Deleting objects, compared with prepared statements in one transaction, and with and without history.
extension ObjectWorkloads {
    /// Measures only the deletion: objects, and keys and versions, have been fetched before.
    func delete(_ name: String) throws -> ReportRow {
        defer { try? removeNew() }
        let deletion = Deletion(try Stack(store.url, version: store.version), after: store.count)
        var rows: [(key: Int64, version: Int64)] = []
        return try measured("\(name): \(changeCount)", target: 1.5) {
            deletion.finish()
            try removeNew()
            try hand.insert(changeCount, after: store.count)
            try deletion.fetch()
            rows = try hand.versions(changeCount, after: store.count)
        } ours: {
            try deletion.run()
        } baseline: {
            try hand.delete(rows)
        }
    }

    func deleteWithHistory(_ name: String) throws -> ReportRow {
        try withTrackedStore { tracked, trackedHand in
            let with = Deletion(
                try Stack(tracked.url, version: store.version, tracksHistory: true), after: store.count)
            let without = Deletion(try Stack(store.url, version: store.version), after: store.count)
            return try measured("\(name): \(changeCount)", target: 1.8) {
                for (deletion, hand) in [(with, trackedHand), (without, hand)] {
                    deletion.finish()
                    try removeNew(hand)
                    try hand.insert(changeCount, after: store.count)
                    try deletion.fetch()
                }
            } ours: {
                try with.run()
            } baseline: {
                try without.run()
            }
        }
    }
}

/// Fetched objects to delete.
private final class Deletion {
    private let stack: Stack
    private let offset: Int
    private var context: ManagedObjectContext
    private var entries: [JournalEntry] = []

    /// - Parameter offset: The number of entries before those to delete.
    init(_ stack: Stack, after offset: Int) {
        self.stack = stack
        self.offset = offset
        context = stack.context()
    }

    /// Fetches the objects into a new context.
    func fetch() throws {
        let request = JournalEntry.request
        request.fetchOffset = offset
        context = stack.context()
        entries = try context.performAndWait { try context.fetch(request) }
    }

    /// Deletes the objects and saves. They stay in memory until `finish()`, as the rows of the other side do.
    func run() throws -> Int {
        try context.performAndWait {
            for entry in entries { context.delete(entry) }
            try context.save()
            return entries.count
        }
    }

    func finish() {
        context.performAndWait { entries = [] }
    }
}

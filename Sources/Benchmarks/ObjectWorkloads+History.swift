import Persistence
import SQLite

/// The cost of history tracking: the same saves with and without it, to stores with the same rows.
extension ObjectWorkloads {
    func insertWithHistory(_ name: String) throws -> ReportRow {
        try withTrackedStore { tracked, hand in
            let (with, without) = (try Stack(tracked.url, tracksHistory: true), try Stack(store.url))
            return try measured("\(name): \(insertCount)", target: 1.8) {
                try removeNew()
                try removeNew(hand)
            } ours: {
                try insertObjects(with)
                return insertCount
            } baseline: {
                try insertObjects(without)
                return insertCount
            }
        }
    }

    func changeWithHistory(_ name: String) throws -> ReportRow {
        try withTrackedStore { tracked, hand in
            let (with, without) = (try Stack(tracked.url, tracksHistory: true), try Stack(store.url))
            let texts = AlternatingText()
            return try measured("\(name): \(changeCount)", target: 1.8) {
                try checkpoint()
                _ = try hand.connection.checkpoint(.truncate)
            } ours: {
                try with.perform { try edit($0, to: texts.next()) }
            } baseline: {
                try without.perform { try edit($0, to: texts.next()) }
            }
        }
    }

    /// Calls `body` with another store that has the same rows as this one, to be opened with history.
    func withTrackedStore(_ body: (JournalStore, HandWritten) throws -> ReportRow) throws -> ReportRow {
        let tracked = try JournalStore(count: store.count, version: store.version)
        defer {
            tracked.remove()
            try? removeNew()
        }
        return try body(tracked, HandWritten(connection: try tracked.connection()))
    }
}

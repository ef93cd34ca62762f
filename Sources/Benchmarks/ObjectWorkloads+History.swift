import Persistence
import SQLite

/// The cost of history tracking: the same saves with and without it.
extension ObjectWorkloads {
    func insertWithHistory(_ name: String) throws -> ReportRow {
        let tracked = try JournalStore(count: 0)
        defer { tracked.remove() }
        let (with, without) = (try Stack(tracked.url, tracksHistory: true), try Stack(store.url))
        defer { try? removeNew() }
        return try measured("\(name): \(insertCount)", target: nil, prepare: removeNew) {
            try insertObjects(with)
            return insertCount
        } baseline: {
            try insertObjects(without)
            return insertCount
        }
    }

    func changeWithHistory(_ name: String) throws -> ReportRow {
        let tracked = try JournalStore(count: changeCount)
        defer { tracked.remove() }
        let (with, without) = (try Stack(tracked.url, tracksHistory: true), try Stack(store.url))
        let texts = AlternatingText()
        return try measured("\(name): \(changeCount)", target: nil, prepare: checkpoint) {
            try with.perform { try edit($0, to: texts.next()) }
        } baseline: {
            try without.perform { try edit($0, to: texts.next()) }
        }
    }
}

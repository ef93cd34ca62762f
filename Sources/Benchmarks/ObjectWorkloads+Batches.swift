import Foundation
import Persistence
import PersistenceSQLite
import SQLite

/// Walking through all entries batch by batch, each time in a process of its own, whose memory stays flat.
extension ObjectWorkloads {
    static let batchSize = 1_000

    func walkBatches(_ name: String) throws -> ReportRow {
        let count = options.entries
        let large = try JournalStore(count: count)
        defer { large.remove() }
        var measurement = Measurement("\(name): \(count)", target: nil)
        try measurement.runPrograms(rounds: options.rounds) {
            try walk("--walk", large)
        } baseline: {
            try walk("--walk-by-hand", large)
        }
        return ReportRow(measurement)
    }

    /// Runs this program for one walk; returns what it took, and the checksum that it printed.
    private func walk(_ option: String, _ large: JournalStore) throws -> (sample: Measurement.Sample, answer: Int) {
        let output = large.folder.appendingPathComponent("walk")
        let sample = try Child.run([CommandLine.arguments[0], option, large.url.path], output: output.path)
        return (sample, Int(try String(contentsOf: output, encoding: .utf8)) ?? -1)
    }

    /// The size of all entries, read as objects, a batch at a time.
    static func walkedSize(_ path: String) throws -> Int {
        SQLiteStore.register()
        return try Stack(URL(fileURLWithPath: path)).perform { context in
            let request = Entry.request
            request.fetchBatchSize = batchSize
            var size = 0
            for entry in try context.fetchBatched(request) { size &+= entry.row.size }
            return size
        }
    }

    /// The same by a loop that keeps nothing.
    static func walkedSizeByHand(_ path: String) throws -> Int {
        var size = 0
        try HandWritten(connection: Connection(path: path)).forEachRow { size &+= $0.size }
        return size
    }
}

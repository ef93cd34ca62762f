import Foundation
import Journal
import Persistence
import PersistenceSQLite
import SQLite

/// Reading all entries in batches, each time in a separate process, so that memory use stays flat.
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

    /// Runs this program for one pass over the entries. Returns its cost and the checksum that it printed. The child
    /// reports its own peak: the kernel's figure starts with the memory of the parent process.
    private func walk(_ option: String, _ large: JournalStore) throws -> (sample: Measurement.Sample, checksum: Int) {
        let output = large.folder.appendingPathComponent("walk")
        var sample = try Child.run([CommandLine.arguments[0], option, large.url.path], output: output.path)
        let numbers = try String(contentsOf: output, encoding: .utf8).split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { throw Child.Failure(command: [option], status: 0) }
        sample.peak = numbers[1]
        return (sample, numbers[0])
    }

    /// The total size of all entries, read as objects in batches.
    static func walkedSize(_ path: String) throws -> Int {
        SQLiteStore.register()
        return try Stack(URL(fileURLWithPath: path)).perform { context in
            let request = JournalEntry.request
            request.fetchBatchSize = batchSize
            var size = 0
            for entry in try context.fetchBatched(request) { size &+= entry.row.size }
            return size
        }
    }

    /// The same with a loop that keeps nothing.
    static func walkedSizeByHand(_ path: String) throws -> Int {
        var size = 0
        try HandWritten(connection: Connection(path: path)).forEachRow { size &+= $0.size }
        return size
    }
}

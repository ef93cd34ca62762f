import Foundation
import Journal
import Persistence
import PersistenceSQLite
import SQLite

/// Fetching, inserting and changing the journal's own objects, compared with hand-written loops.
///
/// The model is the tutorial's, because the loops read and write its six attributes. Entries are inserted and deleted
/// with the latest model, as people do.
struct ObjectWorkloads: ComparedWorkloads {
    let store: JournalStore
    let options: Options
    let hand: HandWritten

    var insertCount: Int { options.objects / 2 }
    var changeCount: Int { options.objects / 10 }

    static func run(_ options: Options, _ report: (ReportRow) -> Void) throws {
        typealias Run = (ObjectWorkloads) -> (String) throws -> ReportRow
        let named: [(name: String, run: Run)] = [
            ("fetch, cold context", fetch), ("fetch and read six attributes", fetchAndRead),
            ("bytes per clean object", bytesPerObject), ("fetch again what is registered", refetch),
            ("change and save", change), ("fetch, change and save", fetchAndChange),
            ("child: edit, save child, save parent", child), ("history: insert and save", insertWithHistory),
            ("history: change and save", changeWithHistory), ("fetch in batches of 1,000", walkBatches),
        ]
        let latest: [(name: String, run: Run)] = [
            ("insert and save", insert), ("delete and save", delete), ("history: delete and save", deleteWithHistory),
        ]
        for (version, named) in [(ModelVersion.first, named), (.latest, latest)] {
            let wanted = named.filter { options.wants($0.name) }
            if wanted.isEmpty { continue }
            let store = try JournalStore(count: options.objects, version: version)
            defer { store.remove() }
            let workloads = ObjectWorkloads(
                store: store, options: options, hand: HandWritten(connection: try store.connection()))
            for workload in wanted { report(try workload.run(workloads)(workload.name)) }
        }
    }

    /// What to print if this is a child process, which runs one part of a measurement; nil in the measuring process.
    static func childOutput(_ options: Options) throws -> String? {
        if let path = options.held { return "\(try heldBytes(path, count: options.objects))" }
        if let path = options.walked { return "\(try walkedSize(path)) \(ResidentMemory.peak)" }
        if let path = options.walkedByHand { return "\(try walkedSizeByHand(path)) \(ResidentMemory.peak)" }
        return nil
    }

    private func fetch(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        return try measured("\(name): \(options.objects)", target: 1.1) {
            try stack.perform { try $0.fetch(JournalEntry.request).count }
        } baseline: {
            try hand.rows().count
        }
    }

    private func fetchAndRead(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let all = try stack.perform { try $0.fetch(JournalEntry.request).reduce(0) { $0 &+ $1.row.checksum } }
        let allByHand = try hand.rows().reduce(0) { $0 &+ $1.checksum }
        precondition(all == allByHand, "The two sides read other values.")
        return try measured("\(name): \(options.objects)", target: 1.4) {
            try stack.perform { try $0.fetch(JournalEntry.request).reduce(0) { $0 &+ $1.row.size } }
        } baseline: {
            try hand.rows().reduce(0) { $0 &+ $1.size }
        }
    }

    private func bytesPerObject(_ name: String) throws -> ReportRow {
        let output = store.folder.appendingPathComponent("bytes")
        try Child.run(
            [CommandLine.arguments[0], "--held", store.url.path, "--objects", "\(store.count)"], output: output.path)
        let bytes = Double(try String(contentsOf: output, encoding: .utf8)) ?? .nan
        return ReportRow(name, amount: bytes / Double(store.count), unit: "B", target: 235)
    }

    /// The total memory of fetched objects, in a process that has done nothing else.
    private static func heldBytes(_ path: String, count: Int) throws -> Int {
        SQLiteStore.register()
        return try Stack(URL(fileURLWithPath: path)).perform { context in
            _ = try context.count(for: JournalEntry.request)
            let before = ResidentMemory.current
            let held = try context.fetch(JournalEntry.request)
            precondition(held.count == count, "Not every entry was fetched.")
            return ResidentMemory.current - before
        }
    }

    private func refetch(_ name: String) throws -> ReportRow {
        let context = try Stack(store.url).context()
        return try context.performAndWait {
            let held = try context.fetch(JournalEntry.request)
            defer { withExtendedLifetime(held) {} }
            return try measured("\(name): \(options.objects)", target: 0.6) {
                try context.fetch(JournalEntry.request).count
            } baseline: {
                try hand.rows().count
            }
        }
    }
}

extension JournalEntry {
    static var request: FetchRequest<JournalEntry> { FetchRequest<JournalEntry>(entityName: JournalModel.entityName) }

    /// The object's values in the form of the hand-written loop.
    var row: SelectedRow {
        SelectedRow(
            key: 0, version: 0, rating: rating.map(Int64.init), date: date?.timeIntervalSinceReferenceDate,
            height: height, location: location, period: period, wind: wind)
    }
}

extension SelectedRow {
    /// A number computed from all fields, cheap compared to reading them.
    var size: Int {
        let numbers = Int(date ?? 0) &+ Int(rating ?? 0)
        let place: Int = (height?.utf8.count ?? 0) &+ (location?.utf8.count ?? 0)
        let sea: Int = (period?.utf8.count ?? 0) &+ (wind?.utf8.count ?? 0)
        return numbers &+ place &+ sea
    }
}

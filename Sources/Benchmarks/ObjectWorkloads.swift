import Foundation
import Persistence
import PersistenceSQLite
import SQLite

/// Fetching, inserting and changing objects against hand-written loops.
struct ObjectWorkloads {
    let store: JournalStore
    let options: Options
    let hand: HandWritten

    private var insertCount: Int { options.objects / 2 }
    private var changeCount: Int { options.objects / 10 }

    static func run(_ options: Options, _ report: (ReportRow) -> Void) throws {
        let named: [(name: String, run: (ObjectWorkloads) -> (String) throws -> ReportRow)] = [
            ("fetch, cold context", fetch), ("fetch and read six attributes", fetchAndRead),
            ("bytes per clean object", bytesPerObject), ("fetch again what is registered", refetch),
            ("insert and save", insert), ("change and save", change), ("fetch, change and save", fetchAndChange),
            ("child: edit, save child, save parent", child),
        ]
        let wanted = named.filter { options.wants($0.name) }
        if wanted.isEmpty { return }
        let store = try JournalStore(count: options.objects)
        defer { store.remove() }
        let workloads = ObjectWorkloads(
            store: store, options: options, hand: HandWritten(connection: try store.connection()))
        for workload in wanted { report(try workload.run(workloads)(workload.name)) }
    }

    private func fetch(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        return try measured("\(name): \(options.objects)", target: 1.3) {
            try stack.perform { try $0.fetch(Entry.request).count }
        } baseline: {
            try hand.rows().count
        }
    }

    private func fetchAndRead(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let all = try stack.perform { try $0.fetch(Entry.request).reduce(0) { $0 &+ $1.row.checksum } }
        let allByHand = try hand.rows().reduce(0) { $0 &+ $1.checksum }
        precondition(all == allByHand, "The two sides read other values.")
        return try measured("\(name): \(options.objects)", target: 1.5) {
            try stack.perform { try $0.fetch(Entry.request).reduce(0) { $0 &+ $1.row.size } }
        } baseline: {
            try hand.rows().reduce(0) { $0 &+ $1.size }
        }
    }

    private func bytesPerObject(_ name: String) throws -> ReportRow {
        let output = store.folder.appendingPathComponent("bytes")
        try Child.run(
            [CommandLine.arguments[0], "--held", store.url.path, "--objects", "\(store.count)"], output: output.path)
        let bytes = Double(try String(contentsOf: output, encoding: .utf8)) ?? .nan
        return ReportRow(name, amount: bytes / Double(store.count), unit: "B", target: 260)
    }

    /// The memory that fetched objects take, all in all, in a process that has done nothing else.
    static func heldBytes(_ path: String, count: Int) throws -> Int {
        SQLiteStore.register()
        return try Stack(URL(fileURLWithPath: path)).perform { context in
            _ = try context.count(for: Entry.request)
            let before = ResidentMemory.current
            let held = try context.fetch(Entry.request)
            precondition(held.count == count, "Not every entry was fetched.")
            return ResidentMemory.current - before
        }
    }

    private func refetch(_ name: String) throws -> ReportRow {
        let context = try Stack(store.url).context()
        return try context.performAndWait {
            let held = try context.fetch(Entry.request)
            defer { withExtendedLifetime(held) {} }
            return try measured("\(name): \(options.objects)", target: 0.6) {
                try context.fetch(Entry.request).count
            } baseline: {
                try hand.rows().count
            }
        }
    }

    private func insert(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        defer { try? removeNew() }
        try removeNew()
        try insertObjects(stack)
        let sum = try store.newRowsChecksum(hand.connection)
        try removeNew()
        try hand.insert(insertCount, after: store.count)
        let sumByHand = try store.newRowsChecksum(hand.connection)
        precondition(sum == sumByHand, "The two sides wrote other rows.")
        return try measured("\(name): \(insertCount)", target: 1.3, prepare: removeNew) {
            try insertObjects(stack)
            return insertCount
        } baseline: {
            try hand.insert(insertCount, after: store.count)
            return insertCount
        }
    }

    private func insertObjects(_ stack: Stack) throws {
        try stack.perform { context in
            for index in 0..<insertCount { EntrySample(index).set(on: Entry(context: context)) }
            try context.save()
        }
    }

    private func removeNew() throws {
        try hand.connection.execute("DELETE FROM ZJOURNALENTRY WHERE Z_PK > \(store.count)")
        try hand.connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(store.count)")
        _ = try hand.connection.checkpoint(.truncate)
    }

    /// What is changed is at hand on both sides: objects here, keys and versions there.
    private func change(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let texts = AlternatingText()
        var context = stack.context()
        var entries: [Entry] = []
        var rows: [(key: Int64, version: Int64)] = []
        defer { context.performAndWait { entries = [] } }
        return try measured("\(name): \(changeCount)", target: 1.2) {
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

    private func fetchAndChange(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let texts = AlternatingText()
        return try measured("\(name): \(changeCount)", target: nil, prepare: checkpoint) {
            try stack.perform { try edit($0, to: texts.next()) }
        } baseline: {
            try hand.change(hand.versions(changeCount), wind: texts.next())
        }
    }

    private func checkpoint() throws {
        _ = try hand.connection.checkpoint(.truncate)
    }

    private func edit(_ context: ManagedObjectContext, to wind: String) throws -> Int {
        try change(context.fetch(firstEntries), to: wind, context)
    }

    private func change(_ entries: [Entry], to wind: String, _ context: ManagedObjectContext) throws -> Int {
        for entry in entries { entry.wind = wind }
        try context.save()
        return entries.count
    }

    private var firstEntries: FetchRequest<Entry> {
        let request = Entry.request
        request.fetchLimit = changeCount
        return request
    }

    private func child(_ name: String) throws -> ReportRow {
        let stack = try Stack(store.url)
        let texts = AlternatingText()
        return try measured("\(name): \(changeCount)", target: 1.5, prepare: checkpoint) {
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

    private func measured(
        _ name: String, target: Double?, prepare: () throws -> Void = {}, ours: () throws -> Int,
        baseline: () throws -> Int
    ) throws -> ReportRow {
        var measurement = Measurement(name, target: target)
        try measurement.run(rounds: options.rounds, prepare: prepare, ours: ours, baseline: baseline)
        return ReportRow(measurement)
    }
}

/// Another text each time, so that every change is one.
private final class AlternatingText {
    private var turn = 0

    func next() -> String {
        turn += 1
        return "glassy \(turn)"
    }
}

extension Entry {
    static var request: FetchRequest<Entry> { FetchRequest<Entry>(entityName: "JournalEntry") }

    /// What the object shows, as the hand-written loop has it.
    var row: EntryRow {
        EntryRow(
            key: 0, version: 0, rating: rating.map(Int64.init), date: date?.timeIntervalSinceReferenceDate,
            height: height, location: location, period: period, wind: wind)
    }
}

extension EntryRow {
    /// A number that every field has a part in, and that takes no time beside reading them.
    var size: Int {
        Int(date ?? 0) &+ Int(rating ?? 0) &+ (height?.utf8.count ?? 0) &+ (location?.utf8.count ?? 0)
            &+ (period?.utf8.count ?? 0) &+ (wind?.utf8.count ?? 0)
    }
}

import Foundation
import Journal
import Persistence
import PersistenceSQLite
import SQLite

/// A store with realistic entries, used by both sides of every workload.
struct JournalStore {
    let folder: URL
    let url: URL
    let count: Int
    let version: ModelVersion

    init(count: Int, version: ModelVersion = .first) throws {
        self.count = count
        self.version = version
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        url = folder.appendingPathComponent("Store.sqlite")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        SQLiteStore.register()
        let stack = try Stack(url, version: version)
        try stack.perform { context in
            for start in stride(from: 0, to: count, by: 50_000) {
                for index in start..<min(start + 50_000, count) {
                    EntrySample(index).set(on: JournalEntry(context: context))
                }
                try context.save()
            }
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A checksum over all fields of the rows after the first `count`; of a UUID, only its length.
    func newRowsChecksum(_ connection: Connection) throws -> Int {
        let sum = try connection.scalar(
            "SELECT count(*) * 1000003 + total(Z_PK * 7 + Z_OPT + Z_ENT + coalesce(ZDATE, 3) + coalesce(ZRATING, 11) * 5"
                + " + length(coalesce(ZHEIGHT, '')) + 3 * length(coalesce(ZLOCATION, ''))"
                + " + 7 * length(coalesce(ZPERIOD, '')) + 13 * length(coalesce(ZWIND, ''))"
                + " + 17 * length(coalesce(ZUUID, '')))"
                + " FROM ZJOURNALENTRY WHERE Z_PK > \(count)")
        return Int(sum.number ?? 0)
    }

    /// A connection for the hand-written side, with the same durability.
    func connection() throws -> Connection {
        let connection = try Connection(path: url.path)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        return connection
    }
}

/// A coordinator for the store, with contexts on it.
final class Stack {
    let coordinator: PersistentStoreCoordinator

    init(_ url: URL, version: ModelVersion = .first, tracksHistory: Bool = false) throws {
        coordinator = PersistentStoreCoordinator(managedObjectModel: JournalModel.make(version: version))
        try coordinator.addPersistentStore(
            ofType: sqliteStoreType, at: url,
            options: tracksHistory ? [StoreOption.persistentHistoryTracking: true] : nil)
    }

    func context() -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Runs `body` with a new context on the context's queue.
    func perform<T>(_ body: (ManagedObjectContext) throws -> T) rethrows -> T {
        let context = context()
        return try context.performAndWait { try body(context) }
    }
}

/// The values of entry number `index`.
struct EntrySample {
    let date: Double
    let location: String
    let height: String?
    let period: String?
    let wind: String?
    let rating: Int16?

    private static let places = [
        "Malibu", "Máncora, Piura", "Rincon \"the Queen\"", "Teahupo'o", "志田下", "Steamer Lane",
    ]

    init(_ index: Int) {
        date = Double((index &* 7_919) % 400_000_000) + 400_000_000
        location = EntrySample.places[index % EntrySample.places.count]
        height = index % 7 == 0 ? nil : "\(index % 9 + 1)ft"
        period = index % 11 == 0 ? nil : "\(index % 14 + 6)s"
        wind = index % 13 == 0 ? nil : "offshore \(index % 20)kts"
        rating = index % 17 == 0 ? nil : Int16(index % 5 + 1)
    }

    func set(on entry: JournalEntry) {
        entry.date = Date(timeIntervalSinceReferenceDate: date)
        entry.location = location
        entry.height = height
        entry.period = period
        entry.wind = wind
        entry.rating = rating
    }
}

import Foundation
import Persistence
import PersistenceSQLite
import SQLite

/// A store with realistic entries, created once and used by both sides of every workload.
struct JournalStore {
    let folder: URL
    let url: URL
    let count: Int

    init(count: Int) throws {
        self.count = count
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        url = folder.appendingPathComponent("Store.sqlite")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        SQLiteStore.register()
        let stack = try Stack(url)
        try stack.perform { context in
            for start in stride(from: 0, to: count, by: 50_000) {
                for index in start..<min(start + 50_000, count) { EntrySample(index).set(on: Entry(context: context)) }
                try context.save()
            }
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A checksum over all fields of the rows after the first `count`.
    func newRowsChecksum(_ connection: Connection) throws -> Int {
        let sum = try connection.scalar(
            "SELECT count(*) * 1000003 + total(Z_PK * 7 + Z_OPT + Z_ENT + coalesce(ZDATE, 3) + coalesce(ZRATING, 11) * 5"
                + " + length(coalesce(ZHEIGHT, '')) + 3 * length(coalesce(ZLOCATION, ''))"
                + " + 7 * length(coalesce(ZPERIOD, '')) + 13 * length(coalesce(ZWIND, '')))"
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

    init(_ url: URL, tracksHistory: Bool = false) throws {
        coordinator = PersistentStoreCoordinator(managedObjectModel: Entry.model())
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

    func set(on entry: Entry) {
        entry.date = Date(timeIntervalSinceReferenceDate: date)
        entry.location = location
        entry.height = height
        entry.period = period
        entry.wind = wind
        entry.rating = rating
    }
}

/// The tutorial's entity.
final class Entry: ManagedObject {
    static let dateKey = Attribute<Date?>("date")
    static let locationKey = Attribute<String?>("location")
    static let heightKey = Attribute<String?>("height")
    static let periodKey = Attribute<String?>("period")
    static let windKey = Attribute<String?>("wind")
    static let ratingKey = Attribute<Int16?>("rating")
    var date: Date? {
        get { self[Self.dateKey] }
        set { self[Self.dateKey] = newValue }
    }
    var location: String? {
        get { self[Self.locationKey] }
        set { self[Self.locationKey] = newValue }
    }
    var height: String? {
        get { self[Self.heightKey] }
        set { self[Self.heightKey] = newValue }
    }
    var period: String? {
        get { self[Self.periodKey] }
        set { self[Self.periodKey] = newValue }
    }
    var wind: String? {
        get { self[Self.windKey] }
        set { self[Self.windKey] = newValue }
    }
    var rating: Int16? {
        get { self[Self.ratingKey] }
        set { self[Self.ratingKey] = newValue }
    }

    static func model() -> ManagedObjectModel {
        let strings = ["height", "location", "period", "wind"].map { AttributeDescription(name: $0, type: .string) }
        let others = [
            AttributeDescription(name: "date", type: .date), AttributeDescription(name: "rating", type: .integer16),
        ]
        return ManagedObjectModel(entities: [
            EntityDescription(name: "JournalEntry", class: Entry.self, properties: strings + others)
        ])
    }
}

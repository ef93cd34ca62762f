import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Many private contexts of one process use one store through two coordinators at once. `SURFJOURNAL_RACES=200` plays
/// that many rounds instead of a few.
@Suite struct RacingContextsTests {
    private static let rounds = ProcessInfo.processInfo.environment["SURFJOURNAL_RACES"].flatMap { Int($0) } ?? 10
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The changes whose saves succeeded in the racing contexts.
    private struct SavedWork: Sendable {
        var added: [Int64] = []
        var deleted: Set<Int64> = []
        var counted: Int64 = 0
        var lostRaces = 0
    }

    @Test func `racing private contexts lose no save, report each conflict and never reuse a key`() throws {
        let stacks = [try Stack(folder.file()), try Stack(folder.file())]
        let shared = try stacks[0].insert([["rating": .integer(0)]])
        let told = LockedValue(SavedWork())
        let racers = (0..<8).map { number in
            let coordinator = stacks[number % 2].coordinator
            return Background {
                let context = ManagedObjectContext(concurrencyType: .privateQueue)
                context.persistentStoreCoordinator = coordinator
                for round in 0..<Self.rounds {
                    try Self.add(round, context, told)
                    try Self.count(shared, context, told)
                }
            }
        }
        #expect(racers.compactMap { $0.error() }.isEmpty)
        let outcome = told.withLock { $0 }
        Figure.operations.add(outcome.added.count / 2 + outcome.deleted.count)
        Figure.operations.add(Int(outcome.counted) + outcome.lostRaces)
        let connection = try folder.plainConnection()
        let stored = try connection.rows("SELECT Z_PK FROM ZJOURNALENTRY").compactMap { $0[0].integer }
        #expect(Set(outcome.added).count == outcome.added.count)
        #expect(Set(stored) == Set(outcome.added).subtracting(outcome.deleted).union([shared]))
        #expect(try connection.integer("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = \(shared)") == outcome.counted)
        #expect(try connection.integer("SELECT Z_OPT FROM ZJOURNALENTRY WHERE Z_PK = \(shared)") == outcome.counted + 1)
        #expect(Int(outcome.counted) + outcome.lostRaces == 8 * Self.rounds)
        #expect(try connection.integrityCheck() == [])
    }

    /// Adds two entries in one save. In every second round, deletes the first again.
    private static func add(_ round: Int, _ context: ManagedObjectContext, _ told: LockedValue<SavedWork>) throws {
        let keys = try context.performAndWait {
            let entries = (0..<2).map { _ in
                EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context)
            }
            for entry in entries { entry.setValue("Racer", forKey: "location") }
            try context.save()
            let keys = entries.map { $0.objectID.key ?? 0 }
            if round % 2 == 1 {
                context.delete(entries[0])
                try context.save()
            }
            return keys
        }
        told.withLock { told in
            told.added += keys
            if round % 2 == 1 { told.deleted.insert(keys[0]) }
        }
    }

    /// Reads the shared entry and saves its count plus one.
    private static func count(
        _ shared: Int64, _ context: ManagedObjectContext, _ told: LockedValue<SavedWork>
    ) throws {
        let isSaved = try context.performAndWait {
            context.refreshAllObjects()
            let request = FetchRequest<ManagedObject>(entityName: "JournalEntry")
            request.predicate = FetchPredicate(format: "rating != nil")
            guard let entry = try context.fetch(request).first else { return false }
            let count = entry.value(forKey: "rating") as? Int ?? 0
            entry.setValue(count + 1, forKey: "rating")
            do {
                try context.save()
                return true
            } catch let error as PersistenceError where error.code == .merge {
                context.rollback()
                return false
            }
        }
        told.withLock { told in
            if isSaved { told.counted += 1 } else { told.lostRaces += 1 }
        }
    }
}

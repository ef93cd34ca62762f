import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Derived attributes in a store with Core Data's triggers, which count too.
@Suite struct DerivedTriggerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func model() throws -> ManagedObjectModel {
        let (spot, session) = (EntityDescription(name: "Spot"), EntityDescription(name: "Session"))
        let count = DerivedAttributeDescription(name: "count", type: .integer64)
        count.derivationExpression = FetchExpression(format: "sessions.@count")
        spot.properties = [count]
        session.properties = [AttributeDescription(name: "length", type: .integer32)]
        spot.relate(.many("sessions"), to: session, .one("spot"))
        return ManagedObjectModel(entities: [spot, session])
    }

    /// Counts like Core Data's triggers (store-format.md, section 6).
    private static let triggers = """
        CREATE TRIGGER Z_DA_ZSPOT_Spot_count_PARAMETER_INSERT AFTER INSERT ON ZSESSION WHEN NEW.ZSPOT NOT NULL BEGIN
        UPDATE ZSPOT SET ZCOUNT = IFNULL(ZCOUNT, 0) + 1 WHERE Z_PK = NEW.ZSPOT;
        SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZSPOT', 1, NEW.ZSPOT, 'count', 0); END;
        CREATE TRIGGER Z_DA_ZSPOT_Spot_count_PARAMETER_UPDATE_INCREMENT AFTER UPDATE OF ZSPOT ON ZSESSION
        WHEN NEW.ZSPOT NOT NULL AND NEW.ZSPOT IS NOT OLD.ZSPOT BEGIN
        UPDATE ZSPOT SET ZCOUNT = IFNULL(ZCOUNT, 0) + 1 WHERE Z_PK = NEW.ZSPOT;
        SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZSPOT', 1, NEW.ZSPOT, 'count', 0); END;
        CREATE TRIGGER Z_DA_ZSPOT_Spot_count_PARAMETER_UPDATE_DECREMENT AFTER UPDATE OF ZSPOT ON ZSESSION
        WHEN OLD.ZSPOT NOT NULL AND NEW.ZSPOT IS NOT OLD.ZSPOT BEGIN
        UPDATE ZSPOT SET ZCOUNT = ZCOUNT - 1 WHERE Z_PK = OLD.ZSPOT;
        SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZSPOT', 1, OLD.ZSPOT, 'count', 0); END;
        CREATE TRIGGER Z_DA_ZSPOT_Spot_count_PARAMETER_DELETE AFTER DELETE ON ZSESSION WHEN OLD.ZSPOT NOT NULL BEGIN
        UPDATE ZSPOT SET ZCOUNT = ZCOUNT - 1 WHERE Z_PK = OLD.ZSPOT;
        SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZSPOT', 1, OLD.ZSPOT, 'count', 0); END;
        """

    /// B-DER-04
    @Test func `a derived count is right where triggers count as well`() throws {
        let made = try Stack(folder.file(), model: model())
        try made.coordinator.remove(made.store)
        try folder.plainConnection().execute(Self.triggers)
        let stack = try Stack(folder.file(), model: model())
        var generator = Seeded()
        let context = stack.context()
        try context.performAndWait {
            func all(_ name: String) throws -> [ManagedObject] {
                let request = FetchRequest<ManagedObject>(entityName: name)
                request.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
                return try context.fetch(request)
            }
            for _ in 0..<3 { _ = EntityDescription.insertNewObject(forEntityName: "Spot", into: context) }
            for _ in 0..<40 {
                let spots = try all("Spot")
                let session = EntityDescription.insertNewObject(forEntityName: "Session", into: context)
                session["spot"] = spots.randomElement(using: &generator)
                let sessions = try all("Session")
                for other in sessions.shuffled(using: &generator).prefix(2) {
                    other["spot"] = spots.randomElement(using: &generator)
                }
                if sessions.count > 8 { context.delete(try #require(sessions.randomElement(using: &generator))) }
                try context.save()
                let stored = try folder.plainConnection().rows(
                    "SELECT ZCOUNT, (SELECT count(*) FROM ZSESSION WHERE ZSPOT = ZSPOT.Z_PK) FROM ZSPOT")
                for row in stored { #expect(row[0] == row[1]) }
                #expect(
                    spots.map { $0["count"] as? Int } == spots.map { ($0["sessions"] as? Set<ManagedObject>)?.count })
            }
        }
    }
}

private struct Seeded: RandomNumberGenerator {
    private var mix = SplitMix(state: 1)

    mutating func next() -> UInt64 { mix.next() }
}

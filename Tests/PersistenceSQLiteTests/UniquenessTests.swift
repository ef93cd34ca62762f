import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Entities with uniqueness constraints.
@Suite struct UniquenessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func model() -> ManagedObjectModel {
        let spot = ForeignStore.entity("Spot", [AttributeDescription(name: "country", type: .string)])
        spot.uniquenessConstraints = [["name", "country"]]
        return ManagedObjectModel(entities: [spot])
    }

    private func add(_ name: String, to context: ManagedObjectContext) {
        context.insert("Spot", named: name).setValue("US", forKey: "country")
    }

    @Test func `a new store gets a unique index for the constraint`() throws {
        let stack = try Stack(folder.file(), model: model())
        #expect(
            try folder.plainConnection().texts("SELECT sql FROM sqlite_master WHERE name LIKE '%UNIQUE%'") == [
                "CREATE UNIQUE INDEX Z_Spot_UNIQUE_name_country ON ZSPOT (ZNAME COLLATE BINARY ASC, ZCOUNTRY COLLATE BINARY ASC)"
            ])
        withExtendedLifetime(stack) {}
    }

    /// The index is one that another program created.
    @Test func `saving a duplicate fails with 133021 and saves nothing until the duplicate is changed`() throws {
        try ForeignStore.make(
            folder, entities: [(1, "Spot", 0, 1)],
            """
            CREATE TABLE ZSPOT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZCOUNTRY VARCHAR);
            CREATE UNIQUE INDEX Z_Spot_UNIQUE_name_country ON ZSPOT
                (ZNAME COLLATE BINARY ASC, ZCOUNTRY COLLATE BINARY ASC);
            INSERT INTO ZSPOT VALUES (1, 1, 1, 'Malibu', 'US');
            """)
        let stack = try Stack(folder.file(), model: model())
        try stack.withContext { context throws in
            add("Rincon", to: context)
            add("Malibu", to: context)
            let error = #expect(throws: PersistenceError.self) { try context.save() }
            #expect(error?.code == .constraintMerge)
            #expect(error?.code.rawValue == 133_021)
            #expect(error.map { !"\($0) \($0.errorUserInfo)".contains("Malibu") } == true)
            #expect(context.insertedObjects.count == 2)
            #expect(try folder.plainConnection().integer("SELECT count(*) FROM ZSPOT") == 1)
            for spot in context.insertedObjects where spot.value(forKey: "name") as? String == "Malibu" {
                spot.setValue("Fiji", forKey: "country")
            }
            try context.save()
        }
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM ZSPOT") == 3)
    }

    /// B-BAT-04, for constraints: a violation fails an update under any merge policy, and an insertion under the error
    /// policy; the error shows no values.
    @Test(arguments: [true, false])
    func `a batch that violates a uniqueness constraint fails and changes nothing`(isUpdate: Bool) throws {
        let stack = try Stack(folder.file(), model: model())
        try stack.withContext { context throws in
            context.mergePolicy = isUpdate ? .mergeByPropertyObjectTrump : .error
            for name in ["Malibu", "Rincon"] { add(name, to: context) }
            try context.save()
            let insertion = BatchInsertRequest(
                entityName: "Spot",
                objects: (0..<2_500).map { ["name": "Spot \($0)", "country": "US"] }
                    + [["name": "Malibu", "country": "US"]])
            let update = BatchUpdateRequest(entityName: "Spot")
            update.propertiesToUpdate = ["name": "Malibu"]
            let error = #expect(throws: PersistenceError.self) {
                try context.execute(isUpdate ? update as PersistentStoreRequest : insertion)
            }
            #expect(error?.code == .constraintMerge)
            #expect(error.map { !"\($0) \($0.errorUserInfo)".contains("Malibu") } == true)
        }
        #expect(try folder.plainConnection().texts("SELECT ZNAME FROM ZSPOT ORDER BY Z_PK") == ["Malibu", "Rincon"])
    }
}

import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Entities that `Z_PRIMARYKEY` lists under an older name.
@Suite struct ForeignNamesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Creates a store of spots, with their name in `Z_PRIMARYKEY` and the names of the hashes in the metadata.
    private func makeStore(keysName: String, hashedNames: [String]) throws {
        try ForeignStore.make(
            folder, entities: [(1, "Board", 0, 0), (2, keysName, 0, 1)],
            """
            CREATE TABLE ZBOARD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
            CREATE TABLE ZSPOT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
            INSERT INTO ZSPOT VALUES (1, 2, 1, 'Malibu');
            """)
        let hashes = Dictionary(uniqueKeysWithValues: hashedNames.map { ($0, Data(count: 32)) })
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["NSStoreType": "SQLite", "NSStoreModelVersionHashes": hashes], format: .binary,
            options: 0)
        try folder.plainConnection().prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](list)))
    }

    private func model() -> ManagedObjectModel {
        ManagedObjectModel(entities: [ForeignStore.entity("Board"), ForeignStore.entity("Spot")])
    }

    @Test func `a renamed entity keeps the entity number at its position`() throws {
        try makeStore(keysName: "Place", hashedNames: ["Board", "Spot"])
        let stack = try Stack(folder.file(), model: model())
        try stack.withContext { context throws in
            #expect(try context.named("Spot", "Malibu") != nil)
            _ = context.insert("Spot", named: "Rincon")
            try context.save()
        }
        let connection = try folder.plainConnection()
        #expect(try connection.rows("SELECT Z_PK, Z_ENT FROM ZSPOT") == [[1, 2], [2, 2]])
        #expect(try connection.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 2") == [["Place", 2]])
    }

    @Test func `a store whose metadata lacks an entity is incompatible with the model`() throws {
        try makeStore(keysName: "Place", hashedNames: ["Board", "Place"])
        #expect(persistenceError { try Stack(folder.file(), model: model()) }?.code == .incompatibleVersion)
    }

    @Test func `an entity never takes the number of another entity in the model`() throws {
        try makeStore(keysName: "Board2", hashedNames: ["Board", "Board2", "Spot"])
        let entities = ["Alley", "Board", "Board2", "Spot"].map { ForeignStore.entity($0) }
        let error = persistenceError { try Stack(folder.file(), model: ManagedObjectModel(entities: entities)) }
        #expect(error?.code == .incompatibleVersion)
    }
}

import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Stores made by other programs.
@Suite struct ForeignStoreTests {
    private let folder: TemporaryFolder
    private let entry: [String: PropertyValue] = [
        "rating": .integer(4), "date": .date(363_215_648.859691), "height": .string("0.4"),
        "location": .string("Malibu"), "period": .string("4"), "wind": .string("0.4"),
    ]

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a checkpointed store is opened unchanged`() throws {
        try PlainStore.make(folder).close()
        let stack = try Stack(folder.file())
        #expect(try stack.row(2) == entry)
        #expect(stack.store.identifier == PlainStore.identifier)
    }

    @Test func `a store whose rows are all in the write-ahead log is opened with them`() throws {
        let connection = try PlainStore.make(folder)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                at: folder.file("store.sqlite" + suffix), to: folder.file("copy.sqlite" + suffix))
        }
        #expect(try Stack(folder.file("copy.sqlite")).row(3) == entry)
        try connection.close()
    }

    @Test func `entity numbers are read from the file`() throws {
        try PlainStore.make(folder, number: 42).close()
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")]])
        #expect(try stack.backend.count(StoreFetch(entity: stack.entity())) == 4)
        #expect(try folder.plainConnection().rows("SELECT DISTINCT Z_ENT FROM ZJOURNALENTRY") == [[42]])
    }

    @Test func `new keys continue from the file's counter`() throws {
        try PlainStore.make(folder).close()
        #expect(try Stack(folder.file()).insert([[:]]) == 4)
    }

    @Test func `writing rows leaves the metadata unchanged, byte for byte`() throws {
        try PlainStore.make(folder).close()
        try Stack(folder.file()).insert([[:]])
        #expect(try PlainStore.metadataBytes(folder.plainConnection()) == [UInt8](PlainStore.list))
    }

    @Test func `writing leaves unknown tables, indexes and columns alone and adds none`() throws {
        let connection = try PlainStore.make(folder)
        try connection.execute(
            """
            ALTER TABLE ZJOURNALENTRY ADD COLUMN EXTRA VARCHAR;
            CREATE TABLE other (a); CREATE INDEX other_a ON other (a);
            UPDATE ZJOURNALENTRY SET EXTRA = 'kept';
            """)
        let schema = try connection.texts("SELECT sql FROM sqlite_master")
        try connection.close()
        let stack = try Stack(folder.file())
        var changes = StoreChanges()
        changes.updates = [try stack.update(1, ["wind": .null])]
        #expect(try stack.write(changes).isEmpty)
        let after = try folder.plainConnection()
        #expect(try after.texts("SELECT sql FROM sqlite_master") == schema)
        #expect(try after.rows("SELECT EXTRA, ZWIND, Z_OPT FROM ZJOURNALENTRY WHERE Z_PK = 1") == [["kept", nil, 2]])
    }

    @Test func `dates stored as integers are read`() throws {
        let connection = try PlainStore.make(folder, entries: 1)
        try connection.execute("UPDATE ZJOURNALENTRY SET ZDATE = 1000")
        #expect(try connection.scalar("SELECT typeof(ZDATE) FROM ZJOURNALENTRY") == "integer")
        try connection.close()
        #expect(try Stack(folder.file()).row(1)?["date"] == .date(1000))
    }

    @Test func `triggers of derived attributes work`() throws {
        let connection = try PlainStore.make(folder)
        try connection.execute(
            """
            CREATE TRIGGER Z_DA_ZJOURNALENTRY_Spot_count_SOURCE_INSERT AFTER INSERT ON ZJOURNALENTRY BEGIN
                SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZSPOT', 2, 1, 'count', 1);
                SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZSPOT', 2, 1, 'count', 1);
            END
            """)
        try connection.close()
        #expect(try Stack(folder.file()).insert([[:]]) == 4)
    }

    @Test func `a store with an unknown trigger can be read but not written`() throws {
        let connection = try PlainStore.make(folder)
        try connection.execute("CREATE TRIGGER spy AFTER INSERT ON ZJOURNALENTRY BEGIN SELECT 1; END")
        try connection.close()
        let stack = try Stack(folder.file())
        #expect(try stack.row(1) == entry)
        let error = try #require(persistenceError { try stack.insert([[:]]) })
        #expect(error.code == .readOnly)
        #expect(error.message.contains("spy"))
    }

    @Test func `a store with a location index can be read but not written`() throws {
        let connection = try PlainStore.make(folder)
        try connection.execute(
            """
            CREATE VIRTUAL TABLE Z_RT_JournalEntry_place USING rtree (Z_PK INTEGER PRIMARY KEY, minX, maxX);
            CREATE TRIGGER Z_RT_JournalEntry_place_INSERT AFTER INSERT ON ZJOURNALENTRY BEGIN
                INSERT INTO Z_RT_JournalEntry_place VALUES (NEW.Z_PK, 0, 0);
            END
            """)
        try connection.close()
        let stack = try Stack(folder.file())
        #expect(try stack.row(1) == entry)
        let error = try #require(persistenceError { try stack.insert([[:]]) })
        #expect(error.code == .readOnly)
        #expect(error.message.contains("location index"))
    }

    @Test func `a store's columns are read without loading the store`() throws {
        try PlainStore.make(folder).close()
        #expect(
            try SQLiteStore.columns(at: folder.file()) == [
                "JournalEntry": [
                    "Z_PK", "Z_ENT", "Z_OPT", "ZRATING", "ZDATE", "ZHEIGHT", "ZLOCATION", "ZPERIOD", "ZWIND",
                ]
            ])
    }

    @Test func `a subentity has the columns of its root entity's table`() throws {
        _ = try Stack(folder.file(), model: TestModels.graph())
        let columns = try SQLiteStore.columns(at: folder.file())
        #expect(columns["Cat"] == columns["Animal"])
        #expect(columns["Cat"]?.contains("ZHEIGHT2") == true)
    }

    @Test(arguments: [
        ("Z_8ENTRIES", "Z_4ENTRIES", "Z_8TAGS"), ("Z_4TAGS", "Z_4ENTRIES1", "Z_8TAGS"),
        ("Z_9TAGS", "Z_3ENTRIES", "Z_7TAGS1"),
    ])
    func `join tables are found by their columns`(table: String, own: String, other: String) throws {
        _ = try Stack(folder.file(), model: TestModels.graph())
        try folder.plainConnection().execute(
            """
            DROP TABLE Z_4TAGS;
            CREATE TABLE \(table) (\(other) INTEGER, \(own) INTEGER, PRIMARY KEY (\(own), \(other)));
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (5, 8, 1);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 5;
            INSERT INTO \(table) (\(own), \(other)) VALUES (3, 5);
            """)
        #expect(try Stack(folder.file(), model: TestModels.graph()).destinations("tags", of: "Entry", 3) == [5])
    }
}

import PersistenceTestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct SchemaTextTests {
    private func statements(_ model: ManagedObjectModel, configurationName: String? = nil) throws -> [String] {
        model.freeze()
        return try StoreSchema(model: model, configurationName: configurationName).creationStatements()
    }

    @Test func `the journal's schema matches the tutorial app's`() throws {
        #expect(
            try statements(TestModels.journal()) == [
                "CREATE TABLE ZJOURNALENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRATING INTEGER,"
                    + " ZDATE TIMESTAMP, ZHEIGHT VARCHAR, ZLOCATION VARCHAR, ZPERIOD VARCHAR, ZWIND VARCHAR )",
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
                "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            ])
    }

    @Test func `a hierarchy shares one table, and repeated column names are numbered depth first`() throws {
        #expect(
            try statements(TestModels.graph()).prefix(2) == [
                "CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLIVES INTEGER,"
                    + " ZHEIGHT FLOAT, ZHEIGHT1 FLOAT, ZHEIGHT2 FLOAT, ZNAME VARCHAR )",
                "CREATE INDEX ZANIMAL_Z_ENT_INDEX ON ZANIMAL (Z_ENT)",
            ])
    }

    @Test func `columns are grouped as in Core Data, with entity and order columns after their relationship`() throws {
        #expect(
            try statements(TestModels.graph())[2]
                == "CREATE TABLE ZENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER,"
                + " ZFLAG INTEGER, ZCOMPANION INTEGER, Z1_COMPANION INTEGER, ZREPORT INTEGER, ZSPOT INTEGER,"
                + " Z_FOK_SPOT INTEGER, ZDATE TIMESTAMP, ZLENGTH FLOAT, ZWEIGHT FLOAT, ZPRICE DECIMAL, ZTITLE VARCHAR,"
                + " ZLINK VARCHAR, ZTOKEN BLOB, ZSHAPE BLOB, ZPICTURE BLOB )")
    }

    @Test func `to-one relationships and fetch indexes get SQL indexes`() throws {
        #expect(
            try statements(TestModels.graph())[3...6] == [
                "CREATE INDEX ZENTRY_ZCOMPANION_INDEX ON ZENTRY (ZCOMPANION)",
                "CREATE INDEX ZENTRY_ZREPORT_INDEX ON ZENTRY (ZREPORT)",
                "CREATE INDEX ZENTRY_ZSPOT_INDEX ON ZENTRY (ZSPOT)",
                "CREATE INDEX Z_Entry_byDate ON ZENTRY (ZDATE COLLATE BINARY DESC, ZTITLE COLLATE BINARY ASC)",
            ])
    }

    @Test func `an index with a predicate covers all rows`() throws {
        let model = TestModels.journal()
        let index = FetchIndexDescription(name: "byWind", elements: [.init(propertyName: "wind")])
        index.partialIndexPredicate = FetchPredicate("rating > 3")
        model.entities[0].indexes = [index]
        #expect(
            try statements(model).contains(
                "CREATE INDEX Z_JournalEntry_byWind ON ZJOURNALENTRY (ZWIND COLLATE BINARY ASC)"))
    }

    @Test func `a join table is named by the lower entity number`() throws {
        #expect(
            try statements(TestModels.graph()).filter { $0.contains("Z_4") || $0.contains("Z_8") } == [
                "CREATE TABLE Z_4PHOTOS ( Z_4OWNERS INTEGER, Z_5PHOTOS INTEGER, Z_FOK_5PHOTOS INTEGER,"
                    + " PRIMARY KEY (Z_4OWNERS, Z_5PHOTOS) )",
                "CREATE INDEX Z_4PHOTOS_Z_5PHOTOS_INDEX ON Z_4PHOTOS (Z_5PHOTOS, Z_4OWNERS)",
                "CREATE TABLE Z_4TAGS ( Z_4ENTRIES INTEGER, Z_8TAGS INTEGER, PRIMARY KEY (Z_4ENTRIES, Z_8TAGS) )",
                "CREATE INDEX Z_4TAGS_Z_8TAGS_INDEX ON Z_4TAGS (Z_8TAGS, Z_4ENTRIES)",
                "CREATE TABLE Z_8RELATED ( Z_8RELATED INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_8RELATED, REFLEXIVE) )",
                "CREATE INDEX Z_8RELATED_REFLEXIVE_INDEX ON Z_8RELATED (REFLEXIVE, Z_8RELATED)",
            ])
    }

    @Test func `entities are numbered depth first, ignoring case, and list their parent's number`() throws {
        let model = TestModels.graph()
        model.freeze()
        let rows = try StoreSchema(model: model).entityRows.map { "\($0.number) \($0.name) \($0.parent)" }
        #expect(
            rows == [
                "1 Animal 0", "2 Cat 1", "3 dog 1", "4 Entry 0", "5 Photo 0", "6 Report 0", "7 Spot 0", "8 Tag 0",
            ])
    }

    @Test func `a configuration has tables only for its entities' hierarchies`() throws {
        let model = TestModels.graph()
        model.setEntities(model.entities.filter { $0.name == "Cat" }, forConfigurationName: "animals")
        #expect(
            try statements(model, configurationName: "animals").filter { $0.hasPrefix("CREATE TABLE ZA") }.count == 1)
        #expect(
            try statements(model, configurationName: "animals").filter { $0.hasPrefix("CREATE TABLE ZE") }.isEmpty)
    }

    @Test func `an index on a property without a column is an error`() throws {
        let model = TestModels.graph()
        model.entitiesByName["Spot"]?.indexes = [
            FetchIndexDescription(name: "broken", elements: [.init(propertyName: "entries")])
        ]
        #expect(persistenceError { try statements(model) }?.code == .coreData)
    }

    @Test(arguments: [("ZNAME", "ZNAME"), ("1A", "\"1A\""), ("Z A", "\"Z A\""), ("Z\"A", "\"Z\"\"A\""), ("ZÄ", "ZÄ")])
    func `an SQL name is quoted only if necessary`(name: String, expected: String) {
        #expect(SQLName.identifier(name) == expected)
    }
}

import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct SchemaTextTests {
    private func statements(_ model: ManagedObjectModel, configurationName: String? = nil) throws -> [String] {
        model.freeze()
        return try StoreSchema(model: model, configurationName: configurationName).creationStatements()
    }

    @Test func `the journal's schema is what the tutorial's app writes`() throws {
        #expect(
            try statements(TestModels.journal()) == [
                "CREATE TABLE ZJOURNALENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRATING INTEGER,"
                    + " ZDATE TIMESTAMP, ZHEIGHT VARCHAR, ZLOCATION VARCHAR, ZPERIOD VARCHAR, ZWIND VARCHAR )",
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
                "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            ])
    }

    @Test func `a hierarchy shares one table, and equal names get numbers in depth-first order`() throws {
        #expect(
            try statements(TestModels.graph()).prefix(2) == [
                "CREATE TABLE ZANIMAL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLIVES INTEGER,"
                    + " ZHEIGHT FLOAT, ZHEIGHT1 FLOAT, ZHEIGHT2 FLOAT, ZNAME VARCHAR )",
                "CREATE INDEX ZANIMAL_Z_ENT_INDEX ON ZANIMAL (Z_ENT)",
            ])
    }

    @Test func `columns stand in the format's groups, with the companions of to-one relationships behind them`() throws
    {
        #expect(
            try statements(TestModels.graph())[2]
                == "CREATE TABLE ZENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER,"
                + " ZFLAG INTEGER, ZCOMPANION INTEGER, Z1_COMPANION INTEGER, ZREPORT INTEGER, ZSPOT INTEGER,"
                + " Z_FOK_SPOT INTEGER, ZDATE TIMESTAMP, ZLENGTH FLOAT, ZWEIGHT FLOAT, ZPRICE DECIMAL, ZTITLE VARCHAR,"
                + " ZLINK VARCHAR, ZTOKEN BLOB, ZSHAPE BLOB, ZPICTURE BLOB )")
    }

    @Test func `to-one relationships and fetch indexes are indexed`() throws {
        #expect(
            try statements(TestModels.graph())[3...6] == [
                "CREATE INDEX ZENTRY_ZCOMPANION_INDEX ON ZENTRY (ZCOMPANION)",
                "CREATE INDEX ZENTRY_ZREPORT_INDEX ON ZENTRY (ZREPORT)",
                "CREATE INDEX ZENTRY_ZSPOT_INDEX ON ZENTRY (ZSPOT)",
                "CREATE INDEX Z_Entry_byDate ON ZENTRY (ZDATE COLLATE BINARY DESC, ZTITLE COLLATE BINARY ASC)",
            ])
    }

    @Test func `many-to-many relationships get join tables named by the lower number`() throws {
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

    @Test func `entities are numbered depth first, case-insensitively, with the number of the one above`() throws {
        let model = TestModels.graph()
        model.freeze()
        let rows = try StoreSchema(model: model).entityRows.map { "\($0.number) \($0.name) \($0.parent)" }
        #expect(
            rows == [
                "1 Animal 0", "2 Cat 1", "3 dog 1", "4 Entry 0", "5 Photo 0", "6 Report 0", "7 Spot 0", "8 Tag 0",
            ])
    }

    @Test func `a configuration has the tables of its entities' hierarchies alone`() throws {
        let model = TestModels.graph()
        model.setEntities(model.entities.filter { $0.name == "Cat" }, forConfigurationName: "animals")
        #expect(
            try statements(model, configurationName: "animals").filter { $0.hasPrefix("CREATE TABLE ZA") }.count == 1)
        #expect(
            try statements(model, configurationName: "animals").filter { $0.hasPrefix("CREATE TABLE ZE") }.isEmpty)
    }

    @Test func `an index over what is not stored is refused`() throws {
        let model = TestModels.graph()
        model.entitiesByName["Spot"]?.indexes = [
            FetchIndexDescription(name: "broken", elements: [.init(propertyName: "entries")])
        ]
        #expect(try persistenceError { try statements(model) }.code == .coreData)
    }

    @Test(arguments: [("ZNAME", "ZNAME"), ("1A", "\"1A\""), ("Z A", "\"Z A\""), ("Z\"A", "\"Z\"\"A\""), ("ZÄ", "ZÄ")])
    func `names are quoted only where SQL needs it`(name: String, expected: String) {
        #expect(SQLName.identifier(name) == expected)
    }
}

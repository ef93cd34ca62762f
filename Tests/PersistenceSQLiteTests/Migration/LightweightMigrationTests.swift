import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Stores of one model version opened with another.
@Suite struct LightweightMigrationTests {
    static let migrating: [String: any Sendable] = [
        StoreOption.migrateAutomatically: true, StoreOption.inferMappingModel: true,
    ]

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func model(_ attributes: AttributeDescription..., name: String = "Wave") -> ManagedObjectModel {
        ManagedObjectModel(entities: [EntityDescription(name: name, properties: attributes)])
    }

    private func attribute(
        _ name: String, _ type: AttributeType = .string, isOptional: Bool = true, defaultValue: Any? = nil,
        formerly: String? = nil
    ) -> AttributeDescription {
        let attribute = AttributeDescription(name: name, type: type, isOptional: isOptional, defaultValue: defaultValue)
        attribute.renamingIdentifier = formerly
        return attribute
    }

    /// Creates a store of one attribute with two rows, the second without a value.
    private func makeOld() throws {
        let stack = try Stack(folder.file(), model: model(attribute("spot")))
        try stack.insert([["spot": .string("Malibu")], [:]], "Wave")
        try stack.coordinator.remove(stack.store)
    }

    private func migrated(_ model: ManagedObjectModel) throws -> Stack {
        try Stack(folder.file(), model: model, options: Self.migrating)
    }

    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PersistenceError)?.code.rawValue
        }
    }

    /// The file's content, read with plain SQL.
    private func facts() throws -> [[Value]] {
        let connection = try folder.plainConnection()
        return try connection.rows("SELECT type, name, sql FROM sqlite_master ORDER BY name")
            + connection.rows("SELECT * FROM ZWAVE ORDER BY Z_PK") + connection.rows("SELECT * FROM Z_PRIMARYKEY")
            + connection.rows("SELECT * FROM Z_METADATA")
    }

    /// B-MIG-01
    @Test func `opening a store of another model version fails with 134100 unless migration is enabled`() throws {
        try makeOld()
        let before = try facts()
        let newer = { model(attribute("spot"), attribute("notes")) }
        #expect(code { _ = try Stack(folder.file(), model: newer()) } == 134_100)
        #expect(
            code { _ = try Stack(folder.file(), model: newer(), options: [StoreOption.inferMappingModel: true]) }
                == 134_100)
        #expect(try facts() == before)
        #expect(try migrated(newer()).row(1, "Wave")?["spot"] == .string("Malibu"))
    }

    @Test func `migrating without an inferred mapping model fails with 134140`() throws {
        try makeOld()
        let options: [String: any Sendable] = [StoreOption.migrateAutomatically: true]
        let newer = model(attribute("spot"), attribute("notes"))
        #expect(code { _ = try Stack(folder.file(), model: newer, options: options) } == 134_140)
    }

    /// B-MIG-02
    @Test func `migration adds an attribute with its default value, or null without one`() throws {
        try makeOld()
        let stack = try migrated(
            model(attribute("spot"), attribute("notes"), attribute("stars", .integer16, defaultValue: 3)))
        #expect(try stack.row(1, "Wave") == ["spot": .string("Malibu"), "stars": .integer(3)])
        #expect(try stack.row(2, "Wave") == ["stars": .integer(3)])
    }

    /// B-MIG-02
    @Test func `migration renames an attribute by its renaming identifier and keeps its values`() throws {
        try makeOld()
        let stack = try migrated(model(attribute("place", formerly: "spot")))
        #expect(try stack.row(1, "Wave") == ["place": .string("Malibu")])
        #expect(
            try folder.plainConnection().texts("SELECT name FROM pragma_table_info('ZWAVE') WHERE cid > 2") == [
                "ZPLACE"
            ])
    }

    /// B-MIG-02
    @Test func `without a renaming identifier an attribute is new, and the old column is kept but not read`() throws {
        try makeOld()
        let stack = try migrated(model(attribute("place")))
        #expect(try stack.row(1, "Wave") == [:])
        try stack.coordinator.remove(stack.store)
        #expect(try migrated(model(attribute("spot"), attribute("place"))).row(1, "Wave")?["spot"] == .string("Malibu"))
    }

    /// B-MIG-02
    @Test func `an optional attribute can become required if it has a default for the null values`() throws {
        try makeOld()
        let stack = try migrated(model(attribute("spot", isOptional: false, defaultValue: "unknown")))
        #expect(try [1, 2].map { try stack.row($0, "Wave")?["spot"] } == [.string("Malibu"), .string("unknown")])
    }

    /// B-MIG-02
    @Test func `a required attribute can become optional and keeps its values`() throws {
        let old = try Stack(folder.file(), model: model(attribute("spot", isOptional: false)))
        try old.insert([["spot": .string("Malibu")]], "Wave")
        try old.coordinator.remove(old.store)
        let stack = try migrated(model(attribute("spot")))
        #expect(try stack.row(1, "Wave")?["spot"] == .string("Malibu"))
        let hashes = try stack.metadata()[EntityHash.hashesKey] as? [String: any Sendable]
        #expect(hashes?["Wave"] as? Data == stack.model.entitiesByName["Wave"]?.versionHash)
    }

    /// B-MIG-02
    @Test func `a mapping that cannot be inferred fails with 134190 and leaves the store unchanged`() throws {
        try makeOld()
        let before = try facts()
        let models = [
            model(attribute("spot", isOptional: false)), model(attribute("spot", .integer16)),
            model(attribute("spot"), attribute("stars", .integer16, isOptional: false)),
            model(attribute("place", .date, formerly: "spot")),
        ]
        #expect(models.map { model in code { _ = try migrated(model) } } == [134_190, 134_190, 134_190, 134_190])
        #expect(try facts() == before)
    }

    /// B-MIG-02
    @Test func `a store that lists an entity without a table fails with 134130`() throws {
        try makeOld()
        try folder.plainConnection().execute("INSERT INTO Z_PRIMARYKEY VALUES (9, 'Ghost', 0, 0)")
        #expect(code { _ = try migrated(model(attribute("spot"), attribute("notes"))) } == 134_130)
    }

    /// B-MIG-02
    @Test func `migration renames an entity by its renaming identifier`() throws {
        try makeOld()
        let entity = EntityDescription(name: "Session", properties: [attribute("spot"), attribute("notes")])
        entity.renamingIdentifier = "Wave"
        let stack = try migrated(ManagedObjectModel(entities: [entity]))
        #expect(try stack.row(1, "Session")?["spot"] == .string("Malibu"))
        #expect(try stack.insert([["spot": .string("Rincon")]], "Session") == 3)
        #expect(try folder.plainConnection().texts("SELECT Z_NAME FROM Z_PRIMARYKEY") == ["Session"])
    }

    /// B-MIG-02
    @Test func `migration adds entities and relationships, and numbers all entities as a new store`() throws {
        try makeOld()
        let wave = EntityDescription(name: "Wave", properties: [attribute("spot")])
        let board = EntityDescription(name: "Board", properties: [attribute("name")])
        let tag = EntityDescription(name: "Tag", properties: [attribute("name")])
        wave.relate(.one("board"), to: board, .many("waves"))
        wave.relate(.many("tags"), to: tag, .many("waves"))
        let stack = try migrated(ManagedObjectModel(entities: [wave, board, tag]))
        #expect(try stack.row(1, "Wave")?["spot"] == .string("Malibu"))
        #expect(try stack.insert([["name": .string("fish")]], "Board") == 1)
        let connection = try folder.plainConnection()
        #expect(
            try connection.texts("SELECT Z_NAME || Z_ENT FROM Z_PRIMARYKEY ORDER BY Z_ENT") == [
                "Board1", "Tag2", "Wave3",
            ])
        #expect(
            try connection.texts("SELECT name FROM sqlite_master WHERE name LIKE 'ZWAVE_ZBOARD%'") == [
                "ZWAVE_ZBOARD_INDEX"
            ])
        try stack.coordinator.remove(stack.store)
        #expect(throws: Never.self) { try Stack(folder.file(), model: stack.model) }
    }

    @Test func `a new default value fills only rows of entities that have the attribute`() throws {
        func family(_ more: [AttributeDescription]) -> ManagedObjectModel {
            let animal = EntityDescription(name: "Animal", properties: [attribute("name")])
            let (cat, dog) = (EntityDescription(name: "Cat"), EntityDescription(name: "Dog"))
            animal.subentities = [cat, dog]
            cat.properties = more
            return ManagedObjectModel(entities: [animal, cat, dog])
        }
        let old = try Stack(folder.file(), model: family([]))
        try old.insert([["name": .string("Tom")]], "Cat")
        try old.insert([["name": .string("Rex")]], "Dog")
        try old.coordinator.remove(old.store)
        _ = try migrated(family([attribute("lives", .integer16, isOptional: false, defaultValue: 9)]))
        let rows = try folder.plainConnection().rows("SELECT ZNAME, ZLIVES FROM ZANIMAL ORDER BY Z_PK")
        #expect(rows == [["Tom", 9], ["Rex", .null]])
    }

    @Test func `migration creates the model's indexes and keeps unknown ones`() throws {
        try makeOld()
        try folder.plainConnection().execute("CREATE INDEX mine ON ZWAVE (ZSPOT)")
        let newer = model(attribute("spot"), attribute("notes"))
        newer.entities[0].indexes = [FetchIndexDescription(name: "bySpot", elements: [.init(propertyName: "spot")])]
        _ = try migrated(newer)
        let names = try folder.plainConnection().texts(
            "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name")
        #expect(names == ["Z_Wave_bySpot", "mine"])
    }

    /// B-MIG-03
    @Test func `a migration that fails at its last step leaves the store unchanged`() throws {
        try makeOld()
        let connection = try folder.plainConnection()
        try connection.execute("CREATE TRIGGER mine AFTER INSERT ON ZWAVE BEGIN SELECT 1; END")
        let before = try facts()
        let newer = model(attribute("place", formerly: "spot"), attribute("notes", defaultValue: "none"))
        #expect(code { _ = try migrated(newer) } == PersistenceError.Code.readOnly.rawValue)
        #expect(try facts() == before)
    }

    /// B-MIG-03
    @Test func `a migration is one transaction, and other readers see the old store until it commits`() throws {
        try makeOld()
        let reader = try folder.plainConnection()
        try reader.execute("BEGIN")
        #expect(try reader.integer("SELECT count(*) FROM ZWAVE") == 2)
        let log = Box<[String]>()
        let trace = SQLiteTrace { event in log.value = (log.value ?? []) + [event.sql] }
        var options = Self.migrating
        options[SQLiteStore.traceOption] = trace
        _ = try Stack(folder.file(), model: model(attribute("spot"), attribute("notes")), options: options)
        #expect(try reader.texts("SELECT name FROM pragma_table_info('ZWAVE') WHERE cid > 2") == ["ZSPOT"])
        try reader.execute("COMMIT")
        #expect(try reader.texts("SELECT name FROM pragma_table_info('ZWAVE') WHERE cid > 2") == ["ZSPOT", "ZNOTES"])
        let statements = log.value ?? []
        #expect(statements.filter { $0.hasPrefix("BEGIN") } == ["BEGIN IMMEDIATE"])
        let writes = statements.indices.filter {
            ["ALTER", "UPDATE", "CREATE"].contains(
                statements[$0].prefix(6).split(separator: " ").first.map(String.init) ?? "")
        }
        let (begin, end) = (statements.firstIndex { $0.hasPrefix("BEGIN") }, statements.firstIndex(of: "COMMIT"))
        #expect(!writes.isEmpty && writes.allSatisfy { $0 > begin ?? .max && $0 < end ?? .min })
    }

    /// B-MIG-05
    @Test func `changing a subentity changes only that entity's version hash`() {
        func hashes(_ catHas: [AttributeDescription]) -> [String: Data] {
            let animal = EntityDescription(name: "Animal", properties: [attribute("name")])
            let (cat, dog) = (EntityDescription(name: "Cat"), EntityDescription(name: "Dog"))
            animal.subentities = [cat, dog]
            cat.properties = catHas
            return ManagedObjectModel(entities: [animal, cat, dog]).entityVersionHashesByName
        }
        let (before, after) = (hashes([]), hashes([attribute("lives", .integer16)]))
        #expect(before.keys.filter { before[$0] != after[$0] } == ["Cat"])
    }

    @Test func `migrated metadata has the new version's hashes and keeps the application's keys`() throws {
        try makeOld()
        var options = Self.migrating
        options[SQLiteStore.migratedMetadataOption] = ["Application": 7] as [String: any Sendable]
        let stack = try Stack(folder.file(), model: model(attribute("spot"), attribute("notes")), options: options)
        let metadata = try stack.metadata()
        #expect(metadata["Application"] as? Int == 7)
        #expect(stack.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test func `a persistent container migrates its stores by default`() throws {
        try makeOld()
        let model = model(attribute("spot"), attribute("notes"))
        let failures = Box<Int>()
        func load(_ change: (PersistentStoreDescription) -> Void) {
            SQLiteStore.register()
            let container = PersistentContainer(name: "store", managedObjectModel: model)
            let description = PersistentStoreDescription(url: folder.file())
            change(description)
            container.persistentStoreDescriptions = [description]
            container.loadPersistentStores { _, error in
                failures.value = (error as? PersistenceError)?.code.rawValue ?? 0
            }
        }
        load { $0.shouldMigrateStoreAutomatically = false }
        #expect(failures.value == 134_100)
        load { $0.shouldInferMappingModelAutomatically = false }
        #expect(failures.value == 134_140)
        load { _ in }
        #expect(failures.value == 0)
    }

    @Test func `opening a store of the current model version writes nothing`() throws {
        try makeOld()
        let before = try facts()
        _ = try migrated(model(attribute("spot")))
        #expect(try facts() == before)
    }
}

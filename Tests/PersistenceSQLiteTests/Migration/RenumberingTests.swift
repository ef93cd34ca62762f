import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// A migration leaves the file as if a new store had been made with the new model.
@Suite struct RenumberingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func entity(_ name: String, _ attributes: String...) -> EntityDescription {
        EntityDescription(
            name: name, properties: (["name"] + attributes).map { AttributeDescription(name: $0, type: .string) })
    }

    /// Numbers: Note 1, Tag 2; with more entities, those of the alphabet.
    private func model(_ more: String..., notes: [String] = []) -> ManagedObjectModel {
        let (note, tag) = (entity("Note"), entity("Tag"))
        for name in notes { note.properties.append(AttributeDescription(name: name, type: .string)) }
        note.relate(.ordered("tags"), to: tag, .many("notes"))
        tag.refer(.many("related"), to: note)
        return ManagedObjectModel(entities: [note, tag] + more.map { entity($0) })
    }

    private func make(options: [String: any Sendable] = [:]) throws {
        let stack = try Stack(folder.file(), model: model(), options: options)
        try stack.withContext { context throws in
            let note = context.insert("Note", named: "note")
            note.setValue(["b", "a"].map { context.insert("Tag", named: $0) }, forKey: "tags")
            try #require((note.value(forKey: "tags") as? NSOrderedSet)?.array as? [ManagedObject])[0].setValue(
                [note], forKey: "related")
            try context.save()
            note.setValue("renamed", forKey: "name")
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    private func migrate(_ model: ManagedObjectModel) throws -> Stack {
        try Stack(folder.file(), model: model, options: LightweightMigrationTests.migrating)
    }

    private func texts(_ sql: String) throws -> [String] { try folder.plainConnection().texts(sql) }

    private func code(_ body: () throws -> Void) -> PersistenceError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PersistenceError)?.code
        }
    }

    @Test func `numbers in rows and in names of columns and join tables follow the new model`() throws {
        try make()
        let stack = try migrate(model("Alarm"))
        #expect(try texts("SELECT Z_NAME || Z_ENT FROM Z_PRIMARYKEY ORDER BY Z_ENT") == ["Alarm1", "Note2", "Tag3"])
        #expect(try texts("SELECT DISTINCT Z_ENT || ZNAME FROM ZNOTE") == ["2renamed"])
        #expect(
            try texts("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*' ORDER BY name") == [
                "Z_2TAGS", "Z_2TAGS_Z_3TAGS_INDEX",
            ])
        #expect(
            try texts("SELECT name FROM pragma_table_info('Z_2TAGS')") == ["Z_2NOTES", "Z_3TAGS", "Z_FOK_3TAGS"])
        #expect(
            try texts("SELECT name FROM pragma_table_info('ZNOTE')") == [
                "Z_PK", "Z_ENT", "Z_OPT", "Z3RELATED", "ZNAME",
            ])
        try stack.withContext { context throws in
            let note = try #require(try context.named("Note", "renamed"))
            #expect(note.names("tags") == ["b", "a"])
            #expect(try context.named("Tag", "b")?.names("related") == ["renamed"])
            #expect(note.version == 2)
        }
        #expect(try stack.insert([[:]], "Note") == 2)
    }

    /// B-HIS-10
    @Test func `the history follows the numbers, and an empty transaction marks the migration`() throws {
        try make(options: [StoreOption.persistentHistoryTracking: true])
        let stack = try migrate(model("Alarm", notes: ["body"]))
        let request = PersistentHistoryChangeRequest.fetchHistory(after: PersistentHistoryToken?.none)
        try stack.withContext { context throws in
            let result = try context.execute(request) as? PersistentHistoryResult
            let transactions = try #require(result?.result as? [PersistentHistoryTransaction])
            #expect(transactions.map(\.author) == [nil, nil, "com.apple.coredata.schemamigrator"])
            #expect(transactions.map { $0.changes?.count ?? 0 } == [3, 1, 0])
            let change = try #require(transactions[1].changes?.first)
            #expect(change.changedObjectID.entity.name == "Note")
            #expect(change.updatedProperties?.map(\.name) == ["name"])
        }
    }

    @Test func `changes of an entity that is gone leave the history`() throws {
        try make(options: [StoreOption.persistentHistoryTracking: true])
        _ = try migrate(ManagedObjectModel(entities: [entity("Note")]))
        #expect(try texts("SELECT DISTINCT ZENTITY || ZCHANGETYPE FROM ACHANGE ORDER BY 1") == ["10", "11"])
        #expect(try texts("SELECT name FROM sqlite_master WHERE name LIKE '%TAG%'") == [])
    }

    @Test func `a new attribute whose name differs in case only does not take over another's values`() throws {
        let old = try Stack(
            folder.file(), model: ManagedObjectModel(entities: [entity("Note", "text"), entity("Tag")]))
        try old.insert([["text": .string("kept")]], "Note")
        try old.coordinator.remove(old.store)
        let stack = try migrate(ManagedObjectModel(entities: [entity("Note", "text", "tExt"), entity("Tag")]))
        #expect(try stack.row(1, "Note") == ["text": .string("kept")])
        #expect(try folder.plainConnection().rows("SELECT ZTEXT, ZTEXT1 FROM ZNOTE") == [[.null, "kept"]])
    }

    @Test func `without a record of the old model, two names that may have been one column are not told apart`() throws
    {
        let old = try Stack(folder.file(), model: ManagedObjectModel(entities: [entity("Note", "text")]))
        try old.insert([["text": .string("kept")]], "Note")
        try old.coordinator.remove(old.store)
        let newer = ManagedObjectModel(entities: [entity("Note", "text", "tExt")])
        #expect(code { _ = try migrate(newer) } == .inferredMapping)
        #expect(try texts("SELECT ZTEXT FROM ZNOTE") == ["kept"])
    }

    @Test func `a store of Core Data's, which has no record, keeps its values and links`() throws {
        try make()
        let connection = try folder.plainConnection()
        let bytes = try #require(try connection.scalar("SELECT Z_PLIST FROM Z_METADATA").blob)
        var list = try #require(
            try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
        list[ModelRecord.key] = nil
        list[EntityHash.hashesKey] = nil
        list[EntityHash.algorithmKey] = nil
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](data)))
        let stack = try migrate(model("Alarm", "Zone", notes: ["body"]))
        #expect(try texts("SELECT Z_NAME || Z_ENT FROM Z_PRIMARYKEY") == ["Alarm1", "Note2", "Tag3", "Zone4"])
        try stack.withContext { context throws in
            #expect(try context.named("Note", "renamed")?.names("tags") == ["b", "a"])
            #expect(try context.named("Tag", "b")?.names("related") == ["renamed"])
        }
    }

    @Test func `data that may be in files now, or no longer, is converted`() throws {
        func model(external: Bool) -> ManagedObjectModel {
            let image = AttributeDescription(name: "image", type: .binaryData)
            image.allowsExternalBinaryDataStorage = external
            return ManagedObjectModel(entities: [
                EntityDescription(name: "Photo", properties: [image]), entity("Tag"),
            ])
        }
        let large = Data(repeating: 3, count: ExternalDataFolder.largestInline + 1)
        let old = try Stack(folder.file(), model: model(external: true))
        try old.insert([["image": .data(large)], ["image": .data(Data([0, 1]))], [:]], "Photo")
        try old.coordinator.remove(old.store)
        let plain = try migrate(model(external: false))
        #expect(try folder.plainConnection().scalar("SELECT hex(ZIMAGE) FROM ZPHOTO WHERE Z_PK = 2") == "0001")
        #expect(try plain.row(1, "Photo")?["image"] == .data(large))
        try plain.coordinator.remove(plain.store)
        let again = try migrate(model(external: true))
        #expect(try folder.plainConnection().scalar("SELECT hex(ZIMAGE) FROM ZPHOTO WHERE Z_PK = 2") == "010001")
        #expect(try again.row(1, "Photo")?["image"] == .data(large))
        #expect(try again.row(3, "Photo") == [:])
    }

    @Test func `a to-many relationship that becomes to-one cannot be inferred`() throws {
        try make()
        let (note, tag) = (entity("Note"), entity("Tag"))
        note.relate(.one("tags"), to: tag, .many("notes"))
        #expect(code { _ = try migrate(ManagedObjectModel(entities: [note, tag])) } == .inferredMapping)
        #expect(try texts("SELECT count(*) || '' FROM Z_1TAGS") == ["2"])
    }

    @Test func `another program's index and a derived attribute's trigger survive when their table is copied`() throws {
        try make()
        let trigger = """
            CREATE TRIGGER Z_DA_NOTE AFTER INSERT ON ZNOTE BEGIN \
            SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('', 1, 1, '', 1); END
            """
        try folder.plainConnection().execute("CREATE INDEX mine ON ZNOTE (ZNAME); " + trigger)
        _ = try migrate(model("Alarm"))
        #expect(try texts("SELECT name FROM sqlite_master WHERE name IN ('mine', 'Z_DA_NOTE')").count == 2)
    }

    /// As in Core Data's stores, from memory: numbers are compared with `Z_ENT` and passed to the functions, and are in
    /// the names of join tables and their columns.
    @Test func `the numbers in a derived attribute's trigger follow the new model`() throws {
        try make()
        try folder.plainConnection().execute(
            """
            CREATE TRIGGER Z_DA_A AFTER INSERT ON ZNOTE WHEN NEW.Z_ENT = 1 BEGIN UPDATE ZNOTE SET Z_OPT = 1 WHERE \
            Z_ENT IN (1, 2) AND Z_PK = 2; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZTAG', 2, 1, 'a', 2); \
            END;
            CREATE TRIGGER Z_DA_B AFTER DELETE ON ZTAG BEGIN DELETE FROM Z_1TAGS WHERE Z_2TAGS = OLD.Z_PK; \
            SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZTAG', 2, 1, 'a', 2); END
            """)
        _ = try migrate(model("Alarm"))
        let triggers = try texts("SELECT sql FROM sqlite_master WHERE name LIKE 'Z_DA_%' ORDER BY name")
        try #require(triggers.count == 2)
        #expect(triggers[0].contains("NEW.Z_ENT = 2 BEGIN"))
        #expect(triggers[0].contains("Z_ENT IN (2, 3) AND Z_PK = 2;"))
        #expect(triggers[0].contains("('ZTAG', 3, 1, 'a', 2)"))
        #expect(triggers[1].contains("DELETE FROM Z_2TAGS WHERE Z_3TAGS = OLD.Z_PK;"))
    }
}

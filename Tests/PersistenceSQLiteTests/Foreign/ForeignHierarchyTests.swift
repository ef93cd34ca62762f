import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Hierarchies, ordering columns and derived attributes in stores that Core Data created.
@Suite struct ForeignHierarchyTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Notes and binders are items, and an owner's items are ordered. The file's entity numbers are not the model's.
    private func items() -> ManagedObjectModel {
        let item = ForeignStore.entity("Item")
        item.isAbstract = true
        let note = EntityDescription(name: "Note", properties: [AttributeDescription(name: "text", type: .string)])
        let binder = EntityDescription(
            name: "Binder", properties: [AttributeDescription(name: "text", type: .integer32)])
        let owner = ForeignStore.entity("Owner", [AttributeDescription(name: "itemCount", type: .integer64)])
        owner.relate(.ordered("items"), to: item, .one("owner"))
        owner.refer(.one("latest"), to: item)
        item.subentities = [note, binder]
        return ManagedObjectModel(entities: [item, note, binder, owner])
    }

    private let tables = """
        CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER,
            Z_FOK_OWNER INTEGER, ZTEXT INTEGER, ZNAME VARCHAR, ZTEXT1 VARCHAR);
        CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZITEMCOUNT INTEGER,
            ZLATEST INTEGER, Z11_LATEST INTEGER, ZNAME VARCHAR);
        INSERT INTO ZITEM VALUES (1, 13, 1, 1, 2048, NULL, 'note', 'words'), (2, 12, 1, 1, 1024, 7, 'binder', NULL);
        INSERT INTO ZOWNER VALUES (1, 20, 5, 2, 2, 12, 'ann');
        """
    private let entities: [(Int64, String, Int64, Int64)] = [
        (11, "Item", 0, 2), (12, "Binder", 11, 0), (13, "Note", 11, 0), (20, "Owner", 0, 1),
    ]

    @Test func `a hierarchy with ordering and entity columns is read and written`() throws {
        try ForeignStore.make(folder, entities: entities, tables)
        let stack = try Stack(folder.file(), model: items())
        try stack.withContext { context throws in
            let owner = try #require(try context.named("Owner", "ann"))
            #expect(owner.names("items") == ["binder", "note"])
            #expect((owner.value(forKey: "latest") as? ManagedObject)?.entity.name == "Binder")
            #expect(try context.named("Note", "note")?.value(forKey: "text") as? String == "words")
            #expect(try context.named("Binder", "binder")?.value(forKey: "text") as? Int == 7)
            let items = try #require((owner.value(forKey: "items") as? NSOrderedSet)?.array as? [ManagedObject])
            let added = context.insert("Note", named: "new")
            owner.setValue([items[1], added, items[0]], forKey: "items")
            owner.setValue(added, forKey: "latest")
            try context.save()
            #expect(owner.version == 6)
        }
        let plain = try folder.plainConnection()
        #expect(try plain.rows("SELECT Z_PK, Z_ENT FROM ZITEM ORDER BY Z_FOK_OWNER") == [[1, 13], [3, 13], [2, 12]])
        #expect(try plain.rows("SELECT ZLATEST, Z11_LATEST, Z_OPT FROM ZOWNER") == [[3, 13, 6]])
        #expect(try plain.rows("SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") == [[3], [0], [0], [1]])
    }

    @Test func `the triggers of a derived count run when rows are saved`() throws {
        try ForeignStore.make(
            folder, entities: entities,
            tables + """
                CREATE TRIGGER Z_DA_ZITEM_Owner_itemCount_SOURCE_INSERT AFTER INSERT ON ZITEM BEGIN
                    UPDATE ZOWNER SET ZITEMCOUNT = (SELECT count(*) FROM ZITEM WHERE ZOWNER = NEW.ZOWNER)
                        WHERE Z_PK = NEW.ZOWNER;
                    SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZOWNER', Z_ENT, Z_PK, 'itemCount', ZITEMCOUNT)
                        FROM ZOWNER WHERE Z_PK = NEW.ZOWNER;
                END;
                """)
        let stack = try Stack(folder.file(), model: items())
        try stack.withContext { context throws in
            context.insert("Note", named: "new").setValue(try context.named("Owner", "ann"), forKey: "owner")
            try context.save()
        }
        #expect(try folder.plainConnection().integer("SELECT ZITEMCOUNT FROM ZOWNER") == 3)
    }

    @Test func `a trigger that only imitates Core Data's names is rejected before anything is written`() throws {
        try ForeignStore.make(
            folder, entities: entities,
            tables + "CREATE TRIGGER Z_DA_mine AFTER INSERT ON ZITEM BEGIN DELETE FROM ZOWNER; END;")
        let stack = try Stack(folder.file(), model: items())
        stack.withContext { context in
            _ = context.insert("Note", named: "new")
            let error = #expect(throws: PersistenceError.self) { try context.save() }
            #expect(error?.message.contains("Z_DA_mine") == true)
            #expect(context.hasChanges)
        }
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM ZOWNER") == 1)
    }
}

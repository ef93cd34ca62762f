import Foundation
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Attributes that allow external storage are read but never written.
@Suite struct ExternalDataTests {
    private let folder: TemporaryFolder
    private let stack: Stack

    init() throws {
        folder = try TemporaryFolder()
        try ForeignStore.make(
            folder, entities: [(1, "Photo", 0, 2)],
            """
            CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZIMAGE BLOB);
            INSERT INTO ZPHOTO VALUES (1, 1, 1, 'full', X'0102'), (2, 1, 1, 'empty', NULL);
            """)
        let image = AttributeDescription(name: "image", type: .binaryData)
        image.allowsExternalBinaryDataStorage = true
        let photo = ForeignStore.entity("Photo", [image])
        stack = try Stack(folder.file(), model: ManagedObjectModel(entities: [photo]))
    }

    enum Write: CaseIterable {
        case set, clear, insert, delete
    }

    private func carryOut(_ write: Write, _ context: ManagedObjectContext) throws {
        let full = try #require(try context.named("Photo", "full"))
        switch write {
        case .set: full.setValue(Data([9]), forKey: "image")
        case .clear: full.setValue(nil, forKey: "image")
        case .insert: context.insert("Photo", named: "new").setValue(Data([9]), forKey: "image")
        case .delete: context.delete(full)
        }
    }

    @Test(arguments: Write.allCases)
    func `writing or deleting external binary data is rejected and changes nothing`(_ write: Write) throws {
        try stack.withContext { context throws in
            context.insert("Photo", named: "other").setValue(nil, forKey: "image")
            try carryOut(write, context)
            let error = #expect(throws: PersistenceError.self) { try context.save() }
            #expect(error?.message.contains("“image” of “Photo”") == true)
            #expect(context.hasChanges)
        }
        let rows = try folder.plainConnection().rows("SELECT ZNAME, hex(ZIMAGE) FROM ZPHOTO ORDER BY Z_PK")
        #expect(rows == [[.text("full"), .text("0102")], [.text("empty"), .text("")]])
    }

    @Test func `rows without external data, and other attributes of rows with some, can be saved`() throws {
        try stack.withContext { context throws in
            try context.named("Photo", "full")?.setValue("renamed", forKey: "name")
            try #require(try context.named("Photo", "empty")).setValue("still empty", forKey: "name")
            _ = context.insert("Photo", named: "new")
            try context.save()
            context.delete(try #require(try context.named("Photo", "new")))
            try context.save()
        }
        #expect(
            try folder.plainConnection().texts("SELECT ZNAME FROM ZPHOTO ORDER BY Z_PK") == ["renamed", "still empty"])
    }
}

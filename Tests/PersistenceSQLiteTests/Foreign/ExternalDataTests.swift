import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Attributes that allow external storage: a byte 1 and the value in the column, or a byte 2 and the name of a file.
@Suite struct ExternalDataTests {
    private static let fileName = "0F3B3F7E-6C3A-4E6B-9F0E-2D8E6B1C4A55"
    static let large = Data(repeating: 7, count: ExternalDataFolder.largestInline + 1)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    static func model() -> ManagedObjectModel {
        let image = AttributeDescription(name: "image", type: .binaryData)
        image.allowsExternalBinaryDataStorage = true
        let shape = AttributeDescription(name: "shape", type: .transformable)
        shape.allowsExternalBinaryDataStorage = true
        return ManagedObjectModel(entities: [ForeignStore.entity("Photo", [image, shape])])
    }

    private func open(_ name: String = "store.sqlite") throws -> Stack {
        try Stack(folder.file(name), model: Self.model())
    }

    private func close(_ stack: Stack) throws { try stack.coordinator.remove(stack.store) }

    /// The names of the files with values, for a store of this name.
    private func files(_ store: String = "store") -> [String] {
        let path = folder.url.path + "/.\(store)_SUPPORT/_EXTERNAL_DATA"
        return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    private func url(_ file: String) -> URL { folder.url(of: ".store_SUPPORT/_EXTERNAL_DATA/" + file) }

    /// Saves an object with this image, and returns its column in hexadecimal.
    private func save(_ data: Data, in stack: Stack, named name: String = "photo") throws -> [UInt8] {
        try stack.withContext { context throws in
            context.insert("Photo", named: name).setValue(data, forKey: "image")
            try context.save()
        }
        return try #require(
            folder.plainConnection().scalar("SELECT ZIMAGE FROM ZPHOTO ORDER BY Z_PK DESC LIMIT 1").blob)
    }

    private func image(_ stack: Stack, _ name: String = "photo") throws -> Data? {
        try stack.withContext { context throws in
            try context.named("Photo", name)?.value(forKey: "image") as? Data
        }
    }

    /// A store as Core Data writes it, with a small value in a file, which a reader takes whatever the size.
    private func makeForeign() throws {
        try ForeignStore.make(
            folder, entities: [(1, "Photo", 0, 3)],
            """
            CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZSHAPE BLOB,
            ZIMAGE BLOB);
            INSERT INTO ZPHOTO VALUES (1, 1, 1, 'inline', NULL, X'01020304'), (2, 1, 1, 'empty', NULL, NULL),
            (3, 1, 1, 'file', NULL, CAST(X'02' || '\(Self.fileName)' || X'00' AS BLOB));
            """)
        try FileManager.default.createDirectory(
            at: url(Self.fileName).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([9, 8]).write(to: url(Self.fileName))
    }

    @Test func `both forms are read, whatever the size`() throws {
        try makeForeign()
        let stack = try open()
        #expect(try image(stack, "inline") == Data([2, 3, 4]))
        #expect(try image(stack, "empty") == nil)
        #expect(try image(stack, "file") == Data([9, 8]))
    }

    @Test func `a predicate compares the value, in the row or in a file`() throws {
        try makeForeign()
        try open().withContext { context throws in
            func names(_ format: String, _ arguments: any Sendable...) throws -> [String] {
                let request = FetchRequest<ManagedObject>(entityName: "Photo")
                request.predicate = FetchPredicate(format: format, argumentArray: arguments)
                return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
            }
            #expect(try names("image == %@", Data([9, 8])) == ["file"])
            #expect(try names("image == %@", Data([2, 3, 4])) == ["inline"])
            #expect(try names("image == nil") == ["empty"])
        }
    }

    @Test func `a value is written inline up to the limit, and above it to a file that only this user can read`() throws
    {
        let stack = try open()
        let inline = Data(repeating: 5, count: ExternalDataFolder.largestInline)
        #expect(try save(inline, in: stack) == [1] + inline)
        #expect(files() == [])
        let column = try save(Self.large, in: stack, named: "large")
        let name = try #require(files().first)
        #expect(column == [2] + Array(name.utf8) + [0])
        #expect(try Data(contentsOf: url(name)) == Self.large)
        #expect(folder.permissions(of: ".store_SUPPORT/_EXTERNAL_DATA/" + name) == 0o600)
        #expect(folder.permissions(of: ".store_SUPPORT/_EXTERNAL_DATA") == 0o700)
        #expect(folder.permissions(of: ".store_SUPPORT") == 0o700)
        try close(stack)
        #expect(try image(open(), "large") == Self.large)
    }

    @Test func `a transformable value is stored in the same way`() throws {
        let stack = try open()
        let text = String(repeating: "wave ", count: 30_000)
        try stack.withContext { context throws in
            context.insert("Photo", named: "photo").setValue(text, forKey: "shape")
            try context.save()
        }
        #expect(files().count == 1)
        try close(stack)
        try open().withContext { context throws in
            #expect(try context.named("Photo", "photo")?.value(forKey: "shape") as? String == text)
        }
    }

    @Test func `a replaced value and a deleted row leave no file behind once the store is closed`() throws {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        _ = try save(Self.large, in: stack, named: "other")
        let before = files()
        try stack.withContext { context throws in
            let photo = try #require(try context.named("Photo", "photo"))
            photo.setValue(Self.large + Self.large, forKey: "image")
            context.delete(try #require(try context.named("Photo", "other")))
            try context.save()
        }
        try close(stack)
        #expect(files().count == 1)
        #expect(Set(files()).isDisjoint(with: before))
        #expect(try image(open()) == Self.large + Self.large)
    }

    @Test func `a context that shows an older row still reads its file`() throws {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        try close(stack)
        let (reader, writer) = (try open(), try open())
        try reader.withContext { context throws in
            let photo = try #require(try context.named("Photo", "photo"))
            photo.willAccessValue(forKey: nil)
            try writer.withContext { other throws in
                try #require(try other.named("Photo", "photo")).setValue(Data([1]), forKey: "image")
                try other.save()
            }
            try close(writer)
            #expect(photo.value(forKey: "image") as? Data == Self.large)
        }
        try close(reader)
        #expect(files() == [])
    }

    @Test func `a save that is rolled back leaves no file`() throws {
        let stack = try open()
        let values: [String: PropertyValue] = ["image": .data(Self.large)]
        let transaction = try stack.beginWrite()
        var changes = StoreChanges()
        changes.insertions = [try stack.newRow(1, values, "Photo")]
        _ = try transaction.apply(changes)
        #expect(files().count == 1)
        transaction.rollback()
        #expect(files() == [])
    }

    @Test func `a commit fails if the folder of new files cannot be synced, and no row names them`() throws {
        let stack = try open()
        let files = folder.url(of: ".store_SUPPORT/_EXTERNAL_DATA")
        let elsewhere = folder.url(of: "elsewhere")
        let transaction = try stack.beginWrite()
        var changes = StoreChanges()
        changes.insertions = [try stack.newRow(1, ["image": .data(Self.large)], "Photo")]
        _ = try transaction.apply(changes)
        try FileManager.default.moveItem(at: files, to: elsewhere)
        #expect(persistenceError { try transaction.commit() }?.code == .saveFailed)
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM ZPHOTO") == 0)
        try FileManager.default.moveItem(at: elsewhere, to: files)
        #expect(try save(Self.large, in: stack).first == 2)
    }

    @Test func `files that a crash left are deleted at the next opening, but not while another has the store open`()
        throws
    {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        let used = files()
        try Data([1]).write(to: url(Self.fileName))
        _ = try open()
        #expect(files().contains(Self.fileName))
        try close(stack)
        try Data([1]).write(to: url(Self.fileName))
        _ = try open()
        #expect(files() == used)
    }

    @Test func `a file with another kind of name is kept`() throws {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        try Data([1]).write(to: url("notes.txt"))
        try close(stack)
        _ = try open()
        #expect(files().contains("notes.txt"))
    }

    @Test func `a save and a fetch fail if the file of a value is missing, and nothing changes`() throws {
        try makeForeign()
        let stack = try open()
        try FileManager.default.removeItem(at: url(Self.fileName))
        try stack.withContext { context throws in
            let request = FetchRequest<ManagedObject>(entityName: "Photo")
            request.predicate = FetchPredicate(format: "image == %@", argumentArray: [Data([1])])
            let error = #expect(throws: PersistenceError.self) { try context.fetch(request) }
            #expect(error?.code == .corruptStore)
        }
    }

    @Test(arguments: [false, true])
    func `a value whose file is missing can be replaced, and its object deleted`(hasUndoManager: Bool) throws {
        try makeForeign()
        let stack = try open()
        try FileManager.default.removeItem(at: url(Self.fileName))
        try stack.withContext { context throws in
            if hasUndoManager { context.undoManager = ContextUndoManager() }
            let photo = try #require(try context.named("Photo", "file"))
            photo.setValue(Data([7]), forKey: "image")
            #expect(photo.value(forKey: "image") as? Data == Data([7]))
            photo.setPrimitiveValue(Data([8]), forKey: "image")
            photo.setValue("renamed", forKey: "name")
            try context.save()
        }
        #expect(try image(stack, "renamed") == Data([8]))
        try folder.plainConnection().execute(
            "UPDATE ZPHOTO SET Z_OPT = Z_OPT + 1, ZIMAGE = CAST(X'02' || '\(Self.fileName)' || X'00' AS BLOB) WHERE Z_PK = 3"
        )
        try stack.withContext { context throws in
            if hasUndoManager { context.undoManager = ContextUndoManager() }
            context.delete(try #require(try context.named("Photo", "renamed")))
            try context.save()
        }
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM ZPHOTO") == 2)
    }

    @Test func `bytes that are neither form are reported as damage`() throws {
        try makeForeign()
        try folder.plainConnection().execute("UPDATE ZPHOTO SET ZIMAGE = X'030405' WHERE Z_PK = 1")
        let stack = try open()
        let block = try #require(try stack.backend.rows(keys: [1], in: stack.layout("Photo")).first)
        let slot = try #require(try stack.entity("Photo").slot(named: "image"))
        let error = #expect(throws: PersistenceError.self) { try block.readValue(0, slot: slot) }
        #expect(error?.code == .corruptStore)
    }

    @Test func `moving, replacing and destroying a store carries or removes its files`() throws {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        let moved = try stack.coordinator.migratePersistentStore(
            stack.store, to: folder.file("moved.sqlite"), withType: sqliteStoreType)
        #expect(files("moved") == files())
        #expect(try image(stack) == Self.large)
        try stack.coordinator.remove(moved)
        try stack.coordinator.replacePersistentStore(
            at: folder.file("copy.sqlite"), withPersistentStoreFrom: folder.file("moved.sqlite"),
            ofType: sqliteStoreType)
        #expect(try image(open("copy.sqlite")) == Self.large)
        try stack.coordinator.destroyPersistentStore(at: folder.file(), ofType: sqliteStoreType)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/.store_SUPPORT"))
        #expect(files("moved").count == 1)
    }

    @Test func `moving a store to another type and back keeps the values`() throws {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        let memory = try stack.coordinator.migratePersistentStore(
            stack.store, to: folder.file("memory"), withType: inMemoryStoreType)
        #expect(try image(stack) == Self.large)
        _ = try stack.coordinator.migratePersistentStore(
            memory, to: folder.file("again.sqlite"), withType: sqliteStoreType)
        #expect(try image(stack) == Self.large)
        #expect(files("again").count == 1)
    }

    @Test func `a verified copy has the files`() throws {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        try SQLiteStore.copyVerified(folder.file(), to: folder.file("backup.sqlite"))
        #expect(files("backup") == files())
        #expect(try image(open("backup.sqlite")) == Self.large)
    }

    @Test func `undoing a deletion brings back a value that was in a file`() throws {
        let stack = try open()
        _ = try save(Self.large, in: stack)
        try stack.withContext { context throws in
            context.undoManager = ContextUndoManager()
            context.delete(try #require(try context.named("Photo", "photo")))
            try context.save()
            context.undo()
            try context.save()
        }
        try close(stack)
        #expect(try image(open()) == Self.large)
    }
}

import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Moving, replacing and destroying the files of a store.
@Suite struct MovingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func glassyStack(_ name: String = "store.sqlite") throws -> Stack {
        let stack = try Stack(folder.file(name))
        try stack.insert([["wind": .string("glassy")]])
        return stack
    }

    /// B-STO-07
    @Test func `migrating a store to another file keeps its rows, metadata and UUID`() throws {
        let stack = try glassyStack()
        let coordinator = stack.coordinator
        try coordinator.writeMetadata(["season": "winter"], for: stack.store)
        let uri = try stack.id("JournalEntry", 1).uriRepresentation()
        let moved = try coordinator.migratePersistentStore(
            stack.store, to: folder.file("moved.sqlite"), options: nil, withType: sqliteStoreType)
        #expect(coordinator.persistentStores.map(\.url) == [folder.file("moved.sqlite")])
        #expect(stack.store.persistentStoreCoordinator == nil)
        #expect(moved.identifier == stack.store.identifier)
        #expect(coordinator.metadata(for: moved)["season"] as? String == "winter")
        try stack.withContext { context throws in
            let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
            #expect(try context.existingObject(with: id).value(forKey: "wind") as? String == "glassy")
            try context.existingObject(with: id).setValue("onshore", forKey: "wind")
            try context.save()
        }
        #expect(try Stack(folder.file()).row(1) == ["wind": .string("glassy")])
        #expect(try folder.plainConnection("moved.sqlite").integrityCheck().isEmpty)
    }

    @Test func `moving a store invalidates its objects in every context`() throws {
        let stack = try glassyStack()
        try stack.withContext { context throws in
            let entry = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "JournalEntry")).first)
            try stack.coordinator.migratePersistentStore(stack.store, to: folder.file("moved.sqlite"), type: .sqlite)
            #expect(entry.managedObjectContext == nil)
            #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "JournalEntry")) == 1)
        }
    }

    @Test func `a read-only store can be migrated and stays read-only`() throws {
        _ = try glassyStack()
        let stack = try Stack(folder.file(), options: [StoreOption.readOnly: true])
        let moved = try stack.coordinator.migratePersistentStore(
            stack.store, to: folder.file("moved.sqlite"), type: .sqlite)
        #expect(moved.isReadOnly)
        try stack.withContext { context throws in
            #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "JournalEntry")) == 1)
        }
    }

    @Test func `a store is not migrated onto an existing file, to an unknown type or to a missing folder`() throws {
        let stack = try glassyStack()
        try folder.write("mine", to: "taken")
        let coordinator = stack.coordinator
        for (name, type, code) in [
            ("taken", sqliteStoreType, PersistenceError.Code.openFailed),
            ("new", "Unknown", .invalidStoreType), ("none/new", sqliteStoreType, .openFailed),
        ] {
            let error = persistenceError {
                try coordinator.migratePersistentStore(stack.store, to: folder.file(name), withType: type)
            }
            #expect(error?.code == code)
        }
        #expect(coordinator.persistentStores.count == 1)
        #expect(try String(contentsOf: folder.file("taken"), encoding: .utf8) == "mine")
        try stack.insert([[:]])
        #expect(!folder.names.contains("new"))
    }

    @Test func `destroying a store deletes all its files`() throws {
        let stack = try glassyStack()
        let inUse = persistenceError {
            try stack.coordinator.destroyPersistentStore(at: folder.file(), type: .sqlite)
        }
        #expect(inUse?.code == .invalidStore)
        try stack.coordinator.remove(stack.store)
        try stack.coordinator.destroyPersistentStore(at: folder.file(), ofType: sqliteStoreType, options: nil)
        #expect(folder.names.isEmpty)
        try stack.coordinator.destroyPersistentStore(at: folder.file(), ofType: sqliteStoreType)
    }

    @Test func `a store that another connection has open is not destroyed`() throws {
        let stack = try glassyStack()
        let other = PersistentStoreCoordinator(managedObjectModel: TestModels.journal())
        let options: [String: any Sendable] = [StoreOption.timeout: 0.05]
        let error = persistenceError {
            try other.destroyPersistentStore(at: folder.file(), type: .sqlite, options: options)
        }
        #expect(error?.code == .timeout)
        #expect(try stack.row(1) == ["wind": .string("glassy")])
    }

    @Test func `a file that is not a store is not destroyed`() throws {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: TestModels.journal())
        try folder.write("a letter that is long enough to be no database at all", to: "letter")
        try folder.plainConnection("mine.db").execute("CREATE TABLE mine (x)")
        for (name, code) in [("letter", PersistenceError.Code.corruptStore), ("mine.db", .incompatibleSchema)] {
            let error = persistenceError {
                try coordinator.destroyPersistentStore(at: folder.file(name), type: .sqlite)
            }
            #expect(error?.code == code)
        }
        #expect(folder.names == ["letter", "mine.db"])
    }

    @Test func `a store is replaced completely, and created if it does not exist`() throws {
        let source = try glassyStack("source.sqlite")
        try Stack(folder.file("old.sqlite")).insert([["wind": .string("onshore")], [:]])
        let coordinator = PersistentStoreCoordinator(managedObjectModel: TestModels.journal())
        for name in ["old.sqlite", "new.sqlite"] {
            try coordinator.replacePersistentStore(
                at: folder.file(name), withPersistentStoreFrom: folder.file("source.sqlite"), type: .sqlite)
            let copy = try Stack(folder.file(name))
            #expect(try copy.row(1) == ["wind": .string("glassy")])
            #expect(try copy.row(2) == nil)
            #expect(copy.store.identifier == source.store.identifier)
        }
    }

    @Test func `metadata can be written to a store that is not loaded`() throws {
        let identifier = try glassyStack().store.identifier
        try PersistentStoreCoordinator.setMetadata(
            ["season": "winter", StoreMetadataKey.storeUUID: "forged"], forPersistentStoreOfType: sqliteStoreType,
            at: folder.file())
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
            ofType: sqliteStoreType, at: folder.file(), options: nil)
        #expect(metadata["season"] as? String == "winter")
        #expect(metadata[StoreMetadataKey.storeUUID] as? String == identifier)
    }
}

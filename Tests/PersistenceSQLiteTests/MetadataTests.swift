import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct MetadataTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a new store has Core Data's metadata keys and the engine's entity hashes`() throws {
        let metadata = try Stack(folder.file()).metadata()
        #expect(metadata["NSStoreType"] as? String == "SQLite")
        #expect(metadata["NSStoreUUID"] as? String != nil)
        #expect(metadata["NSPersistenceFrameworkVersion"] as? Int == 1518)
        #expect(metadata["_NSAutoVacuumLevel"] as? String == "2")
        #expect(metadata[EntityHash.algorithmKey] as? String == EntityHash.algorithm)
        let hashes = try #require(metadata[EntityHash.hashesKey] as? [String: any Sendable])
        #expect((hashes["JournalEntry"] as? Data)?.count == 32)
    }

    @Test func `the engine's hashes are read under Core Data's key too, but never written under it`() throws {
        let stack = try Stack(folder.file())
        var metadata = stack.coordinator.metadata(for: stack.store)
        let hashes = try #require(metadata["NSStoreModelVersionHashes"] as? [String: Data])
        #expect(hashes == stack.model.entityVersionHashesByName)
        metadata["Season"] = "winter"
        stack.coordinator.setMetadata(metadata, for: stack.store)
        try stack.withContext { try $0.save() }
        let bytes = try #require(try PlainStore.metadataBytes(folder.plainConnection()))
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
        #expect(list?["Season"] as? String == "winter")
        #expect(list?.keys.contains { $0.hasPrefix("NSStoreModelVersionHash") } == false)
    }

    @Test func `the metadata is a binary property list without the UUID`() throws {
        _ = try Stack(folder.file())
        let bytes = try #require(try PlainStore.metadataBytes(folder.plainConnection()))
        #expect(bytes.prefix(6) == Array("bplist".utf8)[...])
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
        #expect(list?["NSStoreUUID"] == nil)
    }

    /// B-STO-04
    @Test func `setting metadata replaces the application's keys but keeps the store's own`() throws {
        try PlainStore.make(folder).close()
        let stack = try Stack(folder.file())
        let transaction = try stack.beginWrite()
        try transaction.setMetadata(["Seeded": ["a", "b"], "Count": 3, "NSStoreUUID": "other"])
        try transaction.commit()
        let metadata = try Stack(folder.file()).metadata()
        #expect(metadata["Seeded"] as? [String] == ["a", "b"])
        #expect(metadata["Count"] as? Int == 3)
        #expect(metadata["Application"] == nil)
        #expect(metadata["NSStoreUUID"] as? String == PlainStore.identifier)
    }

    /// B-STO-04
    @Test func `a key missing from the metadata that is set is removed by the next save`() throws {
        try PlainStore.make(folder).close()
        let stack = try Stack(folder.file())
        var metadata = stack.coordinator.metadata(for: stack.store)
        metadata["Application"] = nil
        metadata["Season"] = "winter"
        stack.coordinator.setMetadata(metadata, for: stack.store)
        try stack.withContext { try $0.save() }
        let written = try Stack(folder.file()).metadata()
        #expect(written["Application"] == nil && written["Season"] as? String == "winter")
        #expect(written.count == metadata.count)
    }

    @Test func `metadata values of every type are read back unchanged, including long and nested ones`() throws {
        let words = (0..<400).map { "key \($0)" }
        let values: [String: any Sendable] = [
            "Text": "Teahupoʻo \u{1F30A}", "Plain": "Malibu", "Empty": "", "Negative": -7, "Large": Int.max,
            "Least": Int.min,
            "Byte": 200, "Word": 40_000, "Half": 0.5, "Yes": true, "No": false,
            "Date": Date(timeIntervalSinceReferenceDate: -1.25), "Bytes": Data((0..<300).map { UInt8($0 % 251) }),
            "List": words, "Nested": ["a": ["b": ["c": 3]]], "Nothing": [String](),
        ]
        let stack = try Stack(folder.file())
        let transaction = try stack.beginWrite()
        try transaction.setMetadata(values)
        try transaction.commit()
        let metadata = try Stack(folder.file()).metadata()
        #expect(NSDictionary(dictionary: metadata.filter { values[$0.key] != nil }) == NSDictionary(dictionary: values))
        #expect(metadata["Yes"] as? Bool == true)
        #expect(metadata["Byte"] as? Int == 200)
        #expect(metadata["List"] as? [String] == words)
    }

    @Test func `metadata in an XML property list is read`() throws {
        try PlainStore.make(folder).close()
        let list = try PropertyListSerialization.data(fromPropertyList: ["Count": 3], format: .xml, options: 0)
        try folder.plainConnection().prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](list)))
        #expect(try Stack(folder.file()).metadata()["Count"] as? Int == 3)
    }

    @Test func `property lists that expand exponentially are rejected`() throws {
        try PlainStore.make(folder).close()
        try folder.plainConnection().prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob(Self.unfolding))
        #expect(throws: PersistenceError.self) { try Stack(folder.file()).metadata() }
    }

    /// A dictionary whose only value is an array of two arrays of two, and so on: 2^40 values in a few hundred bytes.
    private static var unfolding: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        func object(_ content: [UInt8]) {
            offsets.append(UInt8(bytes.count))
            bytes += content
        }
        object([0xD1, 1, 2])
        object([0x51, UInt8(ascii: "a")])
        for number in 3..<43 { object([0xA2, UInt8(number), UInt8(number)]) }
        object([0x09])
        let table = UInt8(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(offsets.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        return bytes
    }

    @Test func `setting metadata to its current values leaves the stored bytes unchanged`() throws {
        try PlainStore.make(folder).close()
        let stack = try Stack(folder.file())
        let transaction = try stack.beginWrite()
        try transaction.setMetadata(stack.metadata())
        try transaction.commit()
        #expect(try PlainStore.metadataBytes(folder.plainConnection()) == [UInt8](PlainStore.list))
    }

    @Test func `metadata set in a transaction is discarded by a rollback`() throws {
        let stack = try Stack(folder.file())
        let transaction = try stack.beginWrite()
        try transaction.setMetadata(["Count": 3])
        transaction.rollback()
        #expect(try stack.metadata()["Count"] == nil)
    }

    @Test func `a value that a property list cannot hold is rejected`() throws {
        let transaction = try Stack(folder.file()).beginWrite()
        #expect(persistenceError { try transaction.setMetadata(["Range": 1...2]) }?.code == .saveFailed)
    }

    @Test func `damaged metadata is reported and not overwritten`() throws {
        try PlainStore.make(folder).close()
        try folder.plainConnection().execute("UPDATE Z_METADATA SET Z_PLIST = x'00'")
        let stack = try Stack(folder.file())
        #expect(persistenceError { try stack.metadata() }?.code == .corruptStore)
        let transaction = try stack.beginWrite()
        #expect(persistenceError { try transaction.setMetadata(["Count": 3]) }?.code == .corruptStore)
        #expect(try PlainStore.metadataBytes(folder.plainConnection()) == [0])
    }

    @Test func `metadata is read without loading the store`() throws {
        try PlainStore.make(folder).close()
        SQLiteStore.register()
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
            ofType: sqliteStoreType, at: folder.file())
        #expect(metadata["NSStoreUUID"] as? String == PlainStore.identifier)
        #expect(metadata["Application"] as? Int == 7)
    }
}
